import { mediaKindOf } from '../providers/media'
import type { MediaKind, TakenMedia } from '../providers/model-provider'
import type { MessageId } from '../ids'
import type { PromptMessage } from '../providers/model-call'
import type { MessageRow, Part } from '../sessions/message'
import type { ManifestOmission } from './prompt'

/** A row of the path with the parts that are shown: its own, or those of its newest overlay. */
export interface PathMessage {
  readonly row: MessageRow
  readonly parts: readonly Part[]
}

/** What a model can take, as far as the history depends on it. */
export interface HistoryTarget {
  /** Provider blocks go back to the api that made them and to no other. */
  readonly api: string
  /** Another model of the same api refuses what it has not signed itself. Left out: whichever model wrote it. */
  readonly modelId?: string | undefined
  /** null: unknown, treated as yes. */
  readonly takes: TakenMedia
  /** Whether requests to it have a form for files of this type; left out: for all. */
  readonly canCarry?: ((mediaType: string) => boolean) | undefined
}

/** A message of the prompt and the rows that it stands for. */
export interface RepairedMessage {
  readonly message: PromptMessage
  readonly rowIds: readonly MessageId[]
  /** It differs from what is stored: joined, shortened, or without parts that cannot be sent. */
  readonly isRepaired: boolean
}

export interface RepairedHistory {
  readonly messages: readonly RepairedMessage[]
  /** Rows that are not sent at all. */
  readonly dropped: readonly Dropped[]
  /** What is left out of rows that are sent; a row is listed once for each reason. */
  readonly shortened: readonly Dropped[]
}

export interface Dropped {
  readonly id: MessageId
  readonly omission: ManifestOmission
}

/**
 * SES-6: whatever path of stored rows, as a history that every provider accepts. It starts with the person, no two
 * messages of one side follow each other (two questions without an answer between are joined), every tool call has
 * its result right behind it and every result its call. Rows are never changed; the same rows give the same bytes.
 */
export function repairHistory(path: readonly PathMessage[], target: HistoryTarget): RepairedHistory {
  const answered = answeredCalls(path)
  const cleaned = path.map((item) => clean(item, target, answered))
  const kept = cleaned.filter((item) => item.message.parts.length > 0)
  const dropped = cleaned.filter((item) => item.message.parts.length === 0).flatMap((item) => item.rowIds)
  const joined = withResultsInOrder(joinNeighbours(kept))
  const start = joined.findIndex((item) => item.message.role === 'user')
  const messages = start === -1 ? [] : joined.slice(start)
  const beforeStart = (start === -1 ? joined : joined.slice(0, start)).flatMap((item) => item.rowIds)
  const sent = new Set(messages.flatMap((item) => item.rowIds))
  const shortened = path.filter(({ row }) => sent.has(row.id)).flatMap((item) => losses(item, target, answered))
  const reasons = new Map(path.map((item) => [item.row.id, reasonOf(item)]))
  return { messages, dropped: [...dropped, ...beforeStart].map((id) => ({ id, omission: reasons.get(id) ?? 'empty' })), shortened }
}

/** Of a row of which nothing is sent: it held only what belongs to a tool, or nothing. */
function reasonOf(item: PathMessage): ManifestOmission {
  if (item.row.role === 'tool' && resultIds(item).length > 0) return 'tool-unasked'
  return item.row.role === 'assistant' && item.row.status !== 'failed' && callIds(item).size > 0 ? 'tool-unanswered' : 'empty'
}

/** Why parts of a row stay behind; what nobody would miss (blank text, a failed call's rest) is no loss. */
function losses(item: PathMessage, target: HistoryTarget, answered: AnsweredCalls): Dropped[] {
  const { row, parts } = item
  const found: Partial<Record<ManifestOmission, boolean>> = {
    'tool-unanswered': row.role === 'assistant' && [...callIds(item)].some((id) => answered.calls.get(row.id)?.has(id) !== true),
    'tool-unasked': row.role === 'tool' && resultIds(item).length > (answered.results.get(row.id)?.size ?? 0),
    'other-model': isFinishedAnswer(item) && parts.some((part) => part.type === 'provider' && !isOwn(part, target)),
    'not-readable-by-model': row.role === 'user' && parts.some((part) => part.type === 'file' && isUnreadable(part, target)),
  }
  return (Object.keys(found) as ManifestOmission[]).filter((omission) => found[omission] === true).map((omission) => ({ id: row.id, omission }))
}

