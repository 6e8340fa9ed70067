import type { AnswerMeta } from '@shared/sessions/message'
import type { Localisation } from '@renderer/i18n'

/**
 * What an answer took: "412 in · 690 out · $0.008 · 6.2 s". An estimate is marked with ~, an unknown price is said
 * to be unknown, and what nobody reported is left out; nothing is invented.
 */
export function costLine(answer: AnswerMeta, { text, format }: Localisation): string {
  const { usage, costMicroUsd, durationMs } = answer
  const sign = usage?.isEstimate ? '~' : ''
  const tokens =
    usage === null
      ? [text.chat.tokensUnknown]
      : [
          text.chat.tokensIn(sign + format.number(usage.inputTokens)),
          text.chat.tokensOut(sign + format.number(usage.outputTokens)),
        ]
  const cost = costMicroUsd === null ? text.chat.priceUnknown : sign + format.money(costMicroUsd)
  return [...tokens, cost, format.duration(durationMs)].join(' · ')
}

/** The cost to the micro-dollar, for who points at the line; nothing where it is unknown. */
export const exactCost = ({ usage, costMicroUsd }: AnswerMeta, { format }: Localisation): string | undefined =>
  costMicroUsd === null ? undefined : (usage?.isEstimate === true ? '~' : '') + format.exactMoney(costMicroUsd)
