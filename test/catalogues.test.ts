import { describe, expect, test } from 'vitest'
import { en } from '@renderer/i18n/en'
import { demoTextFor } from '@renderer/i18n/demo-text'
import { filesTextFor } from '@renderer/i18n/files-text'
import { memoryTextFor } from '@renderer/i18n/memory-text'
import { pricesTextFor } from '@renderer/i18n/prices-text'
import { providerFormTextFor } from '@renderer/i18n/provider-form-text'
import { recoveryTextFor } from '@renderer/i18n/recovery-text'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { welcomeTextFor } from '@renderer/i18n/welcome-text'
import { zhCN } from '@renderer/i18n/zh-CN'

const chinese = /\p{Script=Han}/u

// Names, units and examples that are written alike in both languages.
const sameInBoth = [
  /^(Commonplace|OpenAI|Anthropic|Claude|ChatGPT|Gemini|GPT|Ollama|LM Studio|llama\.cpp|Markdown|PDF|English|中文|简体中文)$/,
  /^(OpenAI Chat Completions|OpenAI Responses|Anthropic Messages|Google Gemini|Grok)$/,
  /^(sk-|https?:\/\/)\S*$/,
  // The way back is said in the language that it leads to.
  /^(Switch to English|切换到简体中文)$/,
]

/** `path → text`; a function stands for its source, which holds its words. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[`${path}(${value.length})`, String(value)]]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => textsOf(item, path === '' ? key : `${path}.${key}`))
  }
  return [[path, typeof value]]
}

// Words of some screens come with those screens and are in no catalogue.
const english = textsOf({ ...en, demo: demoTextFor('en'), files: filesTextFor('en'), memory: memoryTextFor('en'), prices: pricesTextFor('en'), sync: syncTextFor('en'), recovery: recoveryTextFor('en'), welcome: welcomeTextFor('en'), providerForm: providerFormTextFor('en') })
const simplified = textsOf({ ...zhCN, demo: demoTextFor('zh-CN'), files: filesTextFor('zh-CN'), memory: memoryTextFor('zh-CN'), prices: pricesTextFor('zh-CN'), sync: syncTextFor('zh-CN'), recovery: recoveryTextFor('zh-CN'), welcome: welcomeTextFor('zh-CN'), providerForm: providerFormTextFor('zh-CN') })
const isSameInBoth = (text: string) => sameInBoth.some((pattern) => pattern.test(text))
const wordsOf = (text: string) => (isFunctionSource(text) ? (text.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? []).join(' ') : text)

function isFunctionSource(text: string): boolean {
  return text.includes('=>') || text.startsWith('function')
}

describe('the two catalogues', () => {
  test('have the same keys and the same kinds of values', () => {
    expect(simplified.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort())
  })

  test('no English text holds Chinese, but for the name of the language', () => {
    expect(english.filter(([, text]) => chinese.test(text) && !isSameInBoth(text))).toEqual([])
  })

  test('every Chinese text is Chinese', () => {
    const foreign = simplified.filter(([, text]) => /\p{L}/u.test(wordsOf(text).replace(/\$\{[^}]*\}/g, '')))
    expect(foreign.filter(([, text]) => !chinese.test(text) && !isSameInBoth(text))).toEqual([])
  })

  test('no English sentence is left in a Chinese text', () => {
    const sentence = /\b(?!Commonplace|OpenAI|Anthropic|LM)[a-z]{2,}( [a-z]{2,}){2,}\b/
    expect(simplified.filter(([, text]) => sentence.test(wordsOf(text).replace(/\$\{[^}]*\}/g, '')))).toEqual([])
  })

  test('Chinese texts use full-width punctuation between Chinese words', () => {
    expect(simplified.filter(([, text]) => /\p{Script=Han}[,;:?!]/u.test(wordsOf(text)))).toEqual([])
  })

  test('no text is empty', () => {
    expect([...english, ...simplified].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})
