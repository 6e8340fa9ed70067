import type OpenAI from 'openai'
import { canCarry } from '../file-forms'
import type { ModelCall, OutputSchema, PromptMessage, ReadFile } from '../model-call'
import type { ModelTraits } from '../model-traits'
import { blocksToSendBack, dataUrl, textOf, userPieces, type UserPiece } from '../request/prompt-content'
import { withToolIds } from '../request/tool-ids'
import { asRecord, parseJson, recordsAt, stringAt, type JsonRecord } from '../wire/json'

type ResponsesRequest = OpenAI.Responses.ResponseCreateParamsStreaming
type InputItem = OpenAI.Responses.ResponseInputItem

/** The service refuses a smaller bound. */
const minOutputTokens = 16

/** Puts a call into the words of Responses. Nothing is stored on the other side. */
export async function buildResponsesRequest(
  given: ModelCall,
  traits: ModelTraits,
  readFile: ReadFile,
): Promise<ResponsesRequest> {
  const call = { ...given, messages: withToolIds(given.messages, traits.toolIds) }
  const input: InputItem[] = []
  for (const message of call.messages) input.push(...(await itemsOf(message, call, traits, readFile)))
  return {
    model: call.modelId,
    ...(call.system === '' ? {} : { instructions: call.system }),
    input,
    stream: true,
    store: false,
    max_output_tokens: Math.max(minOutputTokens, call.maxOutputTokens),
    // Models that do not reason refuse both.
    ...(traits.isReasoning ? { include: ['reasoning.encrypted_content' as const] } : {}),
    // No summary is asked for: only verified organizations get one, and everybody else gets a refusal.
    ...(traits.isReasoning && call.effort !== null ? { reasoning: { effort: call.effort } } : {}),
    ...(call.tools.length === 0 ? {} : { tools: call.tools.map(toolOf) }),
    ...(call.outputSchema === undefined ? {} : { text: { format: formatOf(call.outputSchema) } }),
    ...(traits.takesCacheKey && call.cacheKey !== undefined ? { prompt_cache_key: call.cacheKey } : {}),
  }
}

const formatOf = ({ name, schema }: OutputSchema): OpenAI.Responses.ResponseFormatTextConfig => ({
  type: 'json_schema',
  name,
  schema: { ...schema },
  strict: true,
})

async function itemsOf(message: PromptMessage, call: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<readonly InputItem[]> {
  switch (message.role) {
    case 'user': {
      const pieces = await userPieces(message.parts, (type) => canCarry('openai-responses', traits.fileForms, type), readFile)
      return pieces.length === 0 ? [] : [{ role: 'user', content: pieces.map(inputContent) }]
    }
    case 'assistant':
      return ownItems(message, call) ?? rebuiltItems(message)
    case 'tool':
      return message.parts.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ type: 'function_call_output' as const, call_id: part.toolCallId, output: part.text }]
          : [],
      )
  }
}

// https://platform.openai.com/docs/guides/pdf-files
function inputContent(piece: UserPiece): OpenAI.Responses.ResponseInputContent {
  if (piece.kind === 'text') return { type: 'input_text', text: piece.text }
  return piece.kind === 'image'
    ? { type: 'input_image', detail: 'auto', image_url: dataUrl(piece) }
    : { type: 'input_file', filename: piece.name, file_data: dataUrl(piece) }
}

/**
 * The items as they came, where they are complete: a reasoning item is refused without the very item that followed
 * it, and that item without its reasoning. null where something is missing or the text was edited since.
 */
function ownItems(message: PromptMessage, call: ModelCall): readonly InputItem[] | null {
  const items = blocksToSendBack(message, 'openai-responses', call).map(recordOf)
  const last = items.at(-1)
  if (last === undefined || last['type'] === 'reasoning') return null
  const text = items.filter((item) => item['type'] === 'message').map(messageItemText)
  const calls = items.filter((item) => item['type'] === 'function_call').map((item) => stringAt(item, 'call_id'))
  const shownCalls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  if (text.join('') !== textOf(message.parts) || calls.join('\n') !== shownCalls.join('\n')) return null
  return items as unknown as InputItem[]
}

function recordOf(json: string): JsonRecord {
  const parsed = parseJson(json)
  return (parsed.ok ? asRecord(parsed.value) : null) ?? {}
}

const messageItemText = (item: JsonRecord): string =>
  recordsAt(item, 'content')
    .map((piece) => stringAt(piece, 'text') ?? stringAt(piece, 'refusal') ?? '')
    .join('')

function rebuiltItems(message: PromptMessage): readonly InputItem[] {
  return message.parts.flatMap((part): InputItem[] => {
    if (part.type === 'text' && part.text !== '') return [{ role: 'assistant', content: part.text }]
    if (part.type === 'tool-call') {
      return [{ type: 'function_call', call_id: part.toolCallId, name: part.name, arguments: part.argumentsText }]
    }
    return []
  })
}

function toolOf(tool: ModelCall['tools'][number]): OpenAI.Responses.FunctionTool {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: { ...tool.inputSchema },
    strict: false,
  }
}
