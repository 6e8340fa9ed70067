import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { ByteWriter, readCount, readPostings, writePostings } from './postings'

type Visit = (local: number, occurrences: number) => void

/** Which messages of a segment hold which words. */
export interface WordLists {
  /** Messages that hold the word. */
  countOf(word: string): number
  forEach(word: string, visit: Visit): void
  words(): Iterable<string>
}

/** Lists that grow, while their segment is the newest. */
export class GrowingLists implements WordLists {
  /** Place and occurrences by turns. */
  readonly #pairs = new Map<string, number[]>()

  /** @param local higher than every place before. */
  add(local: number, words: readonly string[]): void {
    for (const word of words) {
      const pairs = this.#pairs.get(word)
      if (pairs === undefined) this.#pairs.set(word, [local, 1])
      else if (pairs[pairs.length - 2] === local) pairs[pairs.length - 1] = (pairs[pairs.length - 1] ?? 0) + 1
      else pairs.push(local, 1)
    }
  }

  set(word: string, pairs: number[]): void {
    this.#pairs.set(word, pairs)
  }

  countOf(word: string): number {
    return (this.#pairs.get(word)?.length ?? 0) / 2
  }

  forEach(word: string, visit: Visit): void {
    const pairs = this.#pairs.get(word) ?? []
    for (let index = 0; index < pairs.length; index += 2) visit(pairs[index] ?? 0, pairs[index + 1] ?? 0)
  }

  words(): Iterable<string> {
    return this.#pairs.keys()
  }
}

/** Lists that stay, packed: words in order in one text, found by halving; nothing is unpacked before it is asked for. */
export class PackedLists implements WordLists {
  /** All words, end to end. */
  readonly text: string
  readonly lengths: Uint8Array
  /** Bytes of each word's list, which begins with the number of messages in it. */
  readonly sizes: Uint32Array
  readonly bytes: Uint8Array
  readonly #wordStarts: Uint32Array
  readonly #listStarts: Uint32Array

  constructor(packed: Pick<PackedLists, 'text' | 'lengths' | 'sizes' | 'bytes'>) {
    this.text = packed.text
    this.lengths = packed.lengths
    this.sizes = packed.sizes
    this.bytes = packed.bytes
    this.#wordStarts = startsOf(packed.lengths)
    this.#listStarts = startsOf(packed.sizes)
  }

  countOf(word: string): number {
    const index = this.#find(word)
    return index < 0 ? 0 : readCount(this.bytes, this.#listStarts[index] ?? 0)
  }

  forEach(word: string, visit: Visit): void {
    const index = this.#find(word)
    if (index >= 0) readPostings(this.bytes, this.#listStarts[index] ?? 0, this.#listStarts[index + 1] ?? 0, visit)
  }

  *words(): Iterable<string> {
    for (let index = 0; index < this.lengths.length; index += 1) yield this.#wordAt(index)
  }

  #wordAt(index: number): string {
    return this.text.slice(this.#wordStarts[index], this.#wordStarts[index + 1])
  }

  #find(word: string): number {
    let [low, high] = [0, this.lengths.length - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#wordAt(middle)
      if (found === word) return middle
      if (found < word) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

const everything = (): boolean => true

/** @param isKept which messages stay; a word that none of them holds leaves no trace. */
export function packLists(lists: WordLists, isKept: (local: number) => boolean = everything): PackedLists {
  const words: string[] = []
  const sizes: number[] = []
  const writer = new ByteWriter()
  for (const word of [...lists.words()].sort()) {
    const pairs = keptPairs(lists, word, isKept)
    if (pairs.length === 0) continue
    const from = writer.length
    writePostings(pairs, writer)
    words.push(word)
    sizes.push(writer.length - from)
  }
  const lengths = Uint8Array.from(words, (word) => word.length)
  return new PackedLists({ text: words.join(''), lengths, sizes: Uint32Array.from(sizes), bytes: writer.take() })
}

/** A copy that can grow on. */
export function unpackLists(lists: WordLists, isKept: (local: number) => boolean = everything): GrowingLists {
  const growing = new GrowingLists()
  for (const word of lists.words()) {
    const pairs = keptPairs(lists, word, isKept)
    if (pairs.length > 0) growing.set(word, pairs)
  }
  return growing
}

function keptPairs(lists: WordLists, word: string, isKept: (local: number) => boolean): number[] {
  const pairs: number[] = []
  lists.forEach(word, (local, occurrences) => {
    if (isKept(local)) pairs.push(local, occurrences)
  })
  return pairs
}

export function writeLists({ text, lengths, sizes, bytes }: PackedLists, encoder: encoding.Encoder): void {
  encoding.writeVarString(encoder, text)
  encoding.writeVarUint8Array(encoder, lengths)
  for (const size of sizes) encoding.writeVarUint(encoder, size)
  encoding.writeVarUint8Array(encoder, bytes)
}

export function readLists(decoder: decoding.Decoder): PackedLists {
  const text = decoding.readVarString(decoder)
  const lengths = decoding.readVarUint8Array(decoder)
  const sizes = new Uint32Array(lengths.length)
  for (let index = 0; index < sizes.length; index += 1) sizes[index] = decoding.readVarUint(decoder)
  return new PackedLists({ text, lengths, sizes, bytes: decoding.readVarUint8Array(decoder) })
}

/** Where each of these lengths begins when they lie end to end; one more for the end. */
function startsOf(lengths: Uint8Array | Uint32Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (let index = 0; index < lengths.length; index += 1) starts[index + 1] = (starts[index] ?? 0) + (lengths[index] ?? 0)
  return starts
}
