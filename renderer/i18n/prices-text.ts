import { prices as en } from './en/prices'
import { useLocalisation, type Language } from './index'
import { prices as zhCN } from './zh-CN/prices'

export type PricesText = typeof en

const texts: Record<Language, PricesText> = { en, 'zh-CN': zhCN }

/** Words of prices; they load with their screen. */
export const pricesTextFor = (language: Language): PricesText => texts[language]

export const usePricesText = (): PricesText => texts[useLocalisation().language]
