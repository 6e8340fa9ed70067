import { createRecallDesk } from '@renderer/workers/recall/recall-desk'
import { connectRecall, type RecallPort, type SendRecall } from '@renderer/workers/recall/recall-client'
import type { RecallReply } from '@renderer/workers/recall/recall-protocol'
import { describe, expect, test } from 'vitest'
import { conversation, recallNow } from '../../helpers/recall'

const messages = conversation({ trip: { day: '2026-05-07', lines: ['Ann: Where did you sleep in Lisbon?', 'Ben: A small room near the river.'] } })
const question = { question: 'Lisbon', now: recallNow, timeZone: 'UTC', budgetTokens: 200, exclude: new Set<string>() }

/** A desk at the end of a port that clones what passes, as a worker's does. */
function worker(): SendRecall {
  const carryOut = createRecallDesk()
  let listen: (event: { readonly data: RecallReply }) => void = () => undefined
  const port: RecallPort = {
    postMessage: (message) => {
      const { id, command } = structuredClone(message)
      queueMicrotask(() => {
        listen({ data: structuredClone({ id, isOk: true, answer: carryOut(command) }) })
      })
    },
    addEventListener: (_, listener) => {
      listen = listener
    },
  }
  return connectRecall(port)
}

describe('the recall worker', () => {
  test('answers from a stored index as from the one that was stored, or a restart would forget', async () => {
    const first = worker()
    await first({ kind: 'add', messages })
    const answer = await first({ kind: 'ask', question })
    const second = worker()
    expect(await second({ kind: 'open', segments: await first({ kind: 'store' }) })).toEqual({ size: 2 })
    expect(await second({ kind: 'ask', question })).toEqual(answer)
    expect(answer.passages.map(({ messageId }) => messageId)).toEqual(['trip-1', 'trip-2'])
  })

  test('gives only what changed to be stored, and what an erasure changed', async () => {
    const send = worker()
    await send({ kind: 'add', messages })
    expect(await send({ kind: 'store' })).toHaveLength(1)
    expect(await send({ kind: 'store' })).toHaveLength(0)
    await send({ kind: 'remove', ids: ['trip-1'] })
    const [rewritten] = await send({ kind: 'store' })
    expect(Buffer.from(rewritten?.bytes ?? []).toString('utf8')).not.toContain('lisbon')
  })

  test('a stored index with a hole opens empty, or messages would answer for one another', async () => {
    const send = worker()
    await send({ kind: 'add', messages })
    const [stored] = await send({ kind: 'store' })
    expect(await send({ kind: 'open', segments: [{ number: 1, bytes: stored?.bytes ?? new Uint8Array() }] })).toEqual({ size: 0 })
  })

  test('a damaged stored index opens empty, to be built anew from the messages', async () => {
    const send = worker()
    await send({ kind: 'add', messages })
    const [stored] = await send({ kind: 'store' })
    const cut = { number: 0, bytes: (stored?.bytes ?? new Uint8Array()).slice(0, 40) }
    expect(await send({ kind: 'open', segments: [cut] })).toEqual({ size: 0 })
    expect(await send({ kind: 'add', messages })).toEqual({ size: 2 })
  })
})
