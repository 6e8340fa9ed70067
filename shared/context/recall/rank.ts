import { none, type DocumentNumber, type DocumentTable } from './document-table'
import type { InstantSpan, RecallQuery } from './query'
import type { RecallIndex } from './recall-index'

/** Why a message ranks where it does: what gave it the largest part of its score. */
export type RecallReason = 'words' | 'beside' | 'session' | 'date'

export interface Ranking {
  /** By document number; higher is better, 0 where nothing speaks for it. */
  readonly scores: Float32Array
  reasonFor(number: DocumentNumber): RecallReason
  /** The question's words that the message itself holds or stands in for. */
  matchedWords(number: DocumentNumber): string[]
}

// The usual constants of BM25: how soon further occurrences stop to count, how much a long message has to say more.
const saturation = 1.2
const lengthShare = 0.75
/** What a hit gives to the messages around it, by their distance: an answer rarely repeats the words it answers. */
const nearestShare = 0.5
const besideShares = [nearestShare, 0.25, 0.125]
/** The message right behind a question is most likely its answer. */
const answerFactor = 1.5
/** A question tells less than what was answered to it. */
const questionFactor = 0.7
const namedSpeakerFactor = 1.5
/** Of the best score: what the session with the most hits gives to each of its messages. */
const sessionShare = 0.1
const hitsPerSession = 3
/** Of the best score: what a message of the named day gets, whatever it says. */
const dateShare = 0.3
const dateFactor = 0.5
/** People tell of a day in the fortnight after it, less often before it. */
const tellingMs = 14 * 86_400_000
const monthMs = 31 * 86_400_000

/** Scores every message of the index for a question. Nothing in it depends on the order in which messages were added. */
export function rank(index: RecallIndex, query: RecallQuery): Ranking {
  const { documents } = index
  const { own, matched } = scoreWords(index, query)
  const spread = spreadHits(documents, own)
  for (let number = 0; number < documents.count; number += 1) {
    const factor = factorFor(documents, number, query.speakers)
    if (factor === 1) continue
    own[number] = (own[number] ?? 0) * factor
    spread[number] = (spread[number] ?? 0) * factor
  }
  const best = highestSum(own, spread) || 1
  const ofSession = sessionScores(documents, own, sessionShare * best)
  const scores = new Float32Array(documents.count)
  const ofDate = new Float32Array(query.spans.length === 0 ? 0 : documents.count)
  for (let number = 0; number < documents.count; number += 1) {
    if (!documents.isPresent(number)) continue
    const words = (own[number] ?? 0) + (spread[number] ?? 0) + (ofSession[documents.session[number] ?? 0] ?? 0)
    if (query.spans.length > 0) ofDate[number] = nearness(query.spans, documents.createdAt[number] ?? 0)
    const near = ofDate[number] ?? 0
    scores[number] = words * (1 + dateFactor * near) + dateShare * best * near
  }
  return {
    scores,
    reasonFor: (number) => {
      const session = ofSession[documents.session[number] ?? 0] ?? 0
      const parts = { words: own[number] ?? 0, beside: spread[number] ?? 0, session, date: dateShare * best * (ofDate[number] ?? 0) }
      const largest = Math.max(...Object.values(parts))
      return reasons.find((reason) => parts[reason] === largest) ?? 'session'
    },
    matchedWords: (number) => query.asked.filter((_, place) => ((matched[number] ?? 0) & (1 << place)) !== 0),
  }
}

const reasons: readonly RecallReason[] = ['words', 'beside', 'date', 'session']

/** BM25 over the words of the question and those that may stand in for them. */
function scoreWords(index: RecallIndex, query: RecallQuery): { readonly own: Float32Array; readonly matched: Uint32Array } {
  const { documents } = index
  const own = new Float32Array(documents.count)
  const matched = new Uint32Array(documents.count)
  const averageWords = documents.totalWords / Math.max(1, documents.size) || 1
  const { wordCount } = documents
  for (const { word, weight, asked } of query.words) {
    const count = index.countOf(word)
    if (count === 0) continue
    const gain = weight * Math.log(1 + (documents.size - count + 0.5) / (count + 0.5)) * (saturation + 1)
    index.forEach(word, (number, occurrences) => {
      const length = saturation * (1 - lengthShare + (lengthShare * (wordCount[number] ?? 0)) / averageWords)
      own[number] = (own[number] ?? 0) + (gain * occurrences) / (occurrences + length)
      matched[number] = (matched[number] ?? 0) | (1 << asked)
    })
  }
  return { own, matched }
}

/** What each message has from the hits around it; summed from near to far, so that the sum is the same bits every time. */
function spreadHits(documents: DocumentTable, own: Float32Array): Float32Array {
  const spread = new Float32Array(own.length)
  const { previous, next, isQuestion } = documents
  for (let number = 0; number < own.length; number += 1) {
    let [before, behind] = [previous[number] ?? none, next[number] ?? none]
    let sum = before !== none && isQuestion[before] === 1 ? (own[before] ?? 0) * nearestShare * (answerFactor - 1) : 0
    for (const share of besideShares) {
      if (before !== none) {
        sum += (own[before] ?? 0) * share
        before = previous[before] ?? none
      }
      if (behind !== none) {
        sum += (own[behind] ?? 0) * share
        behind = next[behind] ?? none
      }
    }
    spread[number] = sum
  }
  return spread
}

function factorFor(documents: DocumentTable, number: DocumentNumber, speakers: ReadonlySet<number>): number {
  // Whom a question names beside somebody else says nothing about who spoke.
  const isNamed = speakers.size === 1 && speakers.has(documents.speaker[number] ?? 0)
  return (isNamed ? namedSpeakerFactor : 1) * (documents.isQuestion[number] === 1 ? questionFactor : 1)
}

/** @returns by session, from its best few hits; the best session gets `highest`. */
function sessionScores(documents: DocumentTable, own: Float32Array, highest: number): Float32Array {
  const hits = new Float32Array(documents.sessions.names.length * hitsPerSession)
  for (let number = 0; number < own.length; number += 1) {
    if ((own[number] ?? 0) > 0) insertHit(hits, (documents.session[number] ?? 0) * hitsPerSession, own[number] ?? 0)
  }
  const sums = new Float32Array(documents.sessions.names.length)
  for (let place = 0; place < hits.length; place += 1) {
    const session = Math.floor(place / hitsPerSession)
    sums[session] = (sums[session] ?? 0) + (hits[place] ?? 0)
  }
  const best = sums.reduce((most, sum) => Math.max(most, sum), 0) || 1
  return sums.map((sum) => (sum / best) * highest)
}

/** Keeps the best few, best first. */
function insertHit(hits: Float32Array, from: number, score: number): void {
  let carried = score
  for (let place = from; place < from + hitsPerSession; place += 1) {
    const kept = hits[place] ?? 0
    if (carried <= kept) continue
    hits[place] = carried
    carried = kept
  }
}

function highestSum(one: Float32Array, other: Float32Array): number {
  let highest = 0
  for (let place = 0; place < one.length; place += 1) highest = Math.max(highest, (one[place] ?? 0) + (other[place] ?? 0))
  return highest
}

/** 1 on the named days, falling to 0 within a fortnight; the more days are named, the less they say. */
function nearness(spans: readonly InstantSpan[], instant: number): number {
  return spans.reduce((nearest, { from, to }) => {
    const share = Math.min(1, monthMs / (to - from))
    const near = instant < from ? 0.5 * (1 - (from - instant) / tellingMs) : instant < to ? 1 : 1 - (instant - to) / tellingMs
    return Math.max(nearest, near * share)
  }, 0)
}
