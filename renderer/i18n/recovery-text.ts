import { recovery as en } from './en/recovery'
import { useLocalisation, type Language } from './index'
import { recovery as zhCN } from './zh-CN/recovery'

export type RecoveryText = typeof en

const texts: Record<Language, RecoveryText> = { en, 'zh-CN': zhCN }

/** Words of the Recovery screen. Apart from the rest, so that they load with it and not before. */
export const recoveryTextFor = (language: Language): RecoveryText => texts[language]

export const useRecoveryText = (): RecoveryText => texts[useLocalisation().language]
