import { stopWords } from './recall/stop-words'
import { wordsOf } from './recall/words'

/** A statement by its telling words, whatever the words between them. */
export interface StatementForm {
  readonly words: ReadonlySet<string>
  /** Pairs of characters in writing without spaces: half of them is enough, the rest depends on the order of words. */
  readonly pairs: ReadonlySet<string>
  /** Letters that a text has to hold to state it: looked for first, because that is quick. */
  readonly anchor: string
}

/** null: it has no telling word. */
export function statementForm(statement: string): StatementForm | null {
  const telling = tellingWords(statement)
  const anchor = anchorOf(statement)
  if (telling.length === 0 || anchor === '') return null
  return { words: new Set(telling.filter((word) => !isPair.test(word))), pairs: new Set(telling.filter((word) => isPair.test(word))), anchor }
}

const isPair = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}$/u

const tellingWords = (text: string): string[] => wordsOf(text).filter((word) => !stopWords.has(word)).map((word) => verbs[word] ?? word)

/** "Lives" is read as several of a life, for searching; a statement about a person has it as what they do. */
const verbs: Readonly<Record<string, string | undefined>> = { life: 'live' }

const runs = /\p{Script=Han}{1,}|[\p{L}\p{N}\p{M}]+/gu
/** Of a word its beginning: the rest changes with its use. */
const anchorLetters = 4

/** The longest word is the most telling one; in Chinese the end of the longest run, where the thing stands that is spoken of. */
function anchorOf(statement: string): string {
  const tokens = (statement.normalize('NFKC').toLowerCase().match(runs) ?? []).filter((token) => tellingWords(token).length > 0)
  const longest = tokens.reduce((best, token) => (token.length > best.length ? token : best), '')
  return /\p{Script=Han}/u.test(longest) ? (tellingWords(longest).findLast((word) => isPair.test(word)) ?? longest) : longest.slice(0, anchorLetters)
}

const sentences = /[^.!?;。！？；\n]+/g

/** A text whose sentences are taken apart once, and only if somebody looks. */
export class SaidText {
  readonly #text: string
  readonly #folded: string
  #sentences: readonly ReadonlySet<string>[] | null = null

  constructor(text: string) {
    this.#text = text
    this.#folded = text.normalize('NFKC').toLowerCase()
  }

  /**
   * Whether a sentence has all telling words of the form. A form of one word is stated only where the sentence says nothing else:
   * "I am vegetarian", but not "vegetarian food near the station".
   */
  states({ words, pairs, anchor }: StatementForm): boolean {
    if (!this.#folded.includes(anchor)) return false
    this.#sentences ??= (this.#text.match(sentences) ?? []).map((sentence) => new Set(tellingWords(sentence)))
    return this.#sentences.some((said) => {
      if (said.size < words.size) return false
      for (const word of words) if (!said.has(word)) return false
      const pairsSaid = [...pairs].filter((pair) => said.has(pair)).length
      return pairsSaid >= pairs.size / 2 && (words.size + pairs.size > 1 || said.size === 1)
    })
  }
}
