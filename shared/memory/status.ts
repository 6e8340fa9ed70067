import type * as Y from 'yjs'
import type { EntryId } from '../ids'
import { circlesIn } from './circles'
import { compareStrings, entriesOf, entryStatuses, isDeleted, mapsIn, readChange, type EntryStatus } from './layout'
import { readLifetimes, expiryOf, type Lifetimes } from './lifetime'

type Fields = Y.Map<unknown>

/** What is known of a document's entries as a whole: whether a line stands depends on the others. */
export interface Standings {
  readonly statuses: ReadonlyMap<EntryId, EntryStatus>
  /** For every entry that is replaced: by which one that counts. */
  readonly successors: ReadonlyMap<EntryId, EntryId>
}

/**
 * The status of every entry, from its own marks and from the entries that replace it. The first that holds:
 * deleted; a proposal that nobody accepted, rejected or open; superseded; archived; expired; active.
 * MEM-1: what cannot be read is hidden. MEM-2: the same marks give the same statuses on every device.
 */
export function readStandings(doc: Y.Doc): Standings {
  const entries = mapsIn(entriesOf(doc))
  const lifetimes = readLifetimes(doc)
  const successors = readSuccessors(entries)
  const statuses = new Map<EntryId, EntryStatus>()
  for (const [id, fields] of entries) {
    const own = ownStatus(fields, lifetimes)
    const isReplaced = successors.has(id as EntryId) && own !== 'deleted' && own !== 'rejected'
    statuses.set(id as EntryId, isReplaced ? 'superseded' : own)
  }
  return { statuses, successors }
}

function ownStatus(fields: Fields, lifetimes: Lifetimes): EntryStatus {
  if (isDeleted(fields)) return 'deleted'
  const stored = fields.get('status')
  if (stored !== undefined && stored !== 'active') return entryStatuses.find((status) => status === stored) ?? 'archived'
  if (fields.has('change') && !isAccepted(fields)) return fields.has('rejectedAt') ? 'rejected' : 'proposed'
  if (fields.has('archivedAt') || isErrand(fields)) return 'archived'
  return hasExpired(fields, lifetimes) ? 'expired' : 'active'
}

/** The person's yes outranks a no, a no outranks what was accepted by rule. */
const isAccepted = (fields: Fields): boolean =>
  fields.has('accepted/person') || (fields.has('accepted/rule') && !fields.has('rejectedAt'))

/** A proposal to expire or remove other lines is no line itself; a change that this version does not know is hidden too. */
function isErrand(fields: Fields): boolean {
  if (!fields.has('change')) return false
  const change = readChange(fields)
  return change === null || change === 'expire' || change === 'remove'
}

/** Marked by maintenance, and not given more time since. */
function hasExpired(fields: Fields, lifetimes: Lifetimes): boolean {
  const mark = fields.get('expired')
  if (typeof mark !== 'string') return false
  const expiry = expiryOf(fields, lifetimes)
  return expiry !== null && expiry <= mark
}

const isOpen = (fields: Fields | undefined): boolean => fields?.has('change') === true && !isAccepted(fields)

/**
 * An entry that was accepted replaces others for good, also after it was deleted or replaced itself. A proposal that
 * was not accepted replaces only its double, another proposal, and takes it along when it is rejected.
 */
function readSuccessors(entries: readonly [string, Fields][]): Map<EntryId, EntryId> {
  const claims = new Map<string, Claim[]>()
  const known = new Map(entries)
  for (const [id, fields] of entries) {
    const isHolderOpen = isOpen(fields)
    for (const key of fields.keys()) {
      if (!key.startsWith('supersedes/')) continue
      const loser = key.slice('supersedes/'.length)
      if (loser === id || !known.has(loser)) continue
      if (isHolderOpen && !(isByRule(fields.get(key)) && isOpen(known.get(loser)))) continue
      const claim = { winner: id, weight: weightOf(fields.get(key), id, fields) }
      const others = claims.get(loser)
      if (others === undefined) claims.set(loser, [claim])
      else others.push(claim)
    }
  }
  return settle(claims)
}

const isByRule = (edge: unknown): boolean => (edge as { by?: unknown } | null | undefined)?.by === 'rule'

interface Claim {
  readonly winner: string
  readonly weight: Weight
}

/** Decisions of the person first, then the later one; the rest makes the order total. */
type Weight = readonly [byPerson: number, at: number, pinned: number, createdAt: number, id: string]

function weightOf(edge: unknown, id: string, fields: Fields): Weight {
  const { by, at } = (edge ?? {}) as { by?: unknown; at?: unknown }
  const createdAt = fields.get('createdAt')
  return [by === 'person' ? 1 : 0, numberOr0(at), fields.get('pinned') === true ? 1 : 0, numberOr0(createdAt), id]
}

const numberOr0 = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

function compareWeights(a: Weight, b: Weight): number {
  for (const index of [0, 1, 2, 3] as const) if (a[index] !== b[index]) return a[index] - b[index]
  return compareStrings(a[4], b[4])
}

const heaviest = (claims: readonly Claim[]): Claim | undefined =>
  claims.reduce<Claim | undefined>((best, claim) => (best === undefined || compareWeights(claim.weight, best.weight) > 0 ? claim : best), undefined)

/**
 * Who replaces whom. Where two devices decided against each other, the claims go round in a circle: the heaviest
 * claim in it holds and its holder stays, so that a contradiction never hides both sides. It stands for all others of
 * the circle, whoever claimed them: following the successors comes to an end.
 */
function settle(claims: ReadonlyMap<string, readonly Claim[]>): Map<EntryId, EntryId> {
  const circles = circlesIn(new Map([...claims].map(([loser, all]) => [loser, all.map(({ winner }) => winner)])))
  const staying = new Map([...new Set(circles.values())].map((circle) => [circle, bestOf(circle, claims)]))
  const successors = new Map<EntryId, EntryId>()
  for (const [loser, all] of claims) {
    const circle = circles.get(loser)
    const fromOutside = circle === undefined ? all : all.filter(({ winner }) => !circle.has(winner))
    const inCircle = circle === undefined ? undefined : staying.get(circle)
    const successor = heaviest(fromOutside)?.winner ?? (inCircle === loser ? undefined : inCircle)
    if (successor !== undefined) successors.set(loser as EntryId, successor as EntryId)
  }
  return successors
}

function bestOf(circle: ReadonlySet<string>, claims: ReadonlyMap<string, readonly Claim[]>): string | undefined {
  return heaviest([...circle].flatMap((loser) => (claims.get(loser) ?? []).filter(({ winner }) => circle.has(winner))))?.winner
}
