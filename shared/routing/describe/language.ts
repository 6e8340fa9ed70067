/** ISO 639-1 by the script that most letters are of; Latin letters are told apart by common words. */

/** Languages that write (nearly) alone in a script. Kana before Han: Japanese uses both. */
const byScript: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
]

const commonWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('the and of to is in that it for you with this what how are on can my do not'),
  de: words('der die das und ist nicht ich ein eine zu wie mit auf für den von es sich dass kann'),
  fr: words('le la les et est une des je que pour dans pas vous avec sur ce qui comment du au'),
  es: words('el los las y es una que para con por no se como del qué en lo mi su más'),
  it: words('il che di è un una per non con sono come gli del della mi si nel più cosa ho'),
  pt: words('o os as e é um uma que para com não por como do da em se mais você meu'),
  nl: words('de het een en is niet ik van dat voor met op hoe zijn er wat je maar mijn te'),
}

/** Enough to tell the language of a text of any length. */
const looksAtCharacters = 8_000
/** A letter of these scripts says more than a Latin one: a few Latin names do not make a Chinese question English. */
const lettersPerSyllable = 3

/** The language of most of a text; English where nothing tells. Linear in the first 8,000 characters. */
export function languageOf(text: string): string {
  const seen = text.slice(0, looksAtCharacters)
  const latin = count(seen, /\p{Script=Latin}/gu)
  const counted = byScript.map(([language, letters]) => ({ language, letters: count(seen, letters) }))
  const most = withJapanese(counted).reduce((best, next) => (next.letters > best.letters ? next : best))
  return most.letters * lettersPerSyllable > latin ? most.language : latinLanguageOf(seen)
}

/** Text with more than a few kana is Japanese, however many of its characters are Han. */
function withJapanese(counted: readonly { readonly language: string; readonly letters: number }[]): readonly { readonly language: string; readonly letters: number }[] {
  const of = (language: string): number => counted.find((one) => one.language === language)?.letters ?? 0
  if (of('ja') * 8 < of('zh')) return counted
  return counted.map((one) => (one.language === 'ja' && one.letters > 0 ? { ...one, letters: one.letters + of('zh') } : one))
}

function latinLanguageOf(text: string): string {
  const found = text.toLowerCase().match(/\p{Script=Latin}+/gu) ?? []
  let best = { language: 'en', hits: 0 }
  for (const [language, common] of Object.entries(commonWords)) {
    const hits = found.filter((word) => common.has(word)).length
    if (hits > best.hits) best = { language, hits }
  }
  return best.language
}

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
