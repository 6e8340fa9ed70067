import { changedKeys } from './change'
import type { PlainFields } from './plain'

/** What a change was, in the words of the history; one each, the one that says most. */
export const changeKinds = [
  'proposed',
  'created',
  'removed',
  'accepted',
  'rejected',
  'reconsidered',
  'deleted',
  'restored',
  'archived',
  'unarchived',
  'expired',
  'replaced',
  'edited',
  'moved',
  'pinned',
  'unpinned',
  'scoped',
  'dated',
  'confirmed',
  'settings',
  'other',
] as const
export type ChangeKind = (typeof changeKinds)[number]

const cameAndWent: readonly (readonly [RegExp, came: ChangeKind, went: ChangeKind])[] = [
  [/^rejectedAt$/, 'rejected', 'reconsidered'],
  [/^accepted\//, 'accepted', 'reconsidered'],
  [/^deleted(At|\/.*)$/, 'deleted', 'restored'],
  [/^archivedAt$/, 'archived', 'unarchived'],
  [/^expired$/, 'expired', 'unarchived'],
  [/^supersedes\//, 'replaced', 'reconsidered'],
]

const touched: readonly (readonly [RegExp, ChangeKind])[] = [
  [/^(text|title)$/, 'edited'],
  [/^(sectionId|order|level)$/, 'moved'],
  [/^scope$/, 'scoped'],
  [/^(expiresOn|validFrom|validTo)$/, 'dated'],
  [/^(confirmedAt|from\/.*)$/, 'confirmed'],
  [/^(acceptLevel|lifetimeDays|lifetimeEnd)$/, 'settings'],
]

export function kindOf(before: PlainFields | null, after: PlainFields | null): ChangeKind {
  if (after === null) return 'removed'
  if (before === null) return 'change' in after && !Object.keys(after).some((key) => key.startsWith('accepted/')) ? 'proposed' : 'created'
  const keys = changedKeys(before, after)
  for (const [pattern, came, went] of cameAndWent) {
    const key = keys.find((candidate) => pattern.test(candidate))
    if (key !== undefined) return key in after ? came : went
  }
  // Sections, and entries of the first layout, have one status instead of marks.
  if (keys.includes('status')) return after['status'] === 'deleted' ? 'deleted' : 'restored'
  const found = touched.find(([pattern]) => keys.some((key) => pattern.test(key)))
  if (found !== undefined) return found[1]
  if (keys.includes('pinned')) return after['pinned'] === true ? 'pinned' : 'unpinned'
  return 'other'
}
