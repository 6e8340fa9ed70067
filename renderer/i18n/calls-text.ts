import type { FailureCode } from '@shared/errors'
import { calls as en } from './en/calls'
import { useLocalisation, type Language } from './index'
import { calls as zhCN } from './zh-CN/calls'

export type CallsText = typeof en

const texts: Record<Language, CallsText> = { en, 'zh-CN': zhCN }

/** Words about calls that wait, move on and go by several routes. Apart from the rest, so that they load with what shows them. */
export const useCallsText = (): CallsText => texts[useLocalisation().language]

type Reason = keyof CallsText['reasons']

/** What is the matter with a service, after its name. */
export function reasonOf(code: FailureCode, { reasons }: CallsText): CallsText['reasons'][Reason] {
  return code in reasons ? reasons[code as Reason] : reasons.other
}