const isOwn = (part: Extract<Part, { type: 'provider' }>, target: HistoryTarget): boolean =>
  part.api === target.api && (target.modelId === undefined || part.model === target.modelId)

const isUnreadable = ({ mediaType }: Extract<Part, { type: 'file' }>, target: HistoryTarget): boolean =>
  target.canCarry?.(mediaType) === false || isRefusedKind(mediaKindOf(mediaType), target)

const isRefusedKind = (kind: MediaKind | null, { takes }: HistoryTarget): boolean => kind === null || takes[kind] === false

/** As a model is told of a file that it is not given. */
const kindWords: Readonly<Record<MediaKind, string>> = { image: 'image', pdf: 'PDF', audio: 'audio file', video: 'video' }

function unreadableNote({ name, mediaType }: Extract<Part, { type: 'file' }>): Part {
  const kind = mediaKindOf(mediaType)
  return { type: 'text', text: `[The attached ${kind === null ? 'file' : kindWords[kind]} "${name}" cannot be read by this model.]` }
}

/** Calls by the assistant row that made them, results by the tool row that holds them; only those that belong together. */
interface AnsweredCalls {
  readonly calls: ReadonlyMap<MessageId, ReadonlySet<string>>
  readonly results: ReadonlyMap<MessageId, ReadonlySet<string>>
}

/** A call counts as answered by the first result for it in the tool rows right behind its message. */
function answeredCalls(path: readonly PathMessage[]): AnsweredCalls {
  const calls = new Map<MessageId, Set<string>>()
  const results = new Map<MessageId, Set<string>>()
  let caller: PathMessage | null = null
  for (const item of path) {
    if (item.row.role !== 'tool') {
      caller = isFinishedAnswer(item) ? item : null
      continue
    }
    for (const id of resultIds(item)) {
      if (caller === null || !callIds(caller).has(id) || calls.get(caller.row.id)?.has(id)) continue
      addTo(calls, caller.row.id, id)
      addTo(results, item.row.id, id)
    }
  }
  return { calls, results }
}

function addTo(sets: Map<MessageId, Set<string>>, key: MessageId, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}

const callIds = ({ parts }: PathMessage): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])))

const resultIds = ({ parts }: PathMessage): string[] =>
  parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))

/** An answer that was cut may lack the end of its blocks: only its words are used. */
const isFinishedAnswer = ({ row }: PathMessage): boolean => row.role === 'assistant' && row.status === 'complete'

function clean(item: PathMessage, target: HistoryTarget, answered: AnsweredCalls): RepairedMessage {
  const parts = partsFor(item, target, answered)
  const origin = parts.find((part) => part.type === 'provider')
  const message: PromptMessage =
    origin === undefined
      ? { role: item.row.role, parts }
      : { role: item.row.role, parts, origin: { api: origin.api, model: origin.model } }
  const lost = item.parts.filter((part) => part.type !== 'provider' && part.type !== 'reasoning').length
  const left = parts.filter((part) => part.type !== 'provider' && part.type !== 'reasoning').length
  return { message, rowIds: [item.row.id], isRepaired: lost !== left }
}

function partsFor(item: PathMessage, target: HistoryTarget, answered: AnsweredCalls): Part[] {
  switch (item.row.role) {
    case 'user':
      return userParts(item.parts, target)
    case 'assistant':
      return assistantParts(item, target, answered)
    case 'tool': {
      const mine = new Set(answered.results.get(item.row.id))
      // `delete` answers whether it was there: a second result for the same call is left out.
      return item.parts.filter((part) => part.type === 'tool-result' && mine.delete(part.toolCallId)).map(copyPart)
    }
  }
}

