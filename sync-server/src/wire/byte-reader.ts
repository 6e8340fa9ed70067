/**
 * Reads the numbers of lib0's encoding out of bytes that anybody may have sent. Nothing here throws or allocates: after
 * the first thing that is wrong the reader stands at its end with `hasFailed` set and every read gives 0, so that loops
 * over counts stop by themselves.
 */
export class ByteReader {
  position: number
  hasFailed = false
  readonly bytes: Uint8Array
  readonly end: number

  constructor(bytes: Uint8Array, start = 0, end = bytes.byteLength) {
    this.bytes = bytes
    this.position = start
    this.end = end
  }

  get remaining(): number {
    return this.end - this.position
  }

  fail(): 0 {
    this.hasFailed = true
    this.position = this.end
    return 0
  }

  readByte(): number {
    if (this.position >= this.end) return this.fail()
    return this.bytes[this.position++] ?? 0
  }

  /** A varuint up to 2^53 - 1, in at most eight bytes. */
  readUint(): number {
    const first = this.readByte()
    if (first < 0x80) return first
    let value = first & 0x7f
    let factor = 0x80
    for (let read = 1; read < 8; read++) {
      const byte = this.readByte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return this.hasFailed || value > Number.MAX_SAFE_INTEGER ? this.fail() : value
      factor *= 0x80
    }
    return this.fail()
  }

  /** A count of things that take at least `leastBytes` each: never more than can be left. */
  readCount(leastBytes: number): number {
    const count = this.readUint()
    return count * leastBytes > this.remaining ? this.fail() : count
  }

  skip(count: number): void {
    if (count > this.remaining) this.fail()
    else this.position += count
  }

  /** A length and that many bytes. */
  skipBytes(): void {
    this.skip(this.readUint())
  }

  /** A varint: sign and six bits, then seven bits a byte. */
  skipInt(): void {
    let byte = this.readByte()
    for (let read = 1; (byte & 0x80) !== 0; read++) {
      // lib0 refuses what goes beyond 2^53: six bits and seven times seven are more already.
      if (read === 8) return void this.fail()
      byte = this.readByte()
    }
  }

  /** A length and that many bytes of UTF-8, which is checked as strictly as TextDecoder does. Gives the length as UTF-16. */
  skipString(): number {
    const length = this.readUint()
    if (length > this.remaining) return this.fail()
    const end = this.position + length
    let units = 0
    while (this.position < end) {
      const taken = utf8Length(this.bytes, this.position, end)
      if (taken === 0) return this.fail()
      this.position += taken
      units += taken === 4 ? 2 : 1
    }
    return units
  }
}

/** Bytes of the character that begins here; 0 where it is none: cut, overlong, a surrogate, beyond U+10FFFF. */
function utf8Length(bytes: Uint8Array, at: number, end: number): 0 | 1 | 2 | 3 | 4 {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (at + count > end) return 0
  const second = bytes[at + 1] ?? 0
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < least || second > most) return 0
  for (let index = 2; index < count; index++) if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0
  return count
}

export function uintLength(value: number): number {
  let length = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += 1
  return length
}

/** Gives the offset behind what was written. */
export function writeUint(target: Uint8Array, offset: number, value: number): number {
  let at = offset
  let rest = value
  while (rest >= 0x80) {
    target[at++] = 0x80 | (rest % 0x80)
    rest = Math.floor(rest / 0x80)
  }
  target[at++] = rest
  return at
}
