import { recordsAt, stringAt, type JsonRecord } from '../wire/json'

/** Puts the reasoning blocks of an aggregator together, as they must go back: in their order and otherwise unchanged. */
export interface ReasoningDetails {
  accept(delta: JsonRecord): void
  readonly all: readonly JsonRecord[]
}

/** Fields that come in pieces; every other one is whole where it is there. */
const inPieces = ['text', 'summary', 'data'] as const

/**
 * Reads `reasoning_details` (https://openrouter.ai/docs/use-cases/reasoning-tokens). Pieces of one block have one type and one
 * index and follow each other; the signature comes as a piece of its own. Encrypted blocks come whole.
 */
export function createReasoningDetails(): ReasoningDetails {
  const all: JsonRecord[] = []
  return {
    accept(delta) {
      for (const piece of recordsAt(delta, 'reasoning_details')) {
        const last = all.at(-1)
        if (last !== undefined && continues(piece, last)) all[all.length - 1] = joined(last, piece)
        else all.push(piece)
      }
    },
    all,
  }
}

function continues(piece: JsonRecord, last: JsonRecord): boolean {
  if (piece['type'] !== last['type'] || piece['index'] !== last['index'] || piece['type'] === 'reasoning.encrypted') return false
  const id = stringAt(piece, 'id')
  // Behind its signature a block is over.
  return (id === null || stringAt(last, 'id') === null || id === last['id']) && stringAt(last, 'signature') === null
}

function joined(last: JsonRecord, piece: JsonRecord): JsonRecord {
  const made: Record<string, unknown> = { ...last }
  for (const [key, value] of Object.entries(piece)) if (value !== null && value !== undefined) made[key] = value
  for (const key of inPieces) {
    const before = stringAt(last, key)
    const added = stringAt(piece, key)
    if (before !== null && added !== null) made[key] = before + added
  }
  return made
}
