import { background as en } from './en/background'
import { useLocalisation, type Language } from './index'
import { background as zhCN } from './zh-CN/background'

export type BackgroundText = typeof en

const texts: Record<Language, BackgroundText> = { en, 'zh-CN': zhCN }

/** Words about what runs after a conversation. Apart from the rest, so that they load with the settings. */
export const useBackgroundText = (): BackgroundText => texts[useLocalisation().language]
