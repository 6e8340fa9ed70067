import { sha256 } from '@noble/hashes/sha2.js'
import type { Part } from '../../sessions/message'
import type { PromptMessage } from '../model-call'
import type { ModelTraits } from '../model-traits'

/**
 * What every service takes: Anthropic the alphabet (https://github.com/anthropics/claude-code/issues/1907), OpenAI the
 * length (https://github.com/BerriAI/litellm/issues/12463). Mistral wants its own and no other.
 */
const taken = { any: /^[A-Za-z0-9_-]{1,40}$/, 'nine-alphanumerics': /^[A-Za-z0-9]{9}$/ } as const
const madeLength = { any: 24, 'nine-alphanumerics': 9 } as const

/**
 * The messages with tool call ids that the target takes. An id that it takes stays; another one is replaced in the call and
 * in its result alike, and so is one that was used before: some servers count from zero in every answer. The same messages give
 * the same ids, and what is added behind them changes none.
 */
export function withToolIds(messages: readonly PromptMessage[], rule: ModelTraits['toolIds']): readonly PromptMessage[] {
  const uses = new Map<string, number>()
  const current = new Map<string, string>()
  const rename = (part: Part): Part => {
    if (part.type === 'tool-call') {
      const use = (uses.get(part.toolCallId) ?? 0) + 1
      uses.set(part.toolCallId, use)
      current.set(part.toolCallId, idFor(part.toolCallId, use, rule))
    }
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return part
    const id = current.get(part.toolCallId) ?? idFor(part.toolCallId, 1, rule)
    return id === part.toolCallId ? part : { ...part, toolCallId: id }
  }
  return messages.map((message) => ({ ...message, parts: message.parts.map(rename) }))
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function idFor(id: string, use: number, rule: ModelTraits['toolIds']): string {
  if (use === 1 && taken[rule].test(id)) return id
  const digest = sha256(new TextEncoder().encode(`${use} ${id}`))
  return Array.from(digest.subarray(0, madeLength[rule]), (byte) => alphabet[byte % alphabet.length]).join('')
}
