import type OpenAI from 'openai'
import type { ModelCall, OutputSchema, PromptMessage, ReadFile } from '../model-call'
import type { ModelTraits } from '../model-traits'
import { blocksToSendBack, textOf, userPieces, type UserPiece } from '../request/prompt-content'
import { asRecord, parseJson, stringAt } from '../wire/json'

type ChatRequest = OpenAI.Chat.ChatCompletionCreateParamsStreaming
type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam
type AssistantMessage = OpenAI.Chat.ChatCompletionAssistantMessageParam & { reasoning_content?: string }

/** Puts a call into the words of Chat Completions. */
export async function buildChatRequest(call: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<ChatRequest> {
  const messages: ChatMessage[] = call.system === '' ? [] : [{ role: 'system', content: call.system }]
  for (const message of call.messages) messages.push(...(await messagesOf(message, call, traits, readFile)))
  return {
    model: call.modelId,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    [traits.maxTokensField]: call.maxOutputTokens,
    ...(call.tools.length === 0 ? {} : { tools: call.tools.map(toolOf) }),
    ...(call.effort === null || !traits.isReasoning ? {} : { reasoning_effort: call.effort }),
    ...(call.outputSchema === undefined ? {} : { response_format: responseFormat(call.outputSchema) }),
  }
}

const responseFormat = ({ name, schema }: OutputSchema): OpenAI.ResponseFormatJSONSchema => ({
  type: 'json_schema',
  json_schema: { name, schema: { ...schema }, strict: true },
})

async function messagesOf(
  message: PromptMessage,
  call: ModelCall,
  traits: ModelTraits,
  readFile: ReadFile,
): Promise<readonly ChatMessage[]> {
  switch (message.role) {
    case 'user': {
      const pieces = await userPieces(message.parts, readFile)
      return pieces.length === 0 ? [] : [{ role: 'user', content: userContent(pieces) }]
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

function userContent(pieces: readonly UserPiece[]): string | OpenAI.Chat.ChatCompletionContentPart[] {
  if (pieces.every((piece) => piece.kind === 'text')) return pieces.map((piece) => piece.text).join('\n\n')
  return pieces.map((piece) =>
    piece.kind === 'text'
      ? { type: 'text' as const, text: piece.text }
      : { type: 'image_url' as const, image_url: { url: `data:${piece.mediaType};base64,${piece.base64}` } },
  )
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
  const reasoning = traits.wantsReasoningBack ? reasoningOf(message, call) : null
  const made: AssistantMessage = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  }
  return [made]
}

function reasoningOf(message: PromptMessage, call: ModelCall): string | null {
  const written = blocksToSendBack(message, 'openai-chat', call).flatMap((json) => {
    const block = parseJson(json)
    return block.ok ? (stringAt(asRecord(block.value), 'reasoning_content') ?? []) : []
  })
  return written.length === 0 ? null : written.join('')
}

function toolOf(tool: ModelCall['tools'][number]): OpenAI.Chat.ChatCompletionTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
  }
}
