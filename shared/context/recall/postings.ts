/*
 * The list of one word: how many messages hold it, then pairs of (distance to the message before, occurrences), each a
 * number of 7 bits a byte, the lowest first, the highest bit set where more follow.
 */

/** @param pairs a message's place in its segment and the word's occurrences there, by turns, the places rising. */
export function writePostings(pairs: readonly number[], into: ByteWriter): void {
  into.writeNumber(pairs.length / 2)
  let before = 0
  for (let index = 0; index < pairs.length; index += 2) {
    const place = pairs[index] ?? 0
    into.writeNumber(place - before)
    into.writeNumber(pairs[index + 1] ?? 0)
    before = place
  }
}

/** Messages in the list that begins at `from`. */
export function readCount(bytes: Uint8Array, from: number): number {
  let value = 0
  for (let position = from, shift = 0; ; position += 1, shift += 7) {
    const byte = bytes[position] ?? 0
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}

export function readPostings(bytes: Uint8Array, from: number, to: number, visit: (local: number, occurrences: number) => void): void {
  let place = 0
  let position = from
  const readNumber = (): number => {
    let value = 0
    for (let shift = 0; position < to; shift += 7) {
      const byte = bytes[position] ?? 0
      position += 1
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    return value
  }
  readNumber()
  while (position < to) {
    place += readNumber()
    visit(place, readNumber())
  }
}

export class ByteWriter {
  length = 0
  #bytes = new Uint8Array(1 << 16)

  writeNumber(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#grow()
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.length] = (rest & 0x7f) | 0x80
      this.length += 1
      rest >>>= 7
    }
    this.#bytes[this.length] = rest
    this.length += 1
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.length)
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
