import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutAt, digestOfBody, partsOfBody, singleBytes } from './answers'
import { differencesOf } from './differences'
import { wireCaseSchema, type WireCase } from './wire-case'

export interface CaseResult {
  readonly id: string
  readonly ok: boolean
  /** Each in one sentence; only where there are any. */
  readonly differences?: readonly string[]
}

export interface CaseOptions {
  /** At most so many places at which the bytes are cut in two; more bytes than that are sampled evenly. */
  readonly maxCuts: number
}

/** Reads one case's bytes whole, byte by byte and cut in two, and says what is not as its entry expects. Never throws. */
export async function runCase(entry: unknown, folder: string, options: CaseOptions): Promise<CaseResult> {
  const parsed = wireCaseSchema.safeParse(entry)
  if (!parsed.success) return resultOf(nameOf(entry), parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const wireCase = parsed.data
  const path = join(folder, wireCase.file)
  if (!existsSync(path)) return resultOf(wireCase.id, [`there is no file ${wireCase.file}`])
  const file = new Uint8Array(readFileSync(path))
  if (wireCase.sha256 !== undefined && createHash('sha256').update(file).digest('hex') !== wireCase.sha256) {
    return resultOf(wireCase.id, [`${wireCase.file} is not the file that was meant: its SHA-256 differs`])
  }
  const bytes = lastAnswer(file)
  const whole = await partsOfBody(wireCase.api, [bytes], wireCase)
  return resultOf(wireCase.id, [...differencesOf(wireCase, whole), ...(await cutDifferences(wireCase, bytes, options))])
}

const resultOf = (id: string, differences: readonly string[]): CaseResult =>
  differences.length === 0 ? { id, ok: true } : { id, ok: false, differences }

function nameOf(entry: unknown): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : null
  return typeof id === 'string' ? id : 'an entry without an id'
}

/** A recording may hold several answers behind each other; what is expected of it is said of the last one. */
function lastAnswer(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes).lastIndexOf('event: response.created')
  return start > 0 ? bytes.subarray(start) : bytes
}

/** STR-1: wherever the bytes are cut, the answer is the same. */
async function cutDifferences(wireCase: WireCase, bytes: Uint8Array, { maxCuts }: CaseOptions): Promise<readonly string[]> {
  const { api, status } = wireCase
  if (status >= 300) {
    const inPieces = await partsOfBody(api, singleBytes(bytes), wireCase)
    const whole = await partsOfBody(api, [bytes], wireCase)
    return JSON.stringify(inPieces) === JSON.stringify(whole) ? [] : ['byte by byte it is another failure']
  }
  const whole = digestOfBody(api, [bytes])
  const differs = (chunks: readonly Uint8Array[]) => digestOfBody(api, chunks) !== whole
  const cuts = offsetsIn(bytes.length, maxCuts).filter((offset) => differs(cutAt(bytes, offset)))
  return [
    ...(differs(singleBytes(bytes)) ? ['byte by byte it is another answer'] : []),
    ...(cuts.length === 0 ? [] : [`cut at byte ${cuts.slice(0, 5).join(', ')} it is another answer (${cuts.length} places)`]),
    ...(wireCase.stream && differs([withoutLastBlankLine(bytes)]) ? ['without the last blank line it is another answer'] : []),
  ]
}

function offsetsIn(length: number, maxCuts: number): readonly number[] {
  const count = Math.min(length + 1, maxCuts)
  return Array.from({ length: count }, (_, index) => Math.floor((index * (length + 1)) / count))
}

function withoutLastBlankLine(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--
  return bytes.subarray(0, end)
}
