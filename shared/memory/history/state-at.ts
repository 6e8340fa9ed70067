import { compareStrings } from '../layout'
import { takeBack } from './change'
import { subjectKey, type PlainFields, type PlainMemory, type Subject } from './plain'
import { subjectOf, type HistoryRecord } from './record'

/** Memory as it was right after everything up to and including this instant, from its present state backwards. */
export function stateAt(current: PlainMemory, records: readonly HistoryRecord[], at: number): PlainMemory {
  const state = { entry: new Map(current.entry), section: new Map(current.section) }
  for (const record of newestFirst(records.filter((candidate) => candidate.at > at))) {
    const { kind, id } = subjectOf(record)
    const before = takeBack(state[kind].get(id) ?? null, record.back)
    if (before === null) state[kind].delete(id)
    else state[kind].set(id, before)
  }
  return state
}

/** A record with the states that it lies between. */
export interface Step {
  readonly record: HistoryRecord
  readonly before: PlainFields | null
  readonly after: PlainFields | null
}

/** All changes of one subject, newest first, each with what was there before and after it. */
export function stepsOf(current: PlainFields | null, records: readonly HistoryRecord[], subject: Subject): Step[] {
  const key = subjectKey(subject)
  let after = current
  return newestFirst(records.filter((record) => subjectKey(subjectOf(record)) === key)).map((record) => {
    const step = { record, before: takeBack(after, record.back), after }
    after = step.before
    return step
  })
}

const newestFirst = (records: readonly HistoryRecord[]): HistoryRecord[] => [...records].sort((a, b) => compareStrings(b.id, a.id))
