import { decodeTime } from 'ulid'
import * as z from 'zod'
import { idSchema as id, type DeviceId, type EntryId, type SectionId } from '../../ids'
import { authorSchema, type Author } from '../layout'
import { backwardOf, backwardSchema, changedKeys, takeBack } from './change'
import { changeKinds, kindOf } from './kinds'
import { isSameValue, type PlainFields, type Subject } from './plain'

/** One change of memory, as this device saw it. Records of one entry are a chain: each begins where the one before it ended. */
export const historyRecordSchema = z.strictObject({
  /** Sorts by the time at which the change began; within one entry always in the order of the changes. */
  id: z.string().min(1),
  /** The instant of its last keystroke, in milliseconds since the epoch. */
  at: z.number(),
  device: id<DeviceId>(),
  /** null where nobody was named: another device's change, for instance. */
  author: authorSchema.nullable().catch(null),
  entryId: id<EntryId>().optional(),
  sectionId: id<SectionId>().optional(),
  kind: z.enum(changeKinds).catch('other'),
  back: backwardSchema,
})
export type HistoryRecord = z.infer<typeof historyRecordSchema>

/** What happened to one subject in one transaction (or in several of one author that follow each other). */
export interface SubjectChange {
  readonly subject: Subject
  readonly author: Author | null
  /** When it began and when it ended; two instants where typing was taken together. */
  readonly since: number
  readonly at: number
  readonly before: PlainFields | null
  readonly after: PlainFields | null
}

export const subjectOf = (record: HistoryRecord): Subject =>
  record.entryId === undefined ? { kind: 'section', id: record.sectionId ?? '' } : { kind: 'entry', id: record.entryId }

/** Typing of one author in one entry within this time is one record. */
export const joinWithinMs = 60_000

const typingKeys: ReadonlySet<string> = new Set(['text', 'title', 'updatedAt', 'editedBy', 'author', 'createdAt'])

export const isTyping = ({ before, after }: Pick<SubjectChange, 'before' | 'after'>): boolean =>
  before !== null && after !== null && changedKeys(before, after).every((key) => typingKeys.has(key))

export interface RecordPorts {
  readonly device: DeviceId
  /** An id for this instant that sorts behind `after` (null: behind nothing). */
  readonly idFor: (at: number, after: string | null) => string
}

/**
 * The record of a change, given the last record of the same subject. The answer takes the place of `last` where it
 * has its id; null means that `last` (if joined) is to be removed, since both together changed nothing.
 */
export function recordFor(change: SubjectChange, last: HistoryRecord | null, ports: RecordPorts): { put: HistoryRecord | null; isJoined: boolean } {
  const isJoined = last !== null && joins(change, last, ports.device)
  const before = isJoined ? takeBack(change.before, last.back) : change.before
  const back = backwardOf(before, change.after)
  if (back === null) return { put: null, isJoined }
  const { kind, id: subjectId } = change.subject
  const put: HistoryRecord = {
    id: isJoined ? last.id : ports.idFor(change.since, last?.id ?? null),
    at: Math.max(change.at, last?.at ?? 0),
    device: ports.device,
    author: withoutDevice(change.author, ports.device),
    ...(kind === 'entry' ? { entryId: subjectId as EntryId } : { sectionId: subjectId as SectionId }),
    kind: isJoined ? last.kind : kindOf(before, change.after),
    back,
  }
  return { put, isJoined }
}

function joins(change: SubjectChange, last: HistoryRecord, device: DeviceId): boolean {
  if (!isTyping(change) || last.device !== device || !isSameValue(last.author, withoutDevice(change.author, device))) return false
  if (change.at - startOf(last) >= joinWithinMs || change.since < last.at) return false
  return last.kind === 'created' || (last.kind === 'edited' && Object.keys(last.back.keys ?? {}).every((key) => typingKeys.has(key)))
}

function startOf(record: HistoryRecord): number {
  try {
    return decodeTime(record.id)
  } catch {
    return 0
  }
}

/** The record names the device already. */
function withoutDevice(author: Author | null, device: DeviceId): Author | null {
  return author?.kind === 'person' && author.device === device ? { kind: 'person' } : author
}
