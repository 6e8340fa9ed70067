import * as z from 'zod'
import { diffText } from '../text-diff'
import { isSameValue, type PlainFields } from './plain'

/**
 * What a change took away, so that it can be taken back: the log goes from the present backwards. What a change
 * added is in the state after it and is not stored a second time; a text is stored once, by the change that removed
 * it. That keeps an ordinary change under 400 bytes (MEM-16).
 */
export const backwardSchema = z.strictObject({
  /** Set where there was nothing before. */
  isNew: z.literal(true).optional(),
  /** Set where nothing is there after it: everything that was. */
  all: z.record(z.string(), z.unknown()).optional(),
  /** At this offset (UTF-16), so many code units came in the place of this text. */
  text: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative(), z.string()]).optional(),
  /** Values before, by key; null where the key was absent. */
  keys: z.record(z.string(), z.unknown()).optional(),
})
export type Backward = z.infer<typeof backwardSchema>

/** null where nothing has changed. */
export function backwardOf(before: PlainFields | null, after: PlainFields | null): Backward | null {
  if (before === null) return after === null ? null : { isNew: true }
  if (after === null) return { all: before }
  const text = typeof before['text'] === 'string' && typeof after['text'] === 'string' ? diffText(after['text'], before['text']) : null
  const keys = changedKeys(before, after).filter((key) => text === null || key !== 'text')
  if (text === null && keys.length === 0) return null
  return {
    ...(text !== null && { text: [text.from, text.removed, text.inserted] as [number, number, string] }),
    ...(keys.length > 0 && { keys: Object.fromEntries(keys.map((key) => [key, before[key] ?? null])) }),
  }
}

/** The state before the change, from the state after it. */
export function takeBack(after: PlainFields | null, change: Backward): PlainFields | null {
  if (change.isNew === true) return null
  if (change.all !== undefined) return change.all
  const before: Record<string, unknown> = { ...after }
  for (const [key, value] of Object.entries(change.keys ?? {})) {
    if (value === null) delete before[key]
    else before[key] = value
  }
  if (change.text !== undefined) {
    const [from, inserted, removed] = change.text
    const text = typeof before['text'] === 'string' ? before['text'] : ''
    before['text'] = text.slice(0, from) + removed + text.slice(from + inserted)
  }
  return before
}

export const changedKeys = (before: PlainFields, after: PlainFields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !isSameValue(before[key], after[key]))
