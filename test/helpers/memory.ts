import * as Y from 'yjs'
import { createIdFactory } from '@shared/ids'
import { seedMemory, isDefaultSection } from '@shared/memory/seed'
import type { Author } from '@shared/memory/layout'
import type { MemoryWriter } from '@shared/memory/operations'
import type { SectionTitles } from '@shared/memory/profile-markdown'

/** A clock that goes on by one millisecond per look. */
export function steppingClock(startMs = Date.UTC(2026, 10, 30, 12)) {
  let now = startMs
  return { now: () => (now += 1), set: (instantMs: number) => (now = instantMs) }
}

/** Always the same numbers between 0 and 1 for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const englishTitles: Record<string, string> = {
  identity: 'About me',
  preferences: 'Preferences',
  people: 'People',
  projects: 'Projects',
  tasks: 'Tasks',
  constraints: 'Rules',
  knowledge: 'Worth knowing',
}

export const titles: SectionTitles = (id) => (isDefaultSection(id) ? (englishTitles[id] ?? id) : id)

/** A writer on a document of its own. `number` makes its ids and its Yjs client differ from other writers'. */
export function memoryWriter(number = 1, options: { readonly isSeeded?: boolean; readonly author?: Author } = {}): MemoryWriter {
  const doc = new Y.Doc()
  doc.clientID = 1000 + number
  const clock = steppingClock()
  if (options.isSeeded !== false) seedMemory(doc, 'seed')
  return { doc, origin: { author: options.author ?? { kind: 'person' } }, clock, newId: createIdFactory(clock, seededRandom(number)) }
}

/** Brings two documents to the same state, both ways. */
export function exchange(a: Y.Doc, b: Y.Doc): void {
  const forB = Y.encodeStateAsUpdate(a, Y.encodeStateVector(b))
  const forA = Y.encodeStateAsUpdate(b, Y.encodeStateVector(a))
  Y.applyUpdate(b, forB, 'sync')
  Y.applyUpdate(a, forA, 'sync')
}
