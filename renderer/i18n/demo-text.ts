import { demo as en } from './en/demo'
import { useLocalisation, type Language } from './index'
import { demo as zhCN } from './zh-CN/demo'

export type DemoText = typeof en

const texts: Record<Language, DemoText> = { en, 'zh-CN': zhCN }

/** Words of the demo's own panel; they load with it. */
export const demoTextFor = (language: Language): DemoText => texts[language]

export const useDemoText = (): DemoText => texts[useLocalisation().language]
