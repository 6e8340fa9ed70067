import type { Failure } from '@shared/errors'
import type { Localisation } from '@renderer/i18n'
import type { ProviderFormText } from '@renderer/i18n/provider-form-text'

/** What Check found, in words of its own where they say more than the general ones; null: those. */
export function checkWords({ code }: Failure, host: string, { text }: Pick<Localisation, 'text'>, words: Pick<ProviderFormText, 'region403' | 'noModel'>): string | null {
  const { failed } = text.providers
  switch (code) {
    case 'key-rejected':
      return failed.keyRejected
    case 'out-of-credit':
      return failed.noCredit
    case 'wrong-address':
      return failed.wrongAddress
    case 'offline':
      return failed.offline
    case 'network':
    case 'timeout':
      return failed.unreachable(host)
    case 'clock-wrong':
      return failed.clockWrong
    case 'region-blocked':
      return words.region403
    case 'no-model':
      return words.noModel
    default:
      return null
  }
}
