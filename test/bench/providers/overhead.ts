import 'fake-indexeddb/auto'
import OpenAI from 'openai'
import { candidatesFor } from '@shared/calls/candidate'
import { createIdFactory } from '@shared/ids'
import { adapterFor } from '@shared/providers/adapter-for'
import { ok } from '@shared/result'
import { CommonplaceDb } from '@renderer/db/schema'
import { createCallRunner } from '@renderer/state/call-runner'
import { wait } from '@renderer/state/wait'
import { startEmulator } from '../../emulator/server'
import { callable } from '../../helpers/call-world'
import { callTo, fetchWithKey } from '../../helpers/provider-calls'
import { atMost, median, type Figure } from '../figure'

const warmUpCalls = 30
const model = 'demo-small'

/** What a call of ours takes on top of the bare official SDK until the first words are there, both in turn against the same emulator. */
export async function* benchOverhead({ isQuick }: { readonly isQuick: boolean }): AsyncGenerator<Figure> {
  const calls = isQuick ? 100 : 500
  const emulator = await startEmulator({ key: null })
  const db = new CommonplaceDb('bench-overhead')
  const baseUrl = `${emulator.url}/v1`
  try {
    const ours = createOurs(db, baseUrl)
    const bare = createBare(baseUrl)
    const times: { readonly ours: number[]; readonly bare: number[] } = { ours: [], bare: [] }
    for (let call = -warmUpCalls; call < calls; call++) {
      const pair = call % 2 === 0 ? { ours: await ours(), bare: await bare() } : { bare: await bare(), ours: await ours() }
      if (call < 0) continue
      times.ours.push(pair.ours)
      times.bare.push(pair.bare)
    }
    const over = (share: number): number => percentile(times.ours, share) - percentile(times.bare, share)
    const peers = (share: number) => ({ 'ours in all': percentile(times.ours, share), 'bare openai SDK': percentile(times.bare, share) })
    yield { ...atMost(2, { figure: 'own overhead of a call to the first words, p50', unit: 'ms', values: [over(0.5)], peers: peers(0.5) }), runs: calls }
    yield { ...atMost(10, { figure: 'own overhead of a call to the first words, p99', unit: 'ms', values: [over(0.99)], peers: peers(0.99) }), runs: calls }
    const differences = times.ours.map((value, at) => value - (times.bare[at] ?? 0))
    yield { ...atMost(2, { figure: 'own overhead of a call, median of the pairs', unit: 'ms', values: [median(differences)] }), runs: calls }
  } finally {
    db.close()
    await emulator.close()
  }
}

const percentile = (values: readonly number[], share: number): number => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** The whole way: intent on record, the turn under the limits, adapter, decoder. */
function createOurs(db: CommonplaceDb, baseUrl: string): () => Promise<number> {
  const clock = { now: () => Date.now() }
  const newId = createIdFactory(clock)
  const runCall = createCallRunner({ db, clock, newId, wait, random: Math.random, loadAdapter: adapterFor, fetchFor: () => fetchWithKey('demo-key'), readFile: () => Promise.resolve(null) })
  const candidates = candidatesFor(callable('emulator', { baseUrl, modelId: model }), [], [])
  return async () => {
    const startedAt = performance.now()
    let firstAt = Number.NaN
    await runCall({
      candidates,
      callFor: () => Promise.resolve(callTo(model)),
      signal: new AbortController().signal,
      onEvent: () => undefined,
      onProgress: () => {
        if (Number.isNaN(firstAt)) firstAt = performance.now()
      },
      async beforeAttempt(attempts) {
        await db.calls.put({ id: newId<string>(), state: 'started', startedAt: clock.now(), attempts })
        return ok(null)
      },
    })
    return firstAt - startedAt
  }
}

function createBare(baseURL: string): () => Promise<number> {
  const client = new OpenAI({ baseURL, apiKey: 'demo-key', maxRetries: 0 })
  return async () => {
    const startedAt = performance.now()
    let firstAt = Number.NaN
    const stream = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1024, stream: true, stream_options: { include_usage: true } })
    for await (const chunk of stream) if (Number.isNaN(firstAt) && chunk.choices[0]?.delta.content) firstAt = performance.now()
    return firstAt - startedAt
  }
}
