import { proxy as en } from './en/proxy'
import { useLocalisation, type Language } from './index'
import { proxy as zhCN } from './zh-CN/proxy'

export type ProxyText = typeof en

const texts: Record<Language, ProxyText> = { en, 'zh-CN': zhCN }

/** Words of a proxy's fields. Apart from the rest, so that they load with the form and not before. */
export const proxyTextFor = (language: Language): ProxyText => texts[language]

export const useProxyText = (): ProxyText => texts[useLocalisation().language]
