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
          {lastAnswer === null ? text.context.none : lastCost === null ? text.context.unknown : <Exact microUsd={lastCost}>{sign + format.money(lastCost)}</Exact>}
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
      {cost !== null && cost.cachedTokens > 0 && <CacheLine cost={cost} />}
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
  const money = (cost.hasEstimates ? '~' : '') + format.money(cost.knownMicroUsd)
  return <Exact microUsd={cost.knownMicroUsd}>{cost.unknownCalls === 0 ? money : text.context.atLeast(money)}</Exact>
}

/** Rounded in the line, to the micro-dollar for who asks. */
function Exact({ microUsd, children }: { microUsd: number; children: ReactNode }) {
  const { format } = useLocalisation()
  const exact = format.exactMoney(microUsd)
  return (
    <span title={exact}>
      {children}
      <span className="sr-only"> ({exact})</span>
    </span>
  )
}

/** What of this session's input came from a cache, and what that saved. */
function CacheLine({ cost }: { cost: SessionCost }) {
  const { text, format } = useLocalisation()
  const { cachedTokens, inputTokens, savedMicroUsd } = cost
  const saved = savedMicroUsd === null || savedMicroUsd <= 0 ? null : format.money(savedMicroUsd)
  return <p className="text-xs text-faint tabular-nums">{text.context.cached(format.compact(cachedTokens), format.compact(inputTokens), saved)}</p>
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="flex-1 text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
