import type * as Y from 'yjs'
import * as z from 'zod'
import { idSchema, type MessageId, type SessionId } from '../ids'

/**
 * Two ends of a session between which the person has chosen: where one of them is shown, the other one is not joined
 * with it. Which one is shown is the session's tip, as everywhere.
 */
export type ChosenEnds = readonly [MessageId, MessageId]

/**
 * `chosen/<end>/<end>/<client>` in the session's entry: each device adds its own, and takes away those that it knows.
 * What is said after such an end without knowing of the choice is another end, and is joined again.
 */
const prefix = 'chosen/'
const pairSchema = z.tuple([idSchema<MessageId>(), idSchema<MessageId>()])

const entryOf = (doc: Y.Doc, session: SessionId): Y.Map<unknown> | undefined => doc.getMap('sessions').get(session) as Y.Map<unknown> | undefined

export function readChosenEnds(doc: Y.Doc, session: SessionId): ChosenEnds[] {
  const pairs = new Map<string, ChosenEnds>()
  for (const [key, value] of entryOf(doc, session)?.entries() ?? []) {
    const read = key.startsWith(prefix) ? pairSchema.safeParse(value) : null
    if (read?.success === true) pairs.set(keyOf(read.data), read.data)
  }
  return [...pairs.values()]
}

/** Shows one end from now on, and none of the others. Within the caller's transaction, if there is one. */
export function chooseEnd(doc: Y.Doc, session: SessionId, kept: MessageId, others: readonly MessageId[]): void {
  const entry = entryOf(doc, session)
  if (entry === undefined) return
  doc.transact(() => {
    entry.set('tip', kept)
    for (const other of others) {
      const pair = inOrder(kept, other)
      entry.set(`${keyOf(pair)}/${doc.clientID}`, pair)
    }
  })
}

/** Takes the choice back, also where another device made the same one and this one knows of it. */
export function joinEndsAgain(doc: Y.Doc, session: SessionId, tip: MessageId, others: readonly MessageId[]): void {
  const entry = entryOf(doc, session)
  if (entry === undefined) return
  const keys = others.map((other) => `${keyOf(inOrder(tip, other))}/`)
  doc.transact(() => {
    for (const key of [...entry.keys()]) if (keys.some((each) => key.startsWith(each))) entry.delete(key)
  })
}

/** The ends that are to be joined with what is shown: those that nobody has chosen against. */
export function withoutPassedOver(ends: readonly MessageId[], shown: ReadonlySet<MessageId>, chosen: readonly ChosenEnds[]): MessageId[] {
  return ends.filter((end) => !chosen.some(([a, b]) => (a === end && shown.has(b)) || (b === end && shown.has(a))))
}

const inOrder = (a: MessageId, b: MessageId): ChosenEnds => (a < b ? [a, b] : [b, a])
const keyOf = ([a, b]: ChosenEnds): string => `${prefix}${a}/${b}`
