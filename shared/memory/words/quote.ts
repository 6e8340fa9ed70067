import { comparable, substanceOf } from './normal'

/** Shorter quotes occur anywhere and prove nothing. */
const leastSubstance = 3

/**
 * Whether the quote stands in the source, in whole words. Width, case, white space, quote marks, dashes and hidden
 * characters make no difference; a quote needs three letters or two ideographs.
 */
export function quoteOccurs(quote: string, source: string): boolean {
  const wanted = comparable(quote)
  return substanceOf(wanted) >= leastSubstance && wholeWordIndex(comparable(source), wanted) !== -1
}

/** Where the wanted text begins in a comparable text without cutting a word in two; -1 where nowhere. */
export function wholeWordIndex(text: string, wanted: string, from = 0): number {
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!cutsWord(text, at, wanted) && !cutsWord(text, at + wanted.length, wanted)) return at
  }
  return -1
}

const spacedLetter = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]/u

function cutsWord(text: string, at: number, wanted: string): boolean {
  return wanted !== '' && spacedLetter.test(text.charAt(at - 1)) && spacedLetter.test(text.charAt(at))
}
