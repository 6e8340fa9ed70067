import { ByteReader } from './byte-reader'

/** Deeper than any document or state of presence; keeps the recursion here and in the devices' parsers small. */
export const maxDepth = 100

const [quote, backslash, comma, colon, openBrace, openBracket] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x5b]
const [minus, plus, dot, zero, nine] = [0x2d, 0x2b, 0x2e, 0x30, 0x39]
const literals = ['true', 'false', 'null'].map((word) => [...word].map((letter) => letter.charCodeAt(0)))

/**
 * A string (length, UTF-8) that JSON.parse would take, checked without making anything of it: what fails in a device's
 * parser would stop that device's sync at every start.
 */
export function skipJson(reader: ByteReader): void {
  const length = reader.readUint()
  if (length > reader.remaining) return void reader.fail()
  const end = reader.position + length
  const text = new ByteReader(reader.bytes, reader.position, end)
  skipSpace(text)
  skipValue(text, 0)
  skipSpace(text)
  if (text.hasFailed || text.position !== end || !isUtf8(reader.bytes, reader.position, end)) reader.fail()
  else reader.position = end
}

/** The same check as skipString, on bytes whose length was read already. */
function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end && (bytes[at] ?? 0) < 0x80) at += 1
  if (at === end) return true
  try {
    strictUtf8.decode(bytes.subarray(at, end))
    return true
  } catch {
    return false
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const peek = (text: ByteReader): number => (text.position < text.end ? (text.bytes[text.position] ?? 0) : -1)

function skipSpace(text: ByteReader): void {
  for (let byte = peek(text); byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b && byte !== 0x0c); byte = peek(text)) text.position += 1
}

function skipValue(text: ByteReader, depth: number): void {
  const first = peek(text)
  if (depth > maxDepth) text.fail()
  else if (first === quote) skipText(text)
  else if (first === openBrace || first === openBracket) skipList(text, first, depth)
  else if (first === minus || isDigit(first)) skipNumber(text)
  else skipLiteral(text)
}

/** An object or an array; the closing character stands two behind the opening one. */
function skipList(text: ByteReader, opening: number, depth: number): void {
  text.position += 1
  skipSpace(text)
  if (peek(text) === opening + 2) return void (text.position += 1)
  while (!text.hasFailed) {
    skipSpace(text)
    if (opening === openBrace) skipName(text)
    skipValue(text, depth + 1)
    skipSpace(text)
    const next = text.readByte()
    if (next === opening + 2) return
    if (next !== comma) text.fail()
  }
}

function skipName(text: ByteReader): void {
  if (peek(text) !== quote) return void text.fail()
  skipText(text)
  skipSpace(text)
  if (text.readByte() !== colon) text.fail()
  skipSpace(text)
}

function skipText(text: ByteReader): void {
  text.position += 1
  while (!text.hasFailed) {
    const byte = text.readByte()
    if (byte === quote) return
    if (byte < 0x20) text.fail()
    else if (byte === backslash) skipEscape(text)
  }
}

function skipEscape(text: ByteReader): void {
  const kind = String.fromCharCode(text.readByte())
  if (kind === 'u') for (let digit = 0; digit < 4; digit++) if (!/[\da-f]/i.test(String.fromCharCode(text.readByte()))) text.fail()
  if (!'"\\/bfnrtu'.includes(kind)) text.fail()
}

function skipNumber(text: ByteReader): void {
  if (peek(text) === minus) text.position += 1
  if (peek(text) === zero) text.position += 1
  else skipDigits(text)
  if (peek(text) === dot) {
    text.position += 1
    skipDigits(text)
  }
  if ((peek(text) | 0x20) === 0x65) {
    text.position += 1
    if (peek(text) === plus || peek(text) === minus) text.position += 1
    skipDigits(text)
  }
}

function skipDigits(text: ByteReader): void {
  if (!isDigit(peek(text))) text.fail()
  while (isDigit(peek(text))) text.position += 1
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine

function skipLiteral(text: ByteReader): void {
  const word = literals.find(([first]) => first === peek(text))
  if (word === undefined) return void text.fail()
  for (const letter of word) if (text.readByte() !== letter) text.fail()
}
