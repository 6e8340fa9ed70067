import { describe, expect, test } from 'vitest'
import { isPlainStatement } from '@shared/memory/words'
import { otherWords, plainStatements, type QuoteCase } from '../../../fixtures/words-plain'

const pairOf = (item: QuoteCase): readonly [string, string] => (typeof item === 'string' ? [item, item] : item)

describe('a plain statement about oneself', () => {
  test.each(plainStatements.map(pairOf))('%j of %j', (quote, message) => expect(isPlainStatement(quote, message)).toBe(true))
})

describe('no plain statement about oneself', () => {
  test.each(otherWords.map(pairOf))('%j of %j', (quote, message) => expect(isPlainStatement(quote, message)).toBe(false))
})
