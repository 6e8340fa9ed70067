import { describe, expect, test } from 'vitest'
import { findSecrets, hasSecret, redactSecrets } from '@shared/memory/words'
import { harmlessTexts, secretTexts } from '../../../fixtures/words-secrets'

describe('MEM-11 secrets are found', () => {
  test.each(secretTexts)('%s', (text, kind, secret) => {
    const found = findSecrets(text)
    expect(found.map((item) => item.kind)).toContain(kind)
    const at = text.indexOf(secret)
    const covering = found.find(({ start, end }) => start <= at && end >= at + secret.length)
    expect(covering, JSON.stringify(found.map(({ start, end }) => text.slice(start, end)))).toBeDefined()
    expect(hasSecret(redactSecrets(text))).toBe(false)
  })

  test('nothing but the secret is covered', () => {
    const text = 'Hello, my password is hunter2, and I live in Lyon.'
    expect(redactSecrets(text)).toBe('Hello, my password is [redacted], and I live in Lyon.')
  })

  test('positions are those of the text as written', () => {
    const text = '你好，ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２。再见'
    expect(redactSecrets(text)).toBe('你好，ｐａｓｓｗｏｒｄ：[redacted]。再见')
  })
})

describe('MEM-11 ordinary sentences hold no secret', () => {
  test.each(harmlessTexts.map((text) => [text]))('%s', (text) => {
    expect(findSecrets(text).map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`)).toEqual([])
  })
})
