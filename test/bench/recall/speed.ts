import { estimateTokens } from '@shared/providers/estimate-tokens'
import { recall } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { wordsOf } from '@shared/context/recall/words'
import MiniSearch from 'minisearch'
import { atLeast, atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { syntheticCorpus, type Corpus } from './synthetic'

const batch = 1000

/** Indexing, opening a stored index and asking it, over made-up messages in English and Chinese. */
export function* speedFigures({ isQuick, log }: BenchOptions): Generator<Figure> {
  const count = isQuick ? 10_000 : 100_000
  const corpus = syntheticCorpus(count, isQuick ? 20 : 200)
  log(`recall: ${count} made-up messages`)
  const own = measureOwn(corpus)
  const peer = measureMiniSearch(corpus)
  const named = (name: string, value: number | readonly number[], peer: number | null) => ({
    figure: `recall, ${name}, ${count} messages`,
    values: [value].flat(),
    peers: peer === null ? {} : { minisearch: peer },
  })
  const p95 = (values: readonly number[]): number => percentile(values, 95)
  const p50 = (values: readonly number[]): number => percentile(values, 50)
  yield atLeast(15_000, { ...named('indexing', own.perSecond, peer.perSecond), unit: 'messages/s' })
  yield atMost(80, { ...named('ten-word question, p95', p95(own.questionMs), p95(peer.questionMs)), unit: 'ms' })
  yield atMost(80, { ...named('ten-word question, median', p50(own.questionMs), p50(peer.questionMs)), unit: 'ms' })
  yield atMost(1000, { ...named('opening until the first answer', own.openMs, peer.openMs), unit: 'ms' })
  yield atMost(count, { ...named('stored index', own.storedKb, peer.storedKb), unit: 'KB' })
  yield atMost(100, { ...named('removing one message', own.removeMs, null), unit: 'ms' })
}

function measureOwn({ messages, questions }: Corpus) {
  const options = { countTokens: estimateTokens }
  const index = new RecallIndex(options)
  const ask = (asked: RecallIndex, question: string) =>
    recall(asked, { question, now: Date.UTC(2026, 0, 1), timeZone: 'UTC', budgetTokens: 2000, countTokens: estimateTokens })
  const indexMs = timed(() => inBatches(messages, (some) => index.add(some)))
  const stored = index.store()
  const openMs = [0, 1, 2].map(() =>
    timed(() => {
      const opened = new RecallIndex(options)
      opened.load(stored)
      ask(opened, questions[0] ?? '')
    }),
  )
  const questionMs = questions.map((question) => timed(() => ask(index, question)))
  const removeMs = messages.filter((_, place) => place % Math.ceil(messages.length / 9) === 7).map(({ id }) => timed(() => index.remove([id])))
  return {
    perSecond: messages.length / (indexMs / 1000),
    openMs,
    questionMs,
    removeMs,
    storedKb: stored.reduce((total, { bytes }) => total + bytes.length, 0) / 1024,
  }
}

function measureMiniSearch({ messages, questions }: Corpus) {
  const options = { fields: ['text'], storeFields: [], tokenize: (text: string) => wordsOf(text) }
  const index = new MiniSearch<{ id: string; text: string }>(options)
  const indexMs = timed(() => inBatches(messages, (some) => index.addAll(some)))
  const questionMs = questions.map((question) => timed(() => index.search(question)))
  const stored = JSON.stringify(index)
  const openMs = timed(() => MiniSearch.loadJSON(stored, options).search(questions[0] ?? ''))
  return { perSecond: messages.length / (indexMs / 1000), questionMs, openMs, storedKb: stored.length / 1024 }
}

function inBatches<Item>(items: readonly Item[], take: (some: readonly Item[]) => void): void {
  for (let from = 0; from < items.length; from += batch) take(items.slice(from, from + batch))
}

function timed(run: () => unknown): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
