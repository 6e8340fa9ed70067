import { memory as en } from './en/memory'
import { useLocalisation, type Language } from './index'
import { memory as zhCN } from './zh-CN/memory'

export type MemoryText = typeof en

const texts: Record<Language, MemoryText> = { en, 'zh-CN': zhCN }

/** Words of the memory screens. Apart from the rest, so that they load with those screens and not before. */
export const memoryTextFor = (language: Language): MemoryText => texts[language]

export const useMemoryText = (): MemoryText => texts[useLocalisation().language]
