import { localDates } from './days'
import type { DocumentNumber, DocumentTable } from './document-table'
import { passageHeader } from './passages'
import { readQuery, type QueryContext } from './query'
import { rank, type Ranking, type RecallReason } from './rank'
import type { RecallIndex } from './recall-index'
import { isWorthRecalling } from './worth'

export interface RecallRequest extends QueryContext {
  readonly question: string
  /** Most tokens that the passages with their headers may take. */
  readonly budgetTokens: number
  /** Counts as the index's own did. */
  readonly countTokens: (text: string) => number
  /** Ids of messages that are in the prompt anyway. */
  readonly exclude?: ReadonlySet<string>
  /** Messages of the session that asks from this instant on: they are in the prompt, or stand beside what is. */
  readonly excludeSince?: { readonly sessionId: string; readonly createdAt: number }
  /** A longer message takes this much of the budget, for the part of it that fits (`excerptOf`); without: whole or not at all. */
  readonly messageTokenLimit?: number
}

export interface RecalledMessage {
  readonly messageId: string
  readonly sessionId: string
  /** Of the whole message's line, or the limit for one message. */
  readonly tokens: number
  readonly score: number
  /** What gave the largest part of the score. */
  readonly reason: RecallReason
  /** Words of the question that the message holds, as stems. */
  readonly matchedWords: readonly string[]
}

export interface Recalled {
  /** By time, session after session, as they stand in the prompt. */
  readonly passages: readonly RecalledMessage[]
  /** The best of what did not fit, best first. */
  readonly omitted: readonly RecalledMessage[]
  /** Of the passages and their headers. */
  readonly totalTokens: number
}

/** Messages that are looked at for one prompt; a budget holds far fewer. */
const mostCandidates = 2000
const mostOmitted = 20

/**
 * The messages that help to answer a question, whole, as many as the budget holds. The same index and request give the
 * same passages. What the texts are the caller knows: `renderPassages` makes the prompt's part of them.
 */
export function recall(index: RecallIndex, request: RecallRequest): Recalled {
  const { documents } = index
  const query = readQuery(index, request.question, request)
  const ranking = rank(index, query)
  if (!isWorthRecalling(index, query, ranking)) return nothing
  const candidates = bestFirst(documents, ranking.scores).filter((number) => !isExcluded(documents, number, request))
  const { chosen, omitted, totalTokens } = fill(documents, candidates, request)
  return {
    passages: byTime(documents, chosen).map((number) => describe(documents, ranking, number, request)),
    omitted: omitted.map((number) => describe(documents, ranking, number, request)),
    totalTokens,
  }
}

const nothing: Recalled = { passages: [], omitted: [], totalTokens: 0 }

function isExcluded(documents: DocumentTable, number: DocumentNumber, { exclude, excludeSince }: RecallRequest): boolean {
  if (exclude?.has(documents.ids[number] ?? '') === true) return true
  if (excludeSince === undefined || (documents.createdAt[number] ?? 0) < excludeSince.createdAt) return false
  return documents.sessions.names[documents.session[number] ?? 0] === excludeSince.sessionId
}

/**
 * Of the best score what a message has to reach: room in the budget is no reason to fill it. No question of the
 * measured ones loses anything by it at 2,000 tokens; at 0.2 the Chinese ones lose four percent.
 */
const leastShareOfBest = 0.1

/** Ties go to the newer message. */
function bestFirst(documents: DocumentTable, scores: Float32Array): DocumentNumber[] {
  const sorted = scores.toSorted()
  const least = Math.max(sorted[Math.max(0, sorted.length - mostCandidates)] ?? 0, leastShareOfBest * (sorted.at(-1) ?? 0))
  const candidates: DocumentNumber[] = []
  scores.forEach((score, number) => {
    if (score > 0 && score >= least) candidates.push(number)
  })
  const better = (a: DocumentNumber, b: DocumentNumber): number =>
    (scores[b] ?? 0) - (scores[a] ?? 0) || (documents.isBefore(a, b) ? 1 : -1)
  return candidates.sort(better).slice(0, mostCandidates)
}

interface Filled {
  readonly chosen: readonly DocumentNumber[]
  readonly omitted: readonly DocumentNumber[]
  readonly totalTokens: number
}

function fill(documents: DocumentTable, candidates: readonly DocumentNumber[], request: RecallRequest): Filled {
  const dateOf = localDates(request.timeZone)
  const headers = new Set<string>()
  const prints = new Set<number>()
  const chosen: DocumentNumber[] = []
  const omitted: DocumentNumber[] = []
  let totalTokens = 0
  for (const number of candidates) {
    const print = documents.print[number] ?? 0
    if (prints.has(print)) continue
    const header = passageHeader(dateOf(documents.createdAt[number] ?? 0))
    const place = `${documents.session[number]} ${header}`
    const cost = costOf(documents, number, request) + (headers.has(place) ? 0 : request.countTokens(header))
    if (totalTokens + cost > request.budgetTokens) {
      if (omitted.length < mostOmitted) omitted.push(number)
      continue
    }
    totalTokens += cost
    headers.add(place)
    prints.add(print)
    chosen.push(number)
  }
  return { chosen, omitted, totalTokens }
}

/** Sessions by their first chosen message, messages of a session by time. */
function byTime(documents: DocumentTable, chosen: readonly DocumentNumber[]): DocumentNumber[] {
  const ordered = chosen.toSorted((a, b) => (documents.isBefore(a, b) ? -1 : 1))
  const sessions = new Map<number, DocumentNumber[]>()
  for (const number of ordered) {
    const session = documents.session[number] ?? 0
    const started = sessions.get(session)
    if (started === undefined) sessions.set(session, [number])
    else started.push(number)
  }
  return [...sessions.values()].flat()
}

const costOf = (documents: DocumentTable, number: DocumentNumber, request: RecallRequest): number =>
  Math.min(documents.cost[number] ?? 0, request.messageTokenLimit ?? Number.POSITIVE_INFINITY)

const describe = (documents: DocumentTable, ranking: Ranking, number: DocumentNumber, request: RecallRequest): RecalledMessage => ({
  messageId: documents.ids[number] ?? '',
  sessionId: documents.sessions.names[documents.session[number] ?? 0] ?? '',
  tokens: costOf(documents, number, request),
  score: ranking.scores[number] ?? 0,
  reason: ranking.reasonFor(number),
  matchedWords: ranking.matchedWords(number),
})
