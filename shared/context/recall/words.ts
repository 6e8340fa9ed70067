import { stemEnglish } from './stem'

/** Longest run of letters that counts as one word; more is a key, a hash or a web address. */
const longestWord = 40

// Chinese, Japanese and Korean are written without spaces between words (or, in Korean, with endings glued on).
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}々〆ー'
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+(?:['’](?:(?![${unspaced}])\\p{L})+)?`, 'gu')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')
const isAscii = /^[\x00-\x7f]*$/
const asciiRuns = /[a-z0-9]+(?:'[a-z]+)?/g

const isHan = /\p{Script=Han}/u

/** Characters that hold Chinese words apart and say nothing themselves: a pair across them is noise. */
const particles = /[的了吗呢吧啊呀嘛么着]/u

/**
 * The words that a text is found by, in order, repeated as they occur: English words as stems, other words in lower
 * case, Chinese, Japanese and Korean as overlapping pairs of characters, Han characters also one by one.
 */
export function wordsOf(text: string, stem: (word: string) => string = stemEnglish): string[] {
  const found: string[] = []
  if (isAscii.test(text)) {
    for (const [run] of text.toLowerCase().matchAll(asciiRuns)) addWord(run, stem, found)
    return found
  }
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(runs)) {
    if (isUnspaced.test(run)) addPairs(run, found)
    else addWord(withoutAccents(run), stem, found)
  }
  return found
}

function addWord(run: string, stem: (word: string) => string, found: string[]): void {
  if (run.length > longestWord) return
  const apostrophe = run.search(/['’]/)
  found.push(stem(apostrophe > 0 ? run.slice(0, apostrophe) : run))
}

function addPairs(run: string, found: string[]): void {
  for (const part of run.split(particles)) {
    const characters = [...part]
    for (const character of characters) if (isHan.test(character)) found.push(character)
    for (let index = 1; index < characters.length; index += 1) found.push(`${characters[index - 1]}${characters[index]}`)
  }
}

const withoutAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
