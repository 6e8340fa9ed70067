import { providerForm as en } from './en/provider-form'
import { useLocalisation, type Language } from './index'
import { providerForm as zhCN } from './zh-CN/provider-form'

export type ProviderFormText = typeof en

const texts: Record<Language, ProviderFormText> = { en, 'zh-CN': zhCN }

/** Words of a provider's form and row. Apart from the rest, so that they load with those and not before. */
export const providerFormTextFor = (language: Language): ProviderFormText => texts[language]

export const useProviderFormText = (): ProviderFormText => texts[useLocalisation().language]
