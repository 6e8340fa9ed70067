export interface Sentence {
  readonly text: string
  readonly start: number
  readonly end: number
}

const end = /[.!?]+["')\]]*(?=\s|$)|[。！？!?]+[”」』）"]*|…+|\n+/g
const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|prof|vs|etc|e\.g|i\.e|no|approx|dept|jr|sr|[a-z])\.$/i

/** The sentences of a text with their places, trimmed; a line break ends a sentence. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = []
  let start = 0
  for (const match of text.matchAll(end)) {
    const stop = match.index + match[0].length
    if (match[0] === '.' && isInside(text, start, stop)) continue
    add(text, start, stop, found)
    start = stop
  }
  add(text, start, text.length, found)
  return found
}

/** A point that ends no sentence: after an abbreviation, or where the next word goes on in lower case. */
function isInside(text: string, start: number, stop: number): boolean {
  if (abbreviation.test(text.slice(Math.max(start, stop - 8), stop))) return /\S/.test(text.slice(stop, stop + 3))
  return false
}

function add(text: string, start: number, stop: number, found: Sentence[]): void {
  const piece = text.slice(start, stop)
  const trimmed = piece.trim()
  if (trimmed === '') return
  const from = start + piece.indexOf(trimmed.charAt(0))
  found.push({ text: trimmed, start: from, end: from + trimmed.length })
}
