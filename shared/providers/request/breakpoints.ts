import { estimateTokens } from '../estimate-tokens'
import type { PromptMessage } from '../model-call'

/** Where a prefix may end that the service is asked to keep, in the order in which it reads: tools, instructions, messages. */
export interface Breakpoints {
  readonly tools: boolean
  readonly system: boolean
  /** Positions of messages behind which a prefix ends. */
  readonly messages: ReadonlySet<number>
}

export const noBreakpoints: Breakpoints = { tools: false, system: false, messages: new Set() }

interface Prefix {
  readonly toolsText: string
  readonly system: string
  readonly messages: readonly PromptMessage[]
}

/**
 * At most four places, and none in front of which there is less than the model keeps (`minTokens`, by estimate). The last thing
 * that the person says is not one of them: what is recalled for it stands in front of it this once. The end of what was said
 * before is, and inside a turn the newest result of a tool, which the next step begins behind.
 */
export function breakpointsFor({ toolsText, system, messages }: Prefix, minTokens: number): Breakpoints {
  const question = messages.findLastIndex(({ role }) => role === 'user')
  const ends = [question - 1, messages.length - 1].filter((end) => end >= 0 && end !== question)
  const toolTokens = toolsText === '' ? 0 : estimateTokens(toolsText)
  const systemTokens = toolTokens + estimateTokens(system)
  const enough = firstEnough(messages, minTokens - systemTokens)
  return {
    tools: toolTokens >= minTokens,
    system: system !== '' && systemTokens >= minTokens,
    messages: new Set(ends.filter((end) => end >= enough)),
  }
}

/** The position of the message with which there are `tokens`; looks no further than it must. */
function firstEnough(messages: readonly PromptMessage[], tokens: number): number {
  let sum = 0
  for (const [index, { parts }] of messages.entries()) {
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'tool-result') sum += estimateTokens(part.text)
      if (part.type === 'tool-call') sum += estimateTokens(part.argumentsText)
    }
    if (sum >= tokens) return index
  }
  return messages.length
}
