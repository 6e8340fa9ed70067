import { chatMemory as en } from './en/chat-memory'
import { useLocalisation, type Language } from './index'
import { chatMemory as zhCN } from './zh-CN/chat-memory'

export type ChatMemoryText = typeof en

const texts: Record<Language, ChatMemoryText> = { en, 'zh-CN': zhCN }

/** Words about memory in the conversation. Apart from the rest, so that they load with what shows them. */
export const useChatMemoryText = (): ChatMemoryText => texts[useLocalisation().language]
