import { describe, expect, it } from 'vitest'
import { createChatDecoder } from '@shared/providers/openai-chat/decode-chat'
import { streamAnswer } from '@shared/providers/wire/stream-answer'
import { answering, portsWith } from '../../helpers/provider-calls'

const events = 400
const frame = (word: string): string => `data: ${JSON.stringify({ id: 'c1', model: 'm', choices: [{ index: 0, delta: { content: word } }] })}\n\n`
const inOnePiece = new TextEncoder().encode(`${Array.from({ length: events }, (_, at) => frame(`w${at} `)).join('')}data: [DONE]\n\n`)

/** The decoder, and how many events it was given so far. */
function counting(): { readonly decoder: ReturnType<typeof createChatDecoder>; readonly read: () => number } {
  const decoder = createChatDecoder()
  let read = 0
  const accept = decoder.accept.bind(decoder)
  decoder.accept = (event) => {
    read++
    return accept(event)
  }
  return { decoder, read: () => read }
}

describe('the first words of an answer', () => {
  it('do not wait for all that came along with them in one piece', async () => {
    const { decoder, read } = counting()
    const words: string[] = []
    let readAtFirst: number | null = null
    for await (const part of streamAnswer((fetch, signal) => fetch('https://wire.example', { signal }), decoder, portsWith({ fetch: answering([inOnePiece]) }))) {
      if (part.type !== 'text-delta') continue
      readAtFirst ??= read()
      words.push(part.text)
    }
    expect(readAtFirst).toBeLessThan(events / 10)
    expect(words).toHaveLength(events)
  })
})
