import type { LocalDate } from '@shared/clock'
import type { MessageId, SectionId, SessionId } from '@shared/ids'
import type { ProposalDraft, SubmitContext } from '@shared/memory/submit'

export const proposalDay = '2026-11-30' as LocalDate
const saidAt = Date.UTC(2026, 10, 30, 9)

/** What a model proposes from one message of the person, `m0`, `m1` …; the quote is the whole message. */
export function proposal(message: number, quote: string, fields: Partial<ProposalDraft> = {}): ProposalDraft {
  return {
    change: 'add',
    targets: [],
    sectionId: 'identity' as SectionId,
    text: quote,
    topic: null,
    basis: 'stated',
    isUntrusted: false,
    author: { kind: 'model', name: 'Small model' },
    provenance: [{ sessionId: 's1' as SessionId, messageId: `m${message}` as MessageId, quote, at: saidAt + message * 60_000 }],
    ...fields,
  }
}

/** The person said these things, in this order. */
export function said(...messages: readonly string[]): SubmitContext {
  return { sourceText: (id) => messages[Number(id.slice(1))] ?? null, today: proposalDay }
}
