import { webApp as en } from './en/web-app'
import type { Language } from './index'
import { webApp as zhCN } from './zh-CN/web-app'

export type WebAppText = typeof en

const texts: Record<Language, WebAppText> = { en, 'zh-CN': zhCN }

/** Words of the app in a browser. Apart from the rest: the desktop never shows them. */
export const webAppTextFor = (language: Language): WebAppText => texts[language]
