import type * as Y from 'yjs'
import { docOf, readPlainMemory } from '@shared/memory/history/plain'
import { subjectOf } from '@shared/memory/history/record'
import { restoreMemory, restoreSubject } from '@shared/memory/history/restore'
import { stateAt, stepsOf } from '@shared/memory/history/state-at'
import type { MemoryWriter } from '@shared/memory/operations'
import { renderProfile } from '@shared/memory/profile-markdown'
import { readMemory } from '@shared/memory/view'
import { ok } from '@shared/result'
import type { MemoryHistory } from '@renderer/state/memory-history'
import type { MemoryLog } from './memory-log'

/** The history of a document out of a log in memory: the real arithmetic without the database. */
export function fakeHistory(doc: Y.Doc, log: MemoryLog, writer: MemoryWriter): MemoryHistory {
  const titles = () => ''
  const past = (at: number) => {
    log.store()
    return stateAt(readPlainMemory(doc), log.all(), at)
  }
  const describe = (at: number) => {
    const memory = past(at)
    const then = docOf(memory)
    return { at, memory, view: readMemory(then), markdown: renderProfile(then, titles) }
  }
  const steps = () => {
    log.store()
    const current = readPlainMemory(doc)
    return log
      .all()
      .reverse()
      .flatMap((record) => {
        const subject = subjectOf(record)
        return stepsOf(current[subject.kind].get(subject.id) ?? null, log.all(), subject).filter((step) => step.record.id === record.id)
      })
  }
  return {
    list: async ({ limit, subject }) => steps().filter(({ record }) => subject === undefined || subjectOf(record).id === subject.id).slice(0, limit),
    stateAt: async (at) => describe(at),
    compare: async (from, to) => ({ before: describe(from).markdown, after: to === null ? renderProfile(doc, titles) : describe(to).markdown }),
    async restore(target) {
      if ('before' in target) {
        const step = steps().find(({ record }) => record.id === target.before.id)
        return ok(restoreSubject(writer, subjectOf(target.before), step?.before ?? null))
      }
      const then = past(target.at)
      if (!('subject' in target)) return ok(restoreMemory(writer, then))
      return ok(restoreSubject(writer, target.subject, then[target.subject.kind].get(target.subject.id) ?? null))
    },
  }
}
