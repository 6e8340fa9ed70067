import type { MessageId, SessionId } from '../ids'
import type { MessageRow } from './message'

/**
 * The message graph of one session, read from rows that never change. Everything here is pure and works on the
 * rows that happen to be loaded: a parent that is not among them ends the walk there.
 */
export type RowsById = ReadonlyMap<MessageId, MessageRow>

/** Where a session's rows come from: itself first, then the sessions it was forked from, with the fork points. */
export interface LineageStep {
  readonly sessionId: SessionId
  /** The message of this session from which the next younger one was forked; null for the session itself. */
  readonly forkedAt: MessageId | null
}

interface Forked {
  readonly forkedFrom: { readonly sessionId: SessionId; readonly messageId: MessageId } | null
}

/** What a row's place in the graph is. */
export type Place = Pick<MessageRow, 'id' | 'sessionId' | 'parentIds' | 'overlayOf'>

export const isOverlay = (row: Place): boolean => row.overlayOf !== undefined

/** The sessions whose rows a session may show, youngest first. A loop in broken data ends the chain. */
export function lineageOf(session: SessionId, find: (id: SessionId) => Forked | null): LineageStep[] {
  const steps: LineageStep[] = [{ sessionId: session, forkedAt: null }]
  const seen = new Set<SessionId>([session])
  let from = find(session)?.forkedFrom ?? null
  while (from !== null && !seen.has(from.sessionId)) {
    seen.add(from.sessionId)
    steps.push({ sessionId: from.sessionId, forkedAt: from.messageId })
    from = find(from.sessionId)?.forkedFrom ?? null
  }
  return steps
}

/** Whether a row belongs to the lineage; what was said after the fork in the older session does not. */
export function isInLineage(row: Place, lineage: readonly LineageStep[]): boolean {
  const step = lineage.find(({ sessionId }) => sessionId === row.sessionId)
  if (step === undefined) return false
  return step.forkedAt === null || !row.parentIds.includes(step.forkedAt)
}

/** The rows from which the tips follow, tips included, in order of time; a parent always before its child. */
export function pathTo(tips: readonly MessageId[], rows: RowsById): MessageRow[] {
  return inOrder(reachableFrom(tips, rows))
}

/** Every loaded row among the tips and their ancestors. */
export function reachableFrom(tips: readonly MessageId[], rows: RowsById): MessageRow[] {
  const found = new Map<MessageId, MessageRow>()
  const open = [...tips]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const row = rows.get(id)
    if (row === undefined || found.has(id)) continue
    found.set(id, row)
    open.push(...row.parentIds)
  }
  return [...found.values()]
}

/** Ids sort by time, but clocks of two devices differ: where they contradict the graph, the graph wins. */
function inOrder(rows: readonly MessageRow[]): MessageRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered: MessageRow[] = []
  const placed = new Set<MessageId>()
  for (const start of [...rows].sort(byAge)) {
    const stack = [start]
    for (let row = stack.at(-1); row !== undefined; row = stack.at(-1)) {
      const missing = row.parentIds.flatMap((id) => (placed.has(id) ? [] : (byId.get(id) ?? [])))
      const next = missing.filter((parent) => !stack.includes(parent)).sort(byAge)[0]
      if (next !== undefined) {
        stack.push(next)
        continue
      }
      stack.pop()
      if (!placed.has(row.id)) {
        placed.add(row.id)
        ordered.push(row)
      }
    }
  }
  return ordered
}

