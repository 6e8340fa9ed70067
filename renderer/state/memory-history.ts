import type { Failure } from '@shared/errors'
import type { EntryId, SectionId } from '@shared/ids'
import type { Author } from '@shared/memory/layout'
import type { ChangeKind } from '@shared/memory/history/kinds'
import { docOf, subjectKey, type PlainMemory, type Subject } from '@shared/memory/history/plain'
import { subjectOf, type HistoryRecord } from '@shared/memory/history/record'
import type { Restoring } from '@shared/memory/history/restore'
import { stateAt, stepsOf, type Step } from '@shared/memory/history/state-at'
import type { MemoryWriter } from '@shared/memory/operations'
import { renderProfile, type SectionTitles } from '@shared/memory/profile-markdown'
import { readMemory, type MemoryView } from '@shared/memory/view'
import { fail, ok, type Result } from '@shared/result'
import type { PersistedDoc } from '@renderer/db/doc-store'
import { readHistory, readPage, readRecords, recordsOf } from '@renderer/db/memory-history'
import type { CommonplaceDb } from '@renderer/db/schema'

export interface HistoryFilter {
  /** Only changes of this entry or section. */
  readonly subject?: Subject
  readonly kinds?: readonly ChangeKind[]
  /** Only changes of this kind of author; `unknown` where nobody is named. */
  readonly author?: Author['kind'] | 'unknown'
  /** Only records before this one: the last id of the page above. */
  readonly before?: string
  readonly limit: number
}

/** Memory as it was at one moment. */
export interface PastMemory {
  readonly at: number
  readonly memory: PlainMemory
  readonly view: MemoryView
  /** The profile of then, as the person saw it. */
  readonly markdown: string
}

export type RestoreTarget =
  /** The whole memory, as it was at that instant. */
  | { readonly at: number }
  /** One entry or section, as it was at that instant. */
  | { readonly subject: Subject; readonly at: number }
  /** The entry of this record, as it was before that change; what followed it goes with it. */
  | { readonly before: HistoryRecord }

export interface MemoryHistory {
  /** Changes newest first, each with what was there before and after it. */
  list(filter: HistoryFilter): Promise<readonly Step[]>
  stateAt(at: number): Promise<PastMemory>
  /** Two moments of the profile; `to` null: now. */
  compare(from: number, to: number | null): Promise<{ readonly before: string; readonly after: string }>
  /** As new changes of the person, which can be undone. `not-found` where the subject was not there then and is not there now. */
  restore(target: RestoreTarget): Promise<Result<Restoring, Failure>>
}

export interface MemoryHistoryPorts {
  readonly db: CommonplaceDb
  readonly memory: PersistedDoc
  readonly writer: MemoryWriter
  readonly titles: SectionTitles
}

export const entrySubject = (id: EntryId): Subject => ({ kind: 'entry', id })
export const sectionSubject = (id: SectionId): Subject => ({ kind: 'section', id })

export function createMemoryHistory({ db, memory, writer, titles }: MemoryHistoryPorts): MemoryHistory {
  /** What was done up to now is on record before it is read. */
  async function settled(): Promise<void> {
    await memory.flush()
    await memory.refresh()
  }

  async function pastAt(at: number): Promise<PlainMemory> {
    await settled()
    return readHistory(db, async (current) => stateAt(current, readRecords(await db.memoryHistory.toArray()), at))
  }

  const markdownAt = async (at: number): Promise<string> => describe(at, await pastAt(at), titles).markdown

  /** The steps of one subject, newest first. */
  async function stepsFor(subject: Subject): Promise<Step[]> {
    await settled()
    return readHistory(db, async (current) => stepsOf(current[subject.kind].get(subject.id) ?? null, await recordsOf(subject, db), subject))
  }

  return {
    async list(filter) {
      if (filter.subject !== undefined) {
        const steps = await stepsFor(filter.subject)
        return steps.filter(({ record }) => isBefore(record, filter) && matches(record, filter)).slice(0, filter.limit)
      }
      await settled()
      return readHistory(db, async (current) => {
        const page = await readPage({ before: filter.before ?? null, limit: filter.limit, matches: (record) => matches(record, filter) }, db)
        const subjects = new Map(page.map((record) => [subjectKey(subjectOf(record)), subjectOf(record)]))
        const steps = new Map<string, Step>()
        for (const subject of subjects.values()) {
          const all = stepsOf(current[subject.kind].get(subject.id) ?? null, await recordsOf(subject, db), subject)
          for (const step of all) steps.set(step.record.id, step)
        }
        return page.flatMap((record) => steps.get(record.id) ?? [])
      })
    },

    stateAt: async (at) => describe(at, await pastAt(at), titles),

    async compare(from, to) {
      const before = await markdownAt(from)
      return { before, after: to === null ? renderProfile(memory.doc, titles) : await markdownAt(to) }
    },

    async restore(target) {
      // Compares words, which nothing at the start does.
      const { restoreMemory, restoreSubject } = await import('@shared/memory/history/restore')
      if ('before' in target) {
        const subject = subjectOf(target.before)
        const step = (await stepsFor(subject)).find(({ record }) => record.id === target.before.id)
        return step === undefined ? fail(notFound) : ok(restoreSubject(writer, subject, step.before))
      }
      const past = await pastAt(target.at)
      if (!('subject' in target)) return ok(restoreMemory(writer, past))
      return ok(restoreSubject(writer, target.subject, past[target.subject.kind].get(target.subject.id) ?? null))
    },
  }
}

const notFound: Failure = { code: 'not-found', stage: 'store' }

const isBefore = (record: HistoryRecord, { before }: HistoryFilter): boolean => before === undefined || record.id < before

function matches(record: HistoryRecord, { kinds, author }: HistoryFilter): boolean {
  if (kinds !== undefined && !kinds.includes(record.kind)) return false
  return author === undefined || (record.author?.kind ?? 'unknown') === author
}

function describe(at: number, memory: PlainMemory, titles: SectionTitles): PastMemory {
  const doc = docOf(memory)
  const past = { at, memory, view: readMemory(doc), markdown: renderProfile(doc, titles) }
  doc.destroy()
  return past
}
