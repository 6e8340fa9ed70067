/** Characters that are not seen: zero-width, direction marks, variation selectors, fillers and Unicode tags. */
const hidden =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu
const singleQuotes = /[‘’‚‛′`´ʼ]/g
const doubleQuotes = /[“”„‟″«»「」『』〝〞]/g
const dashes = /[‐‑‒–—―−⸺﹘﹣]/g
const clusters = /\P{M}\p{M}{0,8}|\p{M}/gsu
/** Single signs that the compatible form writes out as a whole phrase: a text would grow to many times its length. */
const phraseSigns = /[\ufdfa\ufdfb]/g
const isAscii = /^[\x00-\x7f]*$/

export const withoutHidden = (text: string): string => text.replace(hidden, '')

/** One width, one kind of quote mark and dash, nothing hidden; line breaks and case stay. */
export function oneWidth(text: string): string {
  if (isAscii.test(text)) return text
  return withoutHidden(text).replace(phraseSigns, '\ufffd').normalize('NFKC').replace(hidden, '').replace(singleQuotes, "'").replace(doubleQuotes, '"').replace(dashes, '-')
}

/** What two texts are compared by: one width, one case, one space for any white space and none beside Han characters. */
export function comparable(text: string): string {
  return oneWidth(text)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\p{Script=Han}，。、！？；：]) | (?=[\p{Script=Han}，。、！？；：])/gu, '')
    .trim()
}

/** A text in one width whose every position leads back to the text as it was written. */
export interface MappedText {
  readonly text: string
  /** Where the character at this position begins in the text as written; one more than there are characters. */
  readonly origin: (index: number) => number
}

export function mapped(text: string): MappedText {
  if (isAscii.test(text)) return { text, origin: (index) => index }
  const pieces: string[] = []
  const origins: number[] = []
  for (const match of text.matchAll(clusters)) {
    const piece = oneWidth(match[0])
    pieces.push(piece)
    for (let index = 0; index < piece.length; index += 1) origins.push(match.index)
  }
  origins.push(text.length)
  return { text: pieces.join(''), origin: (index) => origins[index] ?? text.length }
}

/** How many letters or ideographs a text has, an ideograph counting as one and a half. */
export function substanceOf(text: string): number {
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return (text.match(/\p{L}/gu)?.length ?? 0) + ideographs / 2
}