function userParts(parts: readonly Part[], target: HistoryTarget): Part[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [copyPart(part)]
    if (part.type !== 'file') return []
    return [isUnreadable(part, target) ? unreadableNote(part) : copyPart(part)]
  })
}

function assistantParts(item: PathMessage, target: HistoryTarget, answered: AnsweredCalls): Part[] {
  const { row, parts } = item
  // A failed call has nothing to say; what had arrived is still in its row.
  if (row.status === 'failed') return []
  const isAnswered = (callId: string) => answered.calls.get(row.id)?.has(callId) === true
  // Blocks of a cut answer, or of one whose tool call is gone, would not match its words any more.
  const keepsBlocks = isFinishedAnswer(item) && [...callIds(item)].every(isAnswered)
  const seenCalls = new Set<string>()
  const sendable = parts.filter((part) => {
    switch (part.type) {
      case 'text':
        return part.text.trim() !== ''
      case 'reasoning':
        return keepsBlocks
      case 'provider':
        return keepsBlocks && isOwn(part, target)
      case 'tool-call':
        return isAnswered(part.toolCallId) && !seenCalls.has(part.toolCallId) && seenCalls.add(part.toolCallId).size > 0
      default:
        return false
    }
  })
  // Thinking without an answer says nothing to the next call.
  return sendable.some((part) => part.type === 'text' || part.type === 'tool-call') ? sendable.map(copyPart) : []
}

function joinNeighbours(items: readonly RepairedMessage[]): RepairedMessage[] {
  const joined: RepairedMessage[] = []
  for (const item of items) {
    const last = joined.at(-1)
    if (last === undefined || last.message.role !== item.message.role) joined.push(item)
    else joined[joined.length - 1] = join(last, item)
  }
  return joined
}

/** Results in the order of their calls: where calls have no ids, their order is all that tells which is whose. */
function withResultsInOrder(items: readonly RepairedMessage[]): RepairedMessage[] {
  return items.map((item, index) => {
    if (item.message.role !== 'tool') return item
    const calls = (items[index - 1]?.message.parts ?? []).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    const place = (part: Part): number => (part.type === 'tool-result' ? calls.indexOf(part.toolCallId) : -1)
    return { ...item, message: { ...item.message, parts: [...item.message.parts].sort((left, right) => place(left) - place(right)) } }
  })
}

function join(first: RepairedMessage, second: RepairedMessage): RepairedMessage {
  const { role } = first.message
  const isAnswer = role === 'assistant'
  // Each answer's blocks vouch for that answer alone.
  const parts = [...first.message.parts, ...second.message.parts].filter(
    (part) => !isAnswer || (part.type !== 'provider' && part.type !== 'reasoning'),
  )
  return {
    message: { role, parts: role === 'tool' ? parts : joinTexts(parts) },
    rowIds: [...first.rowIds, ...second.rowIds],
    isRepaired: role !== 'tool',
  }
}

/** Neighbouring texts become one with an empty line between: not every server keeps two blocks apart. */
function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.type === 'text' && last?.type === 'text') joined[joined.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` }
    else joined.push(part)
  }
  return joined
}

/** SES-5: the same keys in the same order, wherever the part has been stored in between. */
function copyPart(part: Part): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'tool-call':
      return { type: 'tool-call', toolCallId: part.toolCallId, name: part.name, argumentsText: part.argumentsText }
    case 'tool-result':
      return { type: 'tool-result', toolCallId: part.toolCallId, text: part.text, isError: part.isError }
    case 'provider':
      return { type: 'provider', api: part.api, model: part.model, json: part.json }
    case 'file': {
      const { hash, name, mediaType, sizeBytes, width, height, pages, durationMs } = part
      const size = width === undefined || height === undefined ? {} : { width, height }
      const length = { ...(pages === undefined ? {} : { pages }), ...(durationMs === undefined ? {} : { durationMs }) }
      return { type: 'file', hash, name, mediaType, sizeBytes, ...size, ...length }
    }
  }
}
