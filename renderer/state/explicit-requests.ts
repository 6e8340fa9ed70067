import type { Clock } from '@shared/clock'
import type { EntryId, MessageId } from '@shared/ids'
import { entriesOf, mapsIn, readEntry } from '@shared/memory/layout'
import type { MemoryWriter } from '@shared/memory/operations'
import type { Refusal } from '@shared/memory/submit'
import type { MessageRow } from '@shared/sessions/message'
import { createChangeable } from './observable'
import type { Observable } from './services'

/**
 * What came of a message that asked for a change of memory, where the memory itself does not show it: an entry that
 * was taken up names the message it came from, one that was deleted does not.
 */
export type RequestOutcome =
  | { readonly kind: 'forgotten'; readonly entries: readonly EntryId[] }
  | { readonly kind: 'nothing-about'; readonly about: string }
  | { readonly kind: 'known'; readonly entry: EntryId }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** By a fault of ours; the turn goes on. */
  | { readonly kind: 'failed' }

export type RequestOutcomes = ReadonlyMap<MessageId, RequestOutcome>

export interface ExplicitRequests {
  /** Does at once what the question, which follows `earlier`, asks of memory. Never rejects: the turn goes on whatever becomes of it. */
  readonly apply: (question: MessageRow, earlier: readonly MessageRow[]) => Promise<void>
  /** Of this window, since it was opened; and what was forgotten lately, as the memory itself tells it. */
  readonly outcomes: Observable<RequestOutcomes>
  readonly dismiss: (message: MessageId) => void
}

export interface ExplicitRequestsPorts {
  readonly writer: MemoryWriter
  readonly clock: Clock
}

/** "Remember that …", "forget that …", "no, it is …": by rule, without a model and without a network. */
export function createExplicitRequests(ports: ExplicitRequestsPorts): ExplicitRequests {
  const outcomes = createChangeable<RequestOutcomes>(forgottenLately(ports))
  return {
    outcomes,
    async apply(question, earlier) {
      const outcome = await carryOut(question, earlier, ports)
      if (outcome !== null) outcomes.set(new Map(outcomes.current()).set(question.id, outcome))
    },
    dismiss(message) {
      const rest = new Map(outcomes.current())
      rest.delete(message)
      outcomes.set(rest)
    },
  }
}

/** How long it is said under its message that a line was forgotten, in milliseconds. */
const saidForMs = 7 * 24 * 60 * 60 * 1000

function forgottenLately({ writer, clock }: ExplicitRequestsPorts): RequestOutcomes {
  const byMessage = new Map<MessageId, EntryId[]>()
  for (const [id, fields] of mapsIn(entriesOf(writer.doc))) {
    if (!fields.has('forgottenIn')) continue
    const { forgottenIn, deletedAt } = readEntry(id, fields)
    if (forgottenIn === null || deletedAt === null || clock.now() - deletedAt > saidForMs) continue
    byMessage.set(forgottenIn, [...(byMessage.get(forgottenIn) ?? []), id as EntryId])
  }
  return new Map([...byMessage].map(([message, entries]) => [message, { kind: 'forgotten', entries }]))
}

/** What it does is not needed before the first question: a file of its own. */
async function carryOut(question: MessageRow, earlier: readonly MessageRow[], ports: ExplicitRequestsPorts): Promise<RequestOutcome | null> {
  const module = await import('./apply-request').catch(() => null)
  try {
    return module?.applyRequests(question, earlier, ports) ?? null
  } catch {
    return { kind: 'failed' }
  }
}
