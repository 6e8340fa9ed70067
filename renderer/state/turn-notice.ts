import type { CallEvent } from '@shared/calls/call-events'
import type { Candidate } from '@shared/calls/candidate'
import type { CallResult } from '@shared/calls/run-call'
import type { AnswerMeta } from '@shared/sessions/message'
import type { TurnNotice } from './services'

/** What is told of two places that were asked: the services' names, or the models' where the service is the same. */
export function namesOf(from: Candidate, to: Candidate): { readonly from: string; readonly to: string } {
  if (from.provider.name !== to.provider.name) return { from: from.provider.name, to: to.provider.name }
  return { from: from.facts.name, to: to.facts.name }
}

/** The one line that is shown after an event; null: nothing is out of the ordinary. */
export function createNoticeTeller(): (event: CallEvent) => TurnNotice | null {
  let moved: TurnNotice | null = null
  return (event) => {
    switch (event.type) {
      case 'waiting':
        return { kind: 'waiting', name: event.at.provider.name, reason: event.reason, untilMs: event.untilMs }
      case 'retrying':
        return moved
      case 'moved-on': {
        moved = { kind: 'moved-on', ...namesOf(event.from, event.to), reason: event.failure.code }
        return moved
      }
    }
  }
}

/** What is stored with an answer that came from elsewhere than was asked for. */
export function insteadOf(asked: Candidate, { answeredBy, movedBecause }: CallResult): Pick<AnswerMeta, 'insteadOf'> {
  if (movedBecause === null) return {}
  const names = namesOf(asked, answeredBy)
  return { insteadOf: { model: asked.ref, name: names.from, by: names.to, because: movedBecause.code } }
}
