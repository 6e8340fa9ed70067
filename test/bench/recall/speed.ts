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
  const named = (figure: string): string => `${figure}, ${count} messages`
  const peers = (value: number) => ({ minisearch: value })
  yield atLeast(15_000, { figure: named('indexing'), unit: 'messages/s', values: [own.perSecond], peers: peers(peer.perSecond) })
  yield atMost(80, { figure: named('ten-word question, p95'), unit: 'ms', values: [percentile(own.questionMs, 95)], peers: peers(percentile(peer.questionMs, 95)) })
  yield atMost(80, { figure: named('ten-word question, median'), unit: 'ms', values: [percentile(own.questionMs, 50)], peers: peers(percentile(peer.questionMs, 50)) })
  yield atMost(1000, { figure: named('opening the stored index until the first answer'), unit: 'ms', values: own.openMs, peers: peers(peer.openMs) })
  yield atMost(count, { figure: named('stored index'), unit: 'KB', values: [own.storedKb], peers: peers(peer.storedKb) })
  yield atMost(100, { figure: named('removing one message'), unit: 'ms', values: own.removeMs })
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
