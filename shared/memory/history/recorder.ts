import * as Y from 'yjs'
import type { Clock } from '../../clock'
import { authorSchema, type Author } from '../layout'
import { backwardOf } from './change'
import { mapOf, readPlainMemory, readSubject, subjectKey, subjectKinds, type PlainFields, type Subject, type SubjectKind } from './plain'
import { isTyping, joinWithinMs, type SubjectChange } from './record'

/** A change that waits to be recorded. */
export interface PendingChange extends SubjectChange {
  /** Another window has written to the same subject meanwhile: where this change began is in the database only. */
  readonly isContested: boolean
}

export interface RecorderOptions {
  readonly clock: Clock
  /** Transactions that another window made and recorded: they change where the next change begins, and nothing else. */
  readonly isRecordedElsewhere: (origin: unknown) => boolean
}

/**
 * Watches a memory document and keeps what changed, entry by entry, until somebody takes it to be stored. It compares
 * plain copies and so depends on no key's meaning.
 */
export class HistoryRecorder {
  private readonly known: Map<string, PlainFields>
  private pending: PendingChange[] = []
  private readonly unobserve: (() => void)[]

  constructor(
    private readonly doc: Y.Doc,
    private readonly options: RecorderOptions,
  ) {
    const memory = readPlainMemory(doc)
    this.known = new Map(subjectKinds.flatMap((kind) => [...memory[kind]].map(([id, fields]) => [subjectKey({ kind, id }), fields] as const)))
    this.unobserve = subjectKinds.map((kind) => {
      const map = mapOf(doc, kind)
      const observer = (events: Y.YEvent<Y.AbstractType<unknown>>[], transaction: Y.Transaction): void => this.look(kind, events, transaction.origin)
      map.observeDeep(observer)
      return () => map.unobserveDeep(observer)
    })
  }

  get hasPending(): boolean {
    return this.pending.length > 0
  }

  /** Takes what waits, oldest first; the caller stores it or gives it back. */
  take(): PendingChange[] {
    return this.pending.splice(0)
  }

  giveBack(changes: readonly PendingChange[]): void {
    this.pending.unshift(...changes)
  }

  close(): void {
    for (const stop of this.unobserve) stop()
  }

  private look(kind: SubjectKind, events: readonly Y.YEvent<Y.AbstractType<unknown>>[], origin: unknown): void {
    const ids = new Set(events.flatMap((event) => (event.path.length > 0 ? [String(event.path[0])] : [...event.changes.keys.keys()])))
    const at = this.options.clock.now()
    for (const id of ids) this.compare({ kind, id }, origin, at)
  }

  private compare(subject: Subject, origin: unknown, at: number): void {
    const key = subjectKey(subject)
    const before = this.known.get(key) ?? null
    const after = readSubject(this.doc, subject)
    if (backwardOf(before, after) === null) return
    if (after === null) this.known.delete(key)
    else this.known.set(key, after)
    if (this.options.isRecordedElsewhere(origin)) this.contest(key)
    else this.add({ subject, author: authorOf(origin), since: at, at, before, after, isContested: false })
  }

  /** Only the end of the chain is known here now: all that waits for this subject becomes one change up to it. */
  private contest(key: string): void {
    const own = this.pending.filter(({ subject }) => subjectKey(subject) === key)
    const last = own.at(-1)
    if (last === undefined) return
    const after = this.known.get(key) ?? null
    this.pending = this.pending.filter((change) => !own.includes(change))
    this.pending.push({ ...last, since: own[0]?.since ?? last.since, after, isContested: true })
  }

  private add(change: PendingChange): void {
    const key = subjectKey(change.subject)
    const index = this.pending.findLastIndex(({ subject }) => subjectKey(subject) === key)
    const last = this.pending[index]
    if (last === undefined || !(last.isContested || canJoin(last, change))) return void this.pending.push(change)
    this.pending[index] = { ...change, since: last.since, before: last.before, isContested: last.isContested }
  }
}

const canJoin = (last: PendingChange, next: PendingChange): boolean =>
  isTyping(last) && isTyping(next) && next.at - last.since < joinWithinMs && JSON.stringify(last.author) === JSON.stringify(next.author)

/** Who made a transaction: its origin says so, or the origin whose changes an undo manager takes back. */
function authorOf(origin: unknown): Author | null {
  const candidates = origin instanceof Y.UndoManager ? [...origin.trackedOrigins] : [origin]
  for (const candidate of candidates) {
    const author = authorSchema.safeParse((candidate as { author?: unknown } | null)?.author)
    if (author.success) return author.data
  }
  return null
}
