import { createParser } from 'eventsource-parser'
import type { AnswerFormat } from '@shared/providers/decoder-for'
import { createSseDecoder } from '@shared/providers/wire/sse-decoder'
import { readThrough } from './read-body'
import { streamOf } from './sample-streams'
import { atLeast, atMost, median, type Figure } from '../figure'

const chunkBytes = 16 * 1024
const formats: readonly AnswerFormat[] = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini']

/**
 * How fast answers are read, in MB of event stream per second of one core's time (other programs on the machine do not
 * count), through the whole path from the body to the parts of an answer; and how much slower our event decoder is
 * than eventsource-parser alone, over the same bytes in the same run.
 */
export async function* benchDecoding({ isQuick }: { readonly isQuick: boolean }): AsyncGenerator<Figure> {
  const megabytes = isQuick ? 4 : 12
  const rounds = isQuick ? 3 : 9
  for (const format of formats) {
    const chunks = chunksOf(streamOf(format, megabytes * 1e6))
    const speeds: number[] = []
    const ratios: number[] = []
    const peers: number[] = []
    const parsed: number[] = []
    // A first round warms up; ours and the other take turns, so that a slow moment hits both.
    for (let round = 0; round <= rounds; round++) {
      const whole = await speedOf(chunks, () => readThrough(format, chunks))
      const ours = await speedOf(chunks, () => decodeEvents(chunks))
      const bare = await speedOf(chunks, () => parseEvents(chunks, () => undefined))
      const bareWithJson = await speedOf(chunks, () => parseEvents(chunks, parseIfJson))
      if (round === 0) continue
      speeds.push(whole)
      ratios.push(bare / ours)
      peers.push(bare)
      parsed.push(bareWithJson)
    }
    yield atLeast(50, {
      figure: `providers.decoding.${format}`,
      unit: 'MB/s',
      values: speeds,
      peers: { 'eventsource-parser': median(peers), 'eventsource-parser and JSON.parse': median(parsed) },
    })
    yield atMost(2, { figure: `providers.decoding.${format}.events-against-eventsource-parser`, unit: 'ratio', values: ratios })
  }
}

/** MB per second of this process's own time. */
async function speedOf(chunks: readonly Uint8Array[], run: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) / (user + system)
}

function chunksOf(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) => bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes))
}

function decodeEvents(chunks: readonly Uint8Array[]): void {
  const characters = new TextDecoder()
  const sse = createSseDecoder({ onData: () => undefined, onStrayLine: () => undefined })
  for (const chunk of chunks) sse.push(characters.decode(chunk, { stream: true }))
  sse.end()
}

function parseEvents(chunks: readonly Uint8Array[], onData: (data: string) => unknown): void {
  const characters = new TextDecoder()
  const parser = createParser({ onEvent: ({ data }) => void onData(data) })
  for (const chunk of chunks) parser.feed(characters.decode(chunk, { stream: true }))
}

const parseIfJson = (data: string): unknown => (data === '[DONE]' ? null : JSON.parse(data))
