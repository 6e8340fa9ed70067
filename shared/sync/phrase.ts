import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { fail, ok, type Result } from '../result'

/** What is wrong with a typed recovery phrase. `word` counts from 1. */
export type PhraseFault =
  | { readonly kind: 'word-count'; readonly words: number }
  | { readonly kind: 'unknown-word'; readonly word: number; readonly typed: string; readonly suggestion: string | null }
  | { readonly kind: 'checksum' }

export const phraseWordCount = 24

/** The 2,048 words of BIP39: four letters are enough to tell any two apart. */
export const phraseWords: readonly string[] = wordlist

export const entropyToPhrase = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

/** The words as typed, numbers and punctuation around them taken away. */
export function splitPhrase(typed: string): string[] {
  return typed.normalize('NFKD').toLowerCase().match(/[a-z]+/g) ?? []
}

/** @returns the 32 bytes behind 24 words, or the first fault. */
export function phraseToEntropy(typed: string): Result<Uint8Array, PhraseFault> {
  const words = splitPhrase(typed)
  const known: string[] = []
  for (const [index, word] of words.entries()) {
    const found = wordOf(word)
    if (found === null) return fail({ kind: 'unknown-word', word: index + 1, typed: word, suggestion: nearestWord(word) })
    known.push(found)
  }
  if (known.length !== phraseWordCount) return fail({ kind: 'word-count', words: known.length })
  try {
    return ok(mnemonicToEntropy(known.join(' '), wordlist))
  } catch {
    return fail({ kind: 'checksum' })
  }
}

function wordOf(typed: string): string | null {
  if (wordlist.includes(typed)) return typed
  return typed.length === 4 ? (wordlist.find((word) => word.startsWith(typed)) ?? null) : null
}

/** The one word that is a single slip away (a letter more, less, other, or two exchanged), null where none or several are. */
export function nearestWord(typed: string): string | null {
  const near = wordlist.filter((word) => isOneSlipAway(typed, word))
  return near.length === 1 ? (near[0] ?? null) : null
}

function isOneSlipAway(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1) return false
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at += 1
  const rests = [
    [typed.slice(at + 1), word.slice(at + 1)],
    [typed.slice(at + 1), word.slice(at)],
    [typed.slice(at), word.slice(at + 1)],
    [`${typed[at + 1] ?? ''}${typed[at] ?? ''}${typed.slice(at + 2)}`, word.slice(at)],
  ]
  return rests.some(([left, right]) => left === right)
}
