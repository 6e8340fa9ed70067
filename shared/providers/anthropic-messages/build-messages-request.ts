import type Anthropic from '@anthropic-ai/sdk'
import type { Part } from '../../sessions/message'
import { canCarry } from '../file-forms'
import type { ModelCall, PromptMessage, ReadFile } from '../model-call'
import type { ModelTraits } from '../model-traits'
import { breakpointsFor, noBreakpoints, type Breakpoints } from '../request/breakpoints'
import { isForModel, userPieces, type UserPiece } from '../request/prompt-content'
import { withToolIds } from '../request/tool-ids'
import { asRecord, parseJson } from '../wire/json'

type MessagesRequest = Anthropic.MessageCreateParamsStreaming
type Content = Anthropic.ContentBlockParam

/** Puts a call into the words of Messages. Empty text blocks are refused there and left out here. */
export async function buildMessagesRequest(
  given: ModelCall,
  traits: ModelTraits,
  readFile: ReadFile,
): Promise<MessagesRequest> {
  const call = { ...given, messages: withToolIds(given.messages, traits.toolIds) }
  const tools = call.tools.map(toolOf)
  const breakpoints = breakpointsOf(call, traits, tools)
  const turns = withoutTrailingSpace(await messagesOf(call, breakpoints, traits, readFile))
  return {
    model: call.modelId,
    max_tokens: call.maxOutputTokens,
    ...systemOf(call, breakpoints),
    messages: turns.map(({ role, content }) => ({ role, content })),
    stream: true,
    ...(tools.length === 0 ? {} : { tools: breakpoints.tools ? tools.map(markedLast) : tools }),
    ...(isStepWithoutThinking(turns) && traits.thinking === 'budget' ? {} : thinkingOf(call, traits)),
    ...outputConfigOf(call, traits),
  }
}

const ephemeral = { type: 'ephemeral' } as const

function breakpointsOf(call: ModelCall, { minCacheTokens }: ModelTraits, tools: readonly Anthropic.Tool[]): Breakpoints {
  if (minCacheTokens === null) return noBreakpoints
  const toolsText = tools.length === 0 ? '' : JSON.stringify(tools)
  return breakpointsFor({ toolsText, system: call.system, messages: call.messages }, minCacheTokens)
}

function systemOf({ system }: ModelCall, breakpoints: Breakpoints): Partial<MessagesRequest> {
  if (system.trim() === '') return {}
  return { system: breakpoints.system ? [{ type: 'text', text: system, cache_control: ephemeral }] : system }
}

const markedLast = (tool: Anthropic.Tool, index: number, tools: readonly Anthropic.Tool[]): Anthropic.Tool =>
  index === tools.length - 1 ? { ...tool, cache_control: ephemeral } : tool

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Content[]
}

/** Roles alternate: a tool result and the question behind it are one user turn. */
async function messagesOf(call: ModelCall, breakpoints: Breakpoints, traits: ModelTraits, readFile: ReadFile): Promise<readonly Turn[]> {
  const turns: Turn[] = []
  for (const [index, message] of call.messages.entries()) {
    const made = await contentOf(message, call, traits, readFile)
    if (made.length === 0) continue
    const content = breakpoints.messages.has(index) ? withBreakpoint(made) : made
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  return turns.map(withoutLateThinking)
}

/** Thoughts take no mark, nor do blocks of the service's own making. */
function withBreakpoint(content: readonly Content[]): readonly Content[] {
  const last = content.at(-1)
  if (last?.type !== 'text' && last?.type !== 'tool_use' && last?.type !== 'tool_result' && last?.type !== 'image' && last?.type !== 'document') return content
  return [...content.slice(0, -1), { ...last, cache_control: ephemeral }]
}

/** A turn that goes on behind a tool's result but did not begin with its thoughts (another model's): it cannot think with a budget. */
function isStepWithoutThinking(turns: readonly Turn[]): boolean {
  if (turns.at(-1)?.content.some((block) => block.type === 'tool_result') !== true) return false
  const first = turns.findLast(({ role }) => role === 'assistant')?.content[0]
  return first === undefined || !isThinking(first)
}

/** Thinking that does not stand first is refused: it got behind other text when two answers became one turn. */
function withoutLateThinking(turn: Turn): Turn {
  const [first] = turn.content
  if (first === undefined || isThinking(first)) return turn
  return { ...turn, content: turn.content.filter((block) => !isThinking(block)) }
}

const isThinking = (block: Content): boolean => block.type === 'thinking' || block.type === 'redacted_thinking'

async function contentOf(message: PromptMessage, call: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<readonly Content[]> {
  switch (message.role) {
    case 'user':
      return (await userPieces(message.parts, (type) => canCarry('anthropic-messages', traits.fileForms, type), readFile))
        .filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '')
        .map(userBlock)
    case 'assistant':
      return withoutTrailingThinking(message.parts.flatMap((part) => assistantBlocks(part, call)))
    case 'tool':
      return message.parts.flatMap((part) => (part.type === 'tool-result' ? [toolResult(part)] : []))
  }
}

function userBlock(piece: UserPiece): Content {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  if (piece.kind === 'image') {
    const media_type = piece.mediaType as Anthropic.Base64ImageSource['media_type']
    return { type: 'image', source: { type: 'base64', media_type, data: piece.base64 } }
  }
  // https://platform.claude.com/docs/en/build-with-claude/pdf-support
  return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: piece.base64 }, title: piece.name }
}

