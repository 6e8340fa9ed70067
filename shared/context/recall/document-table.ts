import type { RecallMessage } from './message'

/** A place in the table: stays with its message until that is removed, and is not given to another. */
export type DocumentNumber = number

export const none = -1

/** What ranking needs of every message, in columns, so that a hundred thousand of them are walked in milliseconds. */
export class DocumentTable {
  /** Places given out, removed messages included. */
  count = 0
  /** Messages that are there. */
  size = 0
  totalWords = 0
  ids: string[] = []
  readonly sessions = new NameTable()
  readonly speakers = new NameTable()
  session = new Uint32Array(0)
  speaker = new Uint32Array(0)
  createdAt = new Float64Array(0)
  wordCount = new Uint32Array(0)
  /** Tokens of the message's line in a prompt. */
  cost = new Uint32Array(0)
  /** The same text has the same print: said twice, it is recalled once. */
  print = new Uint32Array(0)
  isQuestion = new Uint8Array(0)
  /** The messages before and after it in its session, by time. */
  previous = new Int32Array(0)
  next = new Int32Array(0)
  readonly #numbers = new Map<string, DocumentNumber>()
  readonly #last = new Map<number, DocumentNumber>()

  numberOf(id: string): DocumentNumber | undefined {
    return this.#numbers.get(id)
  }

  isPresent(number: DocumentNumber): boolean {
    return this.ids[number] !== ''
  }

  /** Takes the next place; it has no neighbours before `link`. */
  place(message: Omit<RecallMessage, 'text'>, facts: DocumentFacts): DocumentNumber {
    const number = this.reserve()
    this.ids[number] = message.id
    this.session[number] = this.sessions.use(message.sessionId)
    this.speaker[number] = this.speakers.use(message.speaker)
    this.createdAt[number] = message.createdAt
    this.wordCount[number] = facts.wordCount
    this.cost[number] = facts.cost
    this.print[number] = facts.print
    this.isQuestion[number] = facts.isQuestion ? 1 : 0
    this.#numbers.set(message.id, number)
    this.size += 1
    this.totalWords += facts.wordCount
    return number
  }

  /** An empty place, as a removed message leaves it. */
  reserve(): DocumentNumber {
    if (this.count === this.session.length) this.#grow()
    const number = this.count
    this.count += 1
    this.ids[number] = ''
    this.previous[number] = none
    this.next[number] = none
    return number
  }

  /** Leaves an empty place: nothing of the message is left in any column. */
  remove(number: DocumentNumber): void {
    const [before = none, behind = none] = [this.previous[number], this.next[number]]
    if (before !== none) this.next[before] = behind
    if (behind !== none) this.previous[behind] = before
    else if (before !== none) this.#last.set(this.session[number] ?? 0, before)
    else this.#last.delete(this.session[number] ?? 0)
    this.#numbers.delete(this.ids[number] ?? '')
    this.sessions.release(this.session[number] ?? 0)
    this.speakers.release(this.speaker[number] ?? 0)
    this.size -= 1
    this.totalWords -= this.wordCount[number] ?? 0
    this.ids[number] = ''
    const { session, speaker, createdAt, wordCount, cost, print, isQuestion } = this
    for (const column of [session, speaker, createdAt, wordCount, cost, print, isQuestion]) column[number] = 0
    this.previous[number] = none
    this.next[number] = none
  }

  /** Orders messages by time, those of one instant by id: never by the order in which they were added. */
  isBefore(one: DocumentNumber, other: DocumentNumber): boolean {
    const [time = 0, otherTime = 0] = [this.createdAt[one], this.createdAt[other]]
    return time < otherTime || (time === otherTime && (this.ids[one] ?? '') < (this.ids[other] ?? ''))
  }

  /** Joins messages, in order of time, to their sessions. */
  link(ordered: readonly DocumentNumber[]): void {
    const latest = new Map<number, DocumentNumber>()
    for (const number of ordered) {
      const session = this.session[number] ?? 0
      this.#linkBehind(number, latest.get(session) ?? none)
      latest.set(session, number)
    }
  }

  /** @param after a message of the same session that stands before it, where one is known. */
  #linkBehind(number: DocumentNumber, after: DocumentNumber): void {
    const session = this.session[number] ?? 0
    let before = after === none ? (this.#last.get(session) ?? none) : this.#lastBefore(number, after)
    while (before !== none && this.isBefore(number, before)) before = this.previous[before] ?? none
    const behind = before === none ? this.#first(session) : (this.next[before] ?? none)
    this.previous[number] = before
    this.next[number] = behind
    if (before !== none) this.next[before] = number
    if (behind === none) this.#last.set(session, number)
    else this.previous[behind] = number
  }

  #lastBefore(number: DocumentNumber, from: DocumentNumber): DocumentNumber {
    let before = from
    for (let next = this.next[before] ?? none; next !== none && this.isBefore(next, number); next = this.next[before] ?? none) before = next
    return before
  }

  #first(session: number): DocumentNumber {
    let first = this.#last.get(session) ?? none
    for (let before = first; before !== none; before = this.previous[first] ?? none) first = before
    return first
  }

  #grow(): void {
    const capacity = Math.max(1024, this.session.length * 2)
    const grown = <Column extends { set: (from: Column) => void }>(larger: Column, column: Column): Column => {
      larger.set(column)
      return larger
    }
    this.session = grown(new Uint32Array(capacity), this.session)
    this.speaker = grown(new Uint32Array(capacity), this.speaker)
    this.createdAt = grown(new Float64Array(capacity), this.createdAt)
    this.wordCount = grown(new Uint32Array(capacity), this.wordCount)
    this.cost = grown(new Uint32Array(capacity), this.cost)
    this.print = grown(new Uint32Array(capacity), this.print)
    this.isQuestion = grown(new Uint8Array(capacity), this.isQuestion)
    this.previous = grown(new Int32Array(capacity), this.previous)
    this.next = grown(new Int32Array(capacity), this.next)
  }
}

export interface DocumentFacts {
  readonly wordCount: number
  readonly cost: number
  readonly print: number
  readonly isQuestion: boolean
}

/** Names by small numbers, in the order in which they first came. */
class NameTable {
  readonly names: string[] = []
  /** Messages that bear each name. */
  readonly uses: number[] = []
  readonly #numbers = new Map<string, number>()

  use(name: string): number {
    const number = this.#numbers.get(name) ?? this.names.push(name) - 1
    this.#numbers.set(name, number)
    this.uses[number] = (this.uses[number] ?? 0) + 1
    return number
  }

  release(number: number): void {
    this.uses[number] = (this.uses[number] ?? 1) - 1
  }
}
