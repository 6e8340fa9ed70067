import type { Eraser } from './eraser'
import { subjectKey, type PlainMemory, type Subject } from './plain'
import { subjectOf, type HistoryRecord } from './record'
import { stepsOf } from './state-at'

export interface ErasedRecords {
  readonly remove: readonly string[]
  /** Where the past of a subject now begins. */
  readonly put: readonly HistoryRecord[]
}

/**
 * What is to happen to a log so that no earlier state says it any more: entries that are forgotten lose their whole
 * past, others the part up to the last state that said it.
 */
export function eraseRecords(records: readonly HistoryRecord[], current: PlainMemory, forgotten: ReadonlySet<string>, eraser: Eraser): ErasedRecords {
  const remove: string[] = []
  const put: HistoryRecord[] = []
  const subjects = new Map<string, Subject>()
  for (const record of records) subjects.set(subjectKey(subjectOf(record)), subjectOf(record))
  for (const subject of subjects.values()) {
    const isForgotten = subject.kind === 'entry' && forgotten.has(subject.id)
    const steps = stepsOf(current[subject.kind].get(subject.id) ?? null, records, subject)
    const cut = isForgotten ? 0 : steps.findIndex(({ before }) => eraser.eraseDeep(before) !== before)
    if (cut < 0) continue
    const [first, ...older] = steps.slice(cut)
    remove.push(...older.map(({ record }) => record.id))
    if (first === undefined) continue
    if (isForgotten || first.after === null) remove.push(first.record.id)
    else put.push({ ...first.record, kind: 'created', back: { isNew: true } })
  }
  return { remove, put }
}
