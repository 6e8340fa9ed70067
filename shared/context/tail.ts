import { messageTokens, type EstimateTokens } from './message-tokens'
import type { PathMessage, RepairedMessage } from './repair-history'

/** More characters of running text than the estimate puts into one token. */
const charactersPerToken = 5

/** Rows that may fit, begun with a message of the person, and those before them, which are not looked at. */
export function splitRecent(path: readonly PathMessage[], limit: number): [older: PathMessage[], recent: PathMessage[]] {
  let characters = 0
  let index = path.length
  while (index > 0 && (characters <= limit * charactersPerToken || path[index]?.row.role !== 'user')) {
    index -= 1
    for (const part of path[index]?.parts ?? []) if (part.type === 'text' || part.type === 'tool-result') characters += part.text.length
  }
  return [path.slice(0, index), path.slice(index)]
}

/**
 * The newest turns that fit, without a hole; the last turn is in whatever its size. A turn is a message of the person with
 * everything up to their next one, so that a call is never cut from its result.
 *
 * Where not all of them fit, the conversation is cut in steps: of the turns that would fill the second half of the room, it begins
 * with the one whose id has the smallest print. That turn stays the same from one question to the next, until it has moved out of
 * that half or a smaller one has come into it, and up to there the prompt keeps its bytes, which providers charge less for. Nothing
 * but the ids decides, so every device cuts at the same place.
 * @param isWhole nothing was said before `messages`.
 */
export function chooseTail(messages: readonly RepairedMessage[], limit: number, isWhole: boolean, estimateTokens: EstimateTokens): readonly RepairedMessage[] {
  const turns = turnsThatFit(messages, limit, estimateTokens)
  const oldest = turns.at(-1)
  if (oldest === undefined) return []
  if (oldest.start === 0 && isWhole) return messages
  const half = turns.filter(({ tokens }) => tokens > limit / 2)
  const chosen = half.length === 0 ? oldest : half.reduce((best, turn) => (turn.print < best.print ? turn : best))
  return messages.slice(chosen.start)
}

interface Turn {
  readonly start: number
  /** From here to the end. */
  readonly tokens: number
  readonly print: number
}

/** Newest first; the last turn always, also where it alone is over the limit. */
function turnsThatFit(messages: readonly RepairedMessage[], limit: number, estimateTokens: EstimateTokens): Turn[] {
  const turns: Turn[] = []
  let tokens = 0
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const item = messages[index]
    if (item === undefined) continue
    tokens += messageTokens(item.message, estimateTokens)
    if (item.message.role !== 'user') continue
    if (tokens > limit && turns.length > 0) break
    turns.push({ start: index, tokens, print: printOf(item.rowIds[0] ?? '') })
  }
  return turns
}

/** Spreads ids evenly, whatever they have in common. */
function printOf(id: string): number {
  let print = 2_166_136_261
  for (let index = 0; index < id.length; index += 1) print = Math.imul(print ^ id.charCodeAt(index), 16_777_619)
  print = Math.imul(print ^ (print >>> 16), 0x45d9f3b)
  return (print ^ (print >>> 16)) >>> 0
}
