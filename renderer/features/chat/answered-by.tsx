import type { AnswerMeta } from '@shared/sessions/message'
import { reasonOf, useCallsText } from '@renderer/i18n/calls-text'

/** Under an answer that came from elsewhere than was asked: who gave it, and why. */
export default function AnsweredBy({ insteadOf }: { insteadOf: NonNullable<AnswerMeta['insteadOf']> }) {
  const words = useCallsText()
  return <p className="text-sm text-muted">{words.answeredBy(insteadOf.by, reasonOf(insteadOf.because, words).then(insteadOf.name))}</p>
}