function assistantBlocks(part: Part, call: ModelCall): readonly Content[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }]
  if (part.type === 'tool-call') {
    return [{ type: 'tool_use', id: part.toolCallId, name: part.name, input: inputOf(part.argumentsText) }]
  }
  if (!isForModel(part, 'anthropic-messages', call.modelId)) return []
  const block = parseJson(part.json)
  return block.ok ? [block.value as Content] : []
}

/** An answer cut behind its thinking: a message must not end in a thinking block. */
function withoutTrailingThinking(content: readonly Content[]): readonly Content[] {
  const end = content.findLastIndex((block) => !isThinking(block))
  return content.slice(0, end + 1)
}

/** The last message may be an answer to be gone on with; trailing white space is refused there. */
function withoutTrailingSpace(turns: readonly Turn[]): Turn[] {
  const last = turns.at(-1)
  const block = last?.content.at(-1)
  if (last?.role !== 'assistant' || block?.type !== 'text') return [...turns]
  const content = [...last.content.slice(0, -1), { ...block, text: block.text.trimEnd() }]
  return [...turns.slice(0, -1), { role: 'assistant', content }]
}

function toolResult(part: Extract<Part, { type: 'tool-result' }>): Content {
  return {
    type: 'tool_result',
    tool_use_id: part.toolCallId,
    ...(part.text.trim() === '' ? {} : { content: part.text }),
    ...(part.isError ? { is_error: true } : {}),
  }
}

/** The input must be an object; what the model wrote wrong was answered with an error result. */
function inputOf(argumentsText: string): Record<string, unknown> {
  const parsed = parseJson(argumentsText)
  return (parsed.ok ? asRecord(parsed.value) : null) ?? {}
}

function toolOf(tool: ModelCall['tools'][number]): Anthropic.Tool {
  return {
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.inputSchema, type: 'object' },
  }
}

const budgets = { low: 2048, medium: 8192, high: 24_576 } as const
const minBudget = 1024

function thinkingOf(call: ModelCall, traits: ModelTraits): Partial<MessagesRequest> {
  if (call.effort === null || traits.thinking === 'none') return {}
  if (traits.thinking === 'adaptive') return { thinking: { type: 'adaptive', display: 'summarized' } }
  // The budget must leave room for the answer itself.
  const budget = Math.min(budgets[call.effort], call.maxOutputTokens - minBudget)
  return budget < minBudget ? {} : { thinking: { type: 'enabled', budget_tokens: budget } }
}

/** Effort and format share a field. A model that knows no format is told in the prompt and read with care. */
function outputConfigOf(call: ModelCall, traits: ModelTraits): Partial<MessagesRequest> {
  const effort = call.effort !== null && traits.thinking === 'adaptive' ? { effort: call.effort } : {}
  const schema = traits.takesOutputFormat ? call.outputSchema?.schema : undefined
  const format = schema === undefined ? {} : { format: { type: 'json_schema' as const, schema: { ...schema } } }
  const config = { ...effort, ...format }
  return Object.keys(config).length === 0 ? {} : { output_config: config }
}
