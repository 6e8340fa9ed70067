import type OpenAI from 'openai'
import { canCarry } from '../file-forms'
import type { ModelCall, PromptMessage, ReadFile } from '../model-call'
import type { ModelTraits } from '../model-traits'
import { breakpointsFor, noBreakpoints, type Breakpoints } from '../request/breakpoints'
import { blocksToSendBack, textOf, userPieces, type UserPiece } from '../request/prompt-content'
import { withToolIds } from '../request/tool-ids'
import { asRecord, parseJson, recordsAt, stringAt, type JsonRecord } from '../wire/json'
import { filePart } from './file-part'

type ChatRequest = OpenAI.Chat.ChatCompletionCreateParamsStreaming
type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam
type AssistantMessage = OpenAI.Chat.ChatCompletionAssistantMessageParam & {
  reasoning_content?: string
  reasoning_details?: readonly JsonRecord[]
}

/** Puts a call into the words of Chat Completions, as the model and its service take them. */
export async function buildChatRequest(given: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<ChatRequest> {
  const call = { ...given, messages: withToolIds(given.messages, traits.toolIds) }
  const tools = call.tools.map(toolOf)
  return {
    model: call.modelId,
    messages: await messagesOf(call, traits, breakpointsOf(call, traits, tools), readFile),
    stream: true,
    ...(traits.takesStreamUsage ? { stream_options: { include_usage: true } } : {}),
    [traits.maxTokensField]: call.maxOutputTokens,
    ...(tools.length === 0 ? {} : { tools }),
    ...effortOf(call, traits),
    ...responseFormatOf(call, traits),
    ...(traits.takesCacheKey && call.cacheKey !== undefined ? { prompt_cache_key: call.cacheKey } : {}),
  }
}

function effortOf({ effort }: ModelCall, { effortField }: ModelTraits): object {
  if (effort === null || effortField === null) return {}
  return effortField === 'reasoning' ? { reasoning: { effort } } : { reasoning_effort: effort }
}

/** Without a word of JSON in what is asked, `json_object` is refused: https://api-docs.deepseek.com/guides/json_mode */
function responseFormatOf(call: ModelCall, { outputSchema }: ModelTraits): Partial<ChatRequest> {
  if (call.outputSchema === undefined) return {}
  const { name, schema } = call.outputSchema
  if (outputSchema === 'json-schema') return { response_format: { type: 'json_schema', json_schema: { name, schema: { ...schema }, strict: true } } }
  const isAsked = /json/i.test(call.system) || call.messages.some(({ parts }) => /json/i.test(textOf(parts)))
  return isAsked ? { response_format: { type: 'json_object' } } : {}
}

function breakpointsOf(call: ModelCall, traits: ModelTraits, tools: readonly object[]): Breakpoints {
  if (!traits.takesChatBreakpoints || traits.minCacheTokens === null) return noBreakpoints
  const toolsText = tools.length === 0 ? '' : JSON.stringify(tools)
  return breakpointsFor({ toolsText, system: call.system, messages: call.messages }, traits.minCacheTokens)
}

async function messagesOf(call: ModelCall, traits: ModelTraits, breakpoints: Breakpoints, readFile: ReadFile): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = systemMessages(call, traits, breakpoints)
  for (const [index, message] of call.messages.entries()) {
    const made = await messagesFor(message, call, traits, readFile)
    if (traits.needsAnswerBehindTool && messages.at(-1)?.role === 'tool' && made[0]?.role === 'user') messages.push(noAnswer)
    messages.push(...(breakpoints.messages.has(index) ? made.map(withBreakpoint) : made))
  }
  return messages
}

/** Between the result of a tool and the person, where the answer to that result is missing. */
const noAnswer: AssistantMessage = { role: 'assistant', content: '[No answer.]' }

function systemMessages({ system }: ModelCall, { systemRole }: ModelTraits, breakpoints: Breakpoints): ChatMessage[] {
  if (system === '') return []
  const message: ChatMessage = { role: systemRole, content: system }
  return [breakpoints.system ? withBreakpoint(message) : message]
}

/** The mark stands in a piece of text; where there is none, there is no mark. */
function withBreakpoint(message: ChatMessage): ChatMessage {
  if (typeof message.content !== 'string' || message.content === '') return message
  const piece = { type: 'text' as const, text: message.content, cache_control: { type: 'ephemeral' } }
  return { ...message, content: [piece] } as ChatMessage
}

async function messagesFor(message: PromptMessage, call: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<readonly ChatMessage[]> {
  switch (message.role) {
    case 'user': {
      const pieces = await userPieces(message.parts, (type) => canCarry('openai-chat', traits.fileForms, type), readFile)
      return pieces.length === 0 ? [] : [{ role: 'user', content: userContent(pieces, traits) }]
    }
    case 'assistant':
      return assistantMessages(message, call, traits)
    case 'tool':
      return message.parts.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool' as const, tool_call_id: part.toolCallId, content: part.text }]
          : [],
      )
  }
}

function userContent(pieces: readonly UserPiece[], { fileForms }: ModelTraits): string | OpenAI.Chat.ChatCompletionContentPart[] {
  if (pieces.every((piece) => piece.kind === 'text')) return pieces.map((piece) => piece.text).join('\n\n')
  return pieces.map((piece) => (piece.kind === 'text' ? { type: 'text' as const, text: piece.text } : filePart(piece, fileForms)))
}

function assistantMessages(message: PromptMessage, call: ModelCall, traits: ModelTraits): readonly ChatMessage[] {
  const text = textOf(message.parts)
  const toolCalls = message.parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.toolCallId,
            type: 'function' as const,
            function: { name: part.name, arguments: part.argumentsText },
          },
        ]
      : [],
  )
  if (text === '' && toolCalls.length === 0) return []
  const made: AssistantMessage = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...reasoningFor(message, call, traits, toolCalls.length > 0),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  }
  return [made]
}

/** The thoughts of the message, in the field in which the model's service wants them back. */
function reasoningFor(message: PromptMessage, call: ModelCall, traits: ModelTraits, hasCalls: boolean): Partial<AssistantMessage> {
  const blocks = blocksToSendBack(message, 'openai-chat', call).flatMap((json) => {
    const parsed = parseJson(json)
    const block = parsed.ok ? asRecord(parsed.value) : null
    return block === null ? [] : [block]
  })
  if (traits.reasoningBack === 'reasoning_details') {
    const details = blocks.flatMap((block) => recordsAt(block, 'reasoning_details'))
    return details.length === 0 ? {} : { reasoning_details: details }
  }
  if (traits.reasoningBack === null) return {}
  const written = blocks.map((block) => stringAt(block, 'reasoning_content') ?? '').join('')
  if (written !== '') return { reasoning_content: written }
  return hasCalls && traits.missingReasoning !== null ? { reasoning_content: traits.missingReasoning } : {}
}

function toolOf(tool: ModelCall['tools'][number]): OpenAI.Chat.ChatCompletionTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
  }
}
