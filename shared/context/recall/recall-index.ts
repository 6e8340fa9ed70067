import { DocumentTable, type DocumentNumber } from './document-table'
import { passageLine, type RecallMessage } from './message'
import { stemEnglish } from './stem'
import { readSegment, segmentSize, writeSegment } from './segment'
import { GrowingLists, packLists, unpackLists, type WordLists } from './word-lists'
import { wordsOf } from './words'

export interface RecallIndexOptions {
  /** Tokens of a text; what a message costs is counted once, when it comes in. */
  readonly countTokens: (text: string) => number
}

/** A part of the index as it is stored: bytes that stay the same until a message in them comes or goes. */
export interface StoredSegment {
  readonly number: number
  readonly bytes: Uint8Array
}

/** Words of one message that are indexed; the rest of a pasted book is not searched for. */
const mostWords = 20_000
const mostStems = 50_000

/**
 * An inverted index over messages, without their texts. Adding and removing in any order gives the same ranking as
 * building it anew from what is left.
 */
export class RecallIndex {
  readonly documents = new DocumentTable()
  readonly #segments: WordLists[] = []
  readonly #stored = new Map<number, StoredSegment>()
  readonly #options: RecallIndexOptions
  readonly #stems = new Map<string, string>()

  constructor(options: RecallIndexOptions) {
    this.#options = options
  }

  /** Messages in it. */
  get size(): number {
    return this.documents.size
  }

  /** A message whose id is already there takes the place of the old one. */
  add(messages: readonly RecallMessage[]): void {
    this.remove(messages.map(({ id }) => id))
    const newest = new Map(messages.map((message) => [message.id, message]))
    this.documents.link([...newest.values()].sort(byTime).map((message) => this.#append(message)))
  }

  /** Unknown ids are passed over. Nothing of a removed message stays in what `store` gives. */
  remove(ids: Iterable<string>): void {
    const touched = new Set<number>()
    for (const id of ids) {
      const number = this.documents.numberOf(id)
      if (number === undefined) continue
      this.documents.remove(number)
      touched.add(segmentOf(number))
    }
    if (touched.size > 0) this.#stems.clear()
    for (const segment of touched) this.#rewrite(segment)
  }

  has(id: string): boolean {
    return this.documents.numberOf(id) !== undefined
  }

  idsBySession(): Map<string, string[]> {
    const bySession = new Map<string, string[]>()
    const { ids, session, sessions } = this.documents
    ids.forEach((id, number) => {
      if (id === '') return
      const name = sessions.names[session[number] ?? 0] ?? ''
      const others = bySession.get(name)
      if (others === undefined) bySession.set(name, [id])
      else others.push(id)
    })
    return bySession
  }

  /** The message is there with this text (spaces and case do not count). */
  holds({ id, text }: Pick<RecallMessage, 'id' | 'text'>): boolean {
    const number = this.documents.numberOf(id)
    return number !== undefined && this.documents.print[number] === printOf(text)
  }

  /** Messages that hold the word, as `wordsOf` gives it. */
  countOf(word: string): number {
    return this.#segments.reduce((total, lists) => total + lists.countOf(word), 0)
  }

  forEach(word: string, visit: (number: DocumentNumber, occurrences: number) => void): void {
    this.#segments.forEach((lists, segment) => {
      const first = segment * segmentSize
      lists.forEach(word, (local, occurrences) => visit(first + local, occurrences))
    })
  }

  /** The index as bytes. A segment that did not change since the last call is the same object. */
  store(): StoredSegment[] {
    return this.#segments.map((lists, number) => {
      const known = this.#stored.get(number)
      if (known !== undefined) return known
      const stored = { number, bytes: writeSegment(number, this.documents, lists) }
      this.#stored.set(number, stored)
      return stored
    })
  }

  /** Takes up what `store` gave; the index has to be empty. @throws where bytes are of another format or missing. */
  load(stored: readonly StoredSegment[]): void {
    for (const segment of [...stored].sort((a, b) => a.number - b.number)) {
      if (this.documents.count !== segment.number * segmentSize) throw new Error(`no recall segment before ${segment.number}`)
      this.#segments[segment.number] = readSegment(segment.bytes, this.documents)
      this.#stored.set(segment.number, segment)
    }
    const numbers = Array.from({ length: this.documents.count }, (_, number) => number)
    const present = numbers.filter((number) => this.documents.isPresent(number))
    this.documents.link(present.sort((a, b) => (this.documents.isBefore(a, b) ? -1 : 1)))
  }

  #append(message: RecallMessage): DocumentNumber {
    const words = wordsOf(message.text, (word) => this.#stem(word)).slice(0, mostWords)
    const number = this.documents.place(message, {
      wordCount: words.length,
      cost: this.#options.countTokens(passageLine(message)),
      print: printOf(message.text),
      isQuestion: /[?？]\s*$/.test(message.text),
    })
    this.#growing(segmentOf(number)).add(number % segmentSize, words)
    return number
  }

  #growing(segment: number): GrowingLists {
    this.#stored.delete(segment)
    const lists = this.#segments[segment]
    if (lists instanceof GrowingLists) return lists
    const before = this.#segments[segment - 1]
    if (lists === undefined && before instanceof GrowingLists) this.#segments[segment - 1] = packLists(before)
    const growing = lists === undefined ? new GrowingLists() : unpackLists(lists)
    this.#segments[segment] = growing
    return growing
  }

  /** Without the messages that are gone. */
  #rewrite(segment: number): void {
    this.#stored.delete(segment)
    const lists = this.#segments[segment]
    if (lists === undefined) return
    const isKept = (local: number): boolean => this.documents.isPresent(segment * segmentSize + local)
    this.#segments[segment] = lists instanceof GrowingLists ? unpackLists(lists, isKept) : packLists(lists, isKept)
  }

  #stem(word: string): string {
    const known = this.#stems.get(word)
    if (known !== undefined) return known
    if (this.#stems.size >= mostStems) this.#stems.clear()
    const stem = stemEnglish(word)
    this.#stems.set(word, stem)
    return stem
  }
}

const segmentOf = (number: DocumentNumber): number => Math.floor(number / segmentSize)

const byTime = (a: RecallMessage, b: RecallMessage): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

/** Two texts that differ only in spaces and case have the same print. */
function printOf(text: string): number {
  let print = 2_166_136_261
  for (const character of text.toLowerCase().replace(/\s+/g, ' ').trim()) {
    print = Math.imul(print ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  return print >>> 0
}
