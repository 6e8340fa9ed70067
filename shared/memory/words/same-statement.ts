import { comparable } from './normal'
import { predicateOf } from './predicate'

/**
 * Whether two statements about the person say the same: list marks, articles, person, case, width and closing
 * punctuation make no difference; another value, a negation or another tense does.
 */
export const sameStatement = (a: string, b: string): boolean => normalForm(a) === normalForm(b)

/**
 * A name for what a statement says: 11 characters (64 bits), equal wherever `sameStatement` holds. It is stored, so
 * a change of the normal form makes older ones unknown.
 */
export const fingerprintOf = (text: string): string => base62(hash64(normalForm(text)))

/** A text of nothing but punctuation stands for itself. */
export function normalForm(statement: string): string {
  const predicate = predicateOf(statement)
  const isChinese = /\p{Script=Han}/u.test(predicate)
  const words = predicate.match(/[\p{L}\p{N}\p{M}'+#%&€$£¥]+(?:[.,:/@-][\p{L}\p{N}'+#]+)*/gu) ?? []
  const telling = words.map(withoutQuotes).filter((word) => word !== '' && !articles.has(word))
  const [first, ...rest] = telling
  const meant = first === 'my' || first === 'be' ? rest : telling
  const joined = meant.filter((word, index) => word !== 'be' || index > 3).join(isChinese ? '' : ' ')
  const result = isChinese ? joined.replace(/^是/u, '') : joined
  return result === '' ? comparable(statement) : result
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'the'])

const withoutQuotes = (word: string): string => word.replace(/^'+|'+$/g, '')

/** Two 32-bit halves after cyrb53, as one number of 64 bits. */
function hash64(text: string): bigint {
  let first = 0xdeadbeef
  let second = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 2654435761)
    second = Math.imul(second ^ code, 1597334677)
  }
  const high = mixed(first, second)
  const low = mixed(second, first)
  return (BigInt(high) << 32n) | BigInt(low)
}

const mixed = (own: number, other: number): number =>
  (Math.imul(own ^ (own >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)) >>> 0

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint): string {
  let rest = value
  let text = ''
  for (let place = 0; place < 11; place += 1) {
    text = digits.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
