import type { ReactNode } from 'react'
import type { SessionId } from '@shared/ids'
import type { AnswerMeta } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useServices, type SessionCost } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useMemo } from 'react'
import { PaneSection } from './context-pane'

interface CostSectionProps {
  session: SessionId
  lastAnswer: AnswerMeta | null
}

/** What the last answer and the whole session cost; what is not known is said to be unknown. */
export function CostSection({ session, lastAnswer }: CostSectionProps) {
  const { text, format } = useLocalisation()
  const { sessionCost } = useServices()
  const cost = useObservable(useMemo(() => sessionCost(session), [sessionCost, session]))
  const usage = lastAnswer?.usage ?? null
  const sign = usage?.isEstimate === true ? '~' : ''
  const lastCost = lastAnswer?.costMicroUsd ?? null
  return (
    <PaneSection title={text.context.cost}>
      <dl className="text-sm">
        <Line name={text.context.lastAnswer}>
          {lastAnswer === null ? text.context.none : lastCost === null ? text.context.unknown : sign + format.money(lastCost)}
        </Line>
        <Line name={text.context.session}>
          <SessionTotal cost={cost} />
        </Line>
      </dl>
      {usage !== null && (
        <p className="text-xs text-faint tabular-nums">
          {text.context.tokensInOut(sign + format.number(usage.inputTokens), sign + format.number(usage.outputTokens))}
        </p>
      )}
      {cost !== null && cost.unknownCalls > 0 && cost.knownCalls > 0 && (
        <p className="text-xs text-faint">{text.context.unknownAnswers(cost.unknownCalls)}</p>
      )}
    </PaneSection>
  )
}

function SessionTotal({ cost }: { cost: SessionCost | null }) {
  const { text, format } = useLocalisation()
  if (cost === null) return '…'
  if (cost.knownCalls === 0) return cost.unknownCalls === 0 ? text.context.none : text.context.unknown
  const money = format.money(cost.knownMicroUsd)
  return cost.unknownCalls === 0 ? money : text.context.atLeast(money)
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="flex-1 text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
