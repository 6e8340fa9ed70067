import type { Clock, LocalDate } from '../../clock'
import type { EntryId, IdFactory, MessageId } from '../../ids'
import type * as Y from 'yjs'
import type { JobReport } from '../../jobs/job'
import { reaffirm } from '../decisions'
import { findEntry } from '../layout'
import type { MemoryWriter } from '../operations'
import { readStandings } from '../status'
import { submit, type ProposalDraft, type Refusal, type SubmitContext } from '../submit'
import { hasSecret } from '../words'
import type { EditorInput } from './input'
import type { EditorOperation } from './output'
import { checkOperation, type CheckedOperation, type EditorRefusal } from './validate'

export interface EditorRun {
  readonly doc: Y.Doc
  readonly clock: Clock
  readonly newId: IdFactory
  /** The model that wrote the operations, as shown to the person. */
  readonly modelName: string
  readonly today: LocalDate
}

/**
 * Brings what a model wrote into memory. Each operation stands for itself: one that is refused leaves the others
 * alone. MEM-3: the same operations on the same messages a second time change nothing.
 */
export function applyOperations(operations: readonly EditorOperation[], input: EditorInput, run: EditorRun): JobReport {
  const author = { kind: 'model', name: run.modelName } as const
  const writer: MemoryWriter = { doc: run.doc, origin: { author }, clock: run.clock, newId: run.newId }
  const context = contextOf(input, run.today)
  let [accepted, proposed] = [0, 0]
  const refused: Record<string, number> = {}
  for (const operation of operations) {
    const checked = checkOperation(operation, input, author)
    const outcome = checked.ok ? applyOne(checked.value, input, writer, context) : checked.failure
    if (outcome === 'accepted') accepted += 1
    else if (outcome === 'proposed') proposed += 1
    else if (outcome !== 'confirmed') refused[outcome] = (refused[outcome] ?? 0) + 1
  }
  return { accepted, proposed, refused }
}

type Outcome = 'accepted' | 'proposed' | 'confirmed' | EditorRefusal | Refusal

function applyOne(checked: CheckedOperation, input: EditorInput, writer: MemoryWriter, context: SubmitContext): Outcome {
  if (checked.kind === 'confirm') {
    if (hasSecret(checked.source.quote)) return 'secret'
    if (isChanged(checked.entry, input, writer) || readStandings(writer.doc).statuses.get(checked.entry) !== 'active') return 'changed-since'
    reaffirm(writer, checked.entry, [checked.source])
    return 'confirmed'
  }
  if (isStale(checked.draft, input, writer)) return 'changed-since'
  const submitted = submit(writer, checked.draft, context)
  return 'refusal' in submitted ? submitted.refusal : submitted.outcome
}

/** The person changed a line while the model was thinking about its former words. */
const isStale = ({ targets }: ProposalDraft, input: EditorInput, writer: MemoryWriter): boolean => targets.some((id) => isChanged(id, input, writer))

const isChanged = (id: EntryId, input: EditorInput, { doc }: MemoryWriter): boolean =>
  findEntry(doc, id)?.text !== input.entries.find(({ entry }) => entry.id === id)?.entry.text

function contextOf(input: EditorInput, today: LocalDate): SubmitContext {
  const textOf = (message: MessageId, isPerson: boolean): string | null =>
    input.messages.find(({ speech }) => speech.id === message && (speech.who === 'person') === isPerson)?.speech.text ?? null
  return { sourceText: (message) => textOf(message, true), otherText: (message) => textOf(message, false), today }
}
