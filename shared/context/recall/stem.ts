import { irregularForms } from './irregular-forms'

/**
 * The stem of an English word in lower case, after the rules of Porter's second English stemmer; irregular forms
 * ("went", "children") are led to their base first. Words of other languages in Latin script come through little changed.
 */
export function stemEnglish(word: string): string {
  const base = irregularForms.get(word) ?? word
  const exception = exceptions.get(base)
  if (exception !== undefined) return exception
  if (base.length <= 2 || !isPlainLatin.test(base)) return base
  return stemRegular(base)
}

const isPlainLatin = /^[a-z']+$/
const vowel = '[aeiouy]'
const hasVowel = new RegExp(vowel)
const double = /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/
// A syllable that ends a short word: vowel and consonant, not w, x or Y; or a vowel and consonant that are the word.
const shortSyllable = /([^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/

const exceptions: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ skis: 'ski', skies: 'sky', dying: 'die', lying: 'lie', tying: 'tie', idly: 'idl', gently: 'gentl', ugly: 'ugli', early: 'earli' },
  ...{ only: 'onli', singly: 'singl', sky: 'sky', news: 'news', howe: 'howe', atlas: 'atlas', cosmos: 'cosmos', bias: 'bias', andes: 'andes' },
  ...{ inning: 'inning', outing: 'outing', canning: 'canning', herring: 'herring', earring: 'earring', proceed: 'proceed' },
  ...{ innings: 'inning', outings: 'outing', earrings: 'earring', exceed: 'exceed', succeed: 'succeed' },
}))

type Replacement = readonly [suffix: string, by: string]

// Longest first: the first suffix that the word ends with decides, whether it is replaced or not.
const derivations: readonly Replacement[] = [
  ...([['ational', 'ate'], ['ization', 'ize'], ['fulness', 'ful'], ['ousness', 'ous'], ['iveness', 'ive']] as const),
  ...([['tional', 'tion'], ['biliti', 'ble'], ['lessli', 'less'], ['entli', 'ent'], ['ation', 'ate'], ['alism', 'al']] as const),
  ...([['aliti', 'al'], ['ousli', 'ous'], ['iviti', 'ive'], ['fulli', 'ful'], ['enci', 'ence'], ['anci', 'ance']] as const),
  ...([['abli', 'able'], ['izer', 'ize'], ['ator', 'ate'], ['alli', 'al'], ['bli', 'ble']] as const),
]
const qualities: readonly Replacement[] = [
  ...([['ational', 'ate'], ['tional', 'tion'], ['alize', 'al'], ['icate', 'ic'], ['iciti', 'ic'], ['ical', 'ic']] as const),
  ...([['ness', ''], ['ful', '']] as const),
]
const endings = /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/

function stemRegular(word: string): string {
  const marked = word
    .replace(/^'/, '')
    .replace(/^y/, 'Y')
    .replace(/([aeiouy])y/g, '$1Y')
    .replace(/'s?'?$/, '')
  const singular = withoutPlural(marked)
  const { r1, r2 } = regions(marked)
  const plain = withoutTense(singular, r1).replace(/(.[^aeiouy])[yY]$/, '$1i')
  const derived = afterDerivation(plain, r1)
  const quality = afterQuality(derived, r1, r2)
  return withoutLast(withoutEnding(quality, r2), r1, r2).toLowerCase()
}

/** Where R1 and R2 begin: behind the first consonant that follows a vowel, and again from there. */
function regions(word: string): { readonly r1: number; readonly r2: number } {
  const prefix = /^(gener|commun|arsen)/.exec(word)
  const r1 = prefix === null ? behindSyllable(word, 0) : prefix[0].length
  return { r1, r2: behindSyllable(word, r1) }
}

function behindSyllable(word: string, from: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(from))
  return match === null ? word.length : from + match.index + 2
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[sd]$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1)
  if (/(us|ss)$/.test(word) || !word.endsWith('s')) return word
  return hasVowel.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function withoutTense(word: string, r1: number): string {
  const agreed = /(eed|eedly)$/.exec(word)
  if (agreed !== null) return agreed.index >= r1 ? `${word.slice(0, agreed.index)}ee` : word
  const tense = /(ed|edly|ing|ingly)$/.exec(word)
  if (tense === null || !hasVowel.test(word.slice(0, tense.index))) return word
  const stem = word.slice(0, tense.index)
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (double.test(stem)) return stem.slice(0, -1)
  return r1 >= stem.length && shortSyllable.test(stem) ? `${stem}e` : stem
}

function afterDerivation(word: string, r1: number): string {
  const found = derivations.find(([suffix]) => word.endsWith(suffix))
  if (found !== undefined) return replaced(word, found, r1)
  if (/logi$/.test(word)) return replaced(word, ['ogi', 'og'], r1)
  return /[cdeghkmnrt]li$/.test(word) ? replaced(word, ['li', ''], r1) : word
}

function afterQuality(word: string, r1: number, r2: number): string {
  if (word.endsWith('ative')) return replaced(word, ['ative', ''], r2)
  const found = qualities.find(([suffix]) => word.endsWith(suffix))
  return found === undefined ? word : replaced(word, found, r1)
}

function withoutEnding(word: string, r2: number): string {
  const ending = endings.exec(word)
  if (ending !== null) return ending.index >= r2 ? word.slice(0, ending.index) : word
  return /[st]ion$/.test(word) ? replaced(word, ['ion', ''], r2) : word
}

function withoutLast(word: string, r1: number, r2: number): string {
  const last = word.length - 1
  if (word.endsWith('e')) return last >= r2 || (last >= r1 && !shortSyllable.test(word.slice(0, -1))) ? word.slice(0, -1) : word
  return word.endsWith('ll') && last >= r2 ? word.slice(0, -1) : word
}

const replaced = (word: string, [suffix, by]: Replacement, from: number): string =>
  word.length - suffix.length >= from ? word.slice(0, word.length - suffix.length) + by : word
