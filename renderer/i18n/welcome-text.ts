import { welcome as en } from './en/welcome'
import { useLocalisation, type Language } from './index'
import { welcome as zhCN } from './zh-CN/welcome'

export type WelcomeText = typeof en

const texts: Record<Language, WelcomeText> = { en, 'zh-CN': zhCN }

/** Words of the first run. Apart from the rest, so that they load with it and not before. */
export const welcomeTextFor = (language: Language): WelcomeText => texts[language]

export const useWelcomeText = (): WelcomeText => texts[useLocalisation().language]