const byAge = (a: { id: MessageId }, b: { id: MessageId }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * What can be shown in the place of a row, oldest first, the row included: rows that share a parent with it, and
 * the rows that it stands beside. Rows that are shown on the path anyway (joined branches) are no alternatives.
 * @param hidden ids that never stand for choice: the shown path, and replacedIds.
 */
export function siblingsOf(row: MessageRow, candidates: Iterable<MessageRow>, hidden: ReadonlySet<MessageId>): MessageId[] {
  const rows = [...candidates].filter((candidate) => !isOverlay(candidate))
  const beside = alternativesOf(row, rows)
  const parents = new Set(row.parentIds)
  const siblings = rows.filter(({ id, parentIds }) => {
    if (id === row.id || hidden.has(id)) return false
    if (beside.has(id)) return true
    return parents.size === 0 ? parentIds.length === 0 : parentIds.some((parent) => parents.has(parent))
  })
  return [...new Set([row.id, ...siblings.map(({ id }) => id)])].sort()
}

/** Ids that a row stands beside or goes on from, in either direction and over any number of steps. */
function alternativesOf(row: MessageRow, rows: readonly MessageRow[]): Set<MessageId> {
  const linked = new Set<MessageId>([row.id])
  for (let size = 0; size !== linked.size; ) {
    size = linked.size
    for (const { id, alternativeOf, continuationOf } of [row, ...rows]) {
      for (const other of [alternativeOf, continuationOf]) {
        if (other === undefined) continue
        if (linked.has(id)) linked.add(other)
        else if (linked.has(other)) linked.add(id)
      }
    }
  }
  return linked
}

/**
 * Answers in whose place another row is shown, because it goes on from them. One that has something below it is
 * not among them: hiding it would hide what was said there (SES-3).
 */
export function replacedIds(candidates: Iterable<MessageRow>, hasChildren: (id: MessageId) => boolean): Set<MessageId> {
  const targets = [...candidates].flatMap(({ continuationOf }) => continuationOf ?? [])
  return new Set(targets.filter((id) => !hasChildren(id)))
}

/** The newest leaf below a row (or the row itself): what is shown when the row is chosen among its siblings. */
export function newestContinuation(from: MessageId, rows: RowsById): MessageId {
  const below = new Set<MessageId>([from])
  const children = childrenByParent(rows.values())
  const leaves: MessageId[] = []
  for (const id of below) {
    const next = children.get(id) ?? []
    for (const child of next) below.add(child.id)
    if (next.length === 0) leaves.push(id)
  }
  return leaves.sort().at(-1) ?? from
}

/**
 * Continuations that nobody chose between: another device or window went on from the shown path without standing
 * beside anything (`alternativeOf`). Their newest ends, to be joined with the tip; the tip itself is not in it.
 */
export function concurrentTips(tip: MessageId, rows: RowsById): MessageId[] {
  const shown = new Set(reachableFrom([tip], rows).map(({ id }) => id))
  const children = childrenByParent(rows.values())
  const ends = new Set<MessageId>()
  for (const id of shown) {
    const beside = children.get(id) ?? []
    const chosen = beside.filter((row) => shown.has(row.id))
    for (const child of beside) {
      if (shown.has(child.id) || child.alternativeOf !== undefined || child.continuationOf !== undefined) continue
      if (!chosen.some((row) => isChosenOver(row, child, beside))) ends.add(newestContinuation(child.id, rows))
    }
  }
  return [...ends].sort()
}

/** One question has one answer shown at a time, even where two devices answered it without knowing of each other. */
const isChosenOver = (shown: MessageRow, other: MessageRow, beside: readonly MessageRow[]): boolean =>
  (shown.role === 'assistant' && other.role === 'assistant') || alternativesOf(shown, beside).has(other.id)

/** The parents of the next message: the ends, without those from which another one follows; oldest first. */
export function joinTips(tips: readonly MessageId[], rows: RowsById): MessageId[] {
  const ends = [...new Set(tips)]
  const isPassed = (tip: MessageId) =>
    ends.some((other) => other !== tip && reachableFrom([other], rows).some(({ id }) => id === tip))
  return ends.filter((tip) => !isPassed(tip)).sort()
}

function childrenByParent(rows: Iterable<MessageRow>): Map<MessageId, MessageRow[]> {
  const children = new Map<MessageId, MessageRow[]>()
  for (const row of rows) {
    if (isOverlay(row)) continue
    for (const parent of row.parentIds) children.set(parent, [...(children.get(parent) ?? []), row])
  }
  return children
}

/** The newest overlay of a row: the edited text of an answer, or null. */
export function newestOverlay(id: MessageId, candidates: Iterable<MessageRow>): MessageRow | null {
  let newest: MessageRow | null = null
  for (const row of candidates) {
    if (row.overlayOf === id && (newest === null || row.id > newest.id)) newest = row
  }
  return newest
}

/** A row as it is shown: with the parts and the status of its newest overlay. */
export function withOverlay(row: MessageRow, overlay: MessageRow | null): MessageRow {
  if (overlay === null) return row
  const { failure, ...rest } = row
  const isStillFailed = overlay.status === 'failed' && failure !== undefined
  return { ...rest, ...(isStillFailed && { failure }), parts: overlay.parts, status: overlay.status }
}
