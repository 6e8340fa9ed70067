import { files as en } from './en/files'
import { useLocalisation, type Language } from './index'
import { files as zhCN } from './zh-CN/files'

export type FilesText = typeof en

const texts: Record<Language, FilesText> = { en, 'zh-CN': zhCN }

/** Words of attached files; they load with the first of them. */
export const filesTextFor = (language: Language): FilesText => texts[language]

export const useFilesText = (): FilesText => texts[useLocalisation().language]
