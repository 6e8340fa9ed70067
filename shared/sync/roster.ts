import type { DeviceId } from '../ids'
import { isStatementBy, type Author, type ChainRun, type DeviceBody, type RemoveBody, type Statement, type Wrap } from './statement'
import type { DeviceKind } from './vault'

/** A device of the vault, as its statements say. */
export interface RosterDevice {
  readonly id: DeviceId
  readonly name: string
  readonly kind: DeviceKind
  /** Public X25519 key. */
  readonly boxKey: Uint8Array
  /** Public Ed25519 key. */
  readonly signKey: Uint8Array
  /** Milliseconds since the epoch, by the clock of the device that added it. */
  readonly addedAt: number
  readonly addedBy: Author
  readonly removed: Removal | null
}

export interface Removal {
  /** Milliseconds since the epoch, by the clock of the device that removed it: the earliest where several did. */
  readonly at: number
  readonly by: Author
  /** Which of its entries count in a room. */
  readonly runsIn: (room: string) => readonly ChainRun[]
}

export interface Roster {
  /** In order of age: by `addedAt`, then id. Removed devices are among them. */
  readonly devices: readonly RosterDevice[]
  /** Wraps that count. */
  readonly wraps: readonly (Wrap & { readonly by: Author })[]
  find(id: DeviceId): RosterDevice | null
}

interface Admission {
  readonly statement: Statement
  readonly body: DeviceBody
  /** Steps from the recovery phrase. */
  readonly depth: number
}

type SaidRemoval = RemoveBody & { readonly by: Author }

/**
 * What a set of statements comes to: the same on every device, in whatever order they arrived. Devices are looked at in
 * order of rank (nearest to the recovery phrase, then oldest): a removal counts unless its author was removed by
 * somebody of higher rank who did not know of it. Two devices that remove each other: the one of higher rank stays, and
 * the recovery phrase outranks all.
 */
export function readRoster(
  statements: readonly Statement[],
  recoverySignKey: Uint8Array,
  isSigned: (statement: Statement, signKey: Uint8Array) => boolean = isStatementBy,
): Roster {
  return new RosterReader(statements, recoverySignKey, isSigned).read()
}

class RosterReader {
  private readonly byAuthor = new Map<Author, Statement[]>()
  private readonly admitted = new Map<DeviceId, Admission>()
  private readonly removals = new Map<DeviceId, SaidRemoval[]>()
  private queue: Admission[] = []

  constructor(
    statements: readonly Statement[],
    private readonly recoverySignKey: Uint8Array,
    private readonly isSigned: (statement: Statement, signKey: Uint8Array) => boolean,
  ) {
    const unique = new Map(statements.map((statement) => [statement.id, statement]))
    for (const statement of [...unique.values()].sort((a, b) => compareText(a.id, b.id))) {
      this.byAuthor.set(statement.by, [...(this.byAuthor.get(statement.by) ?? []), statement])
    }
  }

  read(): Roster {
    this.hear('recovery', this.recoverySignKey, -1)
    while (this.queue.length > 0) this.admitNext()
    const devices = [...this.admitted.values()].filter((admission) => this.isStanding(admission)).map((admission) => this.deviceOf(admission))
    devices.sort((a, b) => a.addedAt - b.addedAt || compareText(a.id, b.id))
    const byId = new Map(devices.map((device) => [device.id, device]))
    return { devices, wraps: this.wrapsOf(byId), find: (id) => byId.get(id) ?? null }
  }

  private admitNext(): void {
    this.queue.sort(compareRank)
    const next = this.queue.shift()
    if (next === undefined || this.admitted.has(next.body.deviceId) || this.isVoid(next.statement)) return
    this.admitted.set(next.body.deviceId, next)
    this.hear(next.body.deviceId, next.body.signKey, next.depth)
  }

  private hear(author: Author, signKey: Uint8Array, depth: number): void {
    for (const statement of this.validOf(author, signKey)) {
      const { body } = statement
      if (body?.kind === 'remove') this.removals.set(body.deviceId, [...(this.removals.get(body.deviceId) ?? []), { ...body, by: author }])
      if (body?.kind === 'device' && body.deviceId !== author) this.queue.push({ statement, body, depth: depth + 1 })
    }
  }

  /** What an author said and signed, without what came after its removal. */
  private validOf(author: Author, signKey: Uint8Array): Statement[] {
    const said = this.byAuthor.get(author) ?? []
    return said.filter((statement) => !this.isVoid(statement) && this.isSigned(statement, signKey))
  }

  private isVoid(statement: Statement): boolean {
    const removals = statement.by === 'recovery' ? undefined : this.removals.get(statement.by)
    return removals !== undefined && !removals.some(({ keeps }) => keeps.includes(statement.id))
  }

  /** Whether everybody between a device and the recovery phrase had the right to bring it in, now that all is known. */
  private isStanding(admission: Admission): boolean {
    if (this.isVoid(admission.statement)) return false
    const { by } = admission.statement
    if (by === 'recovery') return true
    const author = this.admitted.get(by)
    return author !== undefined && this.isStanding(author)
  }

  private deviceOf({ statement, body }: Admission): RosterDevice {
    const own = this.validOf(body.deviceId, body.signKey).flatMap((said) =>
      said.body?.kind === 'device' && said.body.deviceId === body.deviceId ? [said.body] : [],
    )
    // Times of one clock only: that of the device that added it may be a day ahead (SYN-8).
    const newest = own.reduce((latest, said) => (latest === body || said.addedAt >= latest.addedAt ? said : latest), body)
    const { boxKey, signKey, addedAt, deviceId } = body
    const removed = this.removalOf(deviceId)
    return { id: deviceId, name: newest.name, kind: newest.deviceKind, boxKey, signKey, addedAt, addedBy: statement.by, removed }
  }

  private removalOf(id: DeviceId): Removal | null {
    const removals = [...(this.removals.get(id) ?? [])].sort((a, b) => a.at - b.at || compareText(a.by, b.by))
    const first = removals[0]
    if (first === undefined) return null
    return { at: first.at, by: first.by, runsIn: (room) => removals.flatMap(({ chains }) => chains[room] ?? []) }
  }

  private wrapsOf(devices: ReadonlyMap<DeviceId, RosterDevice>): (Wrap & { by: Author })[] {
    const authors = new Map<Author, Uint8Array>([['recovery', this.recoverySignKey]])
    for (const { id, signKey } of devices.values()) authors.set(id, signKey)
    return [...authors].flatMap(([author, signKey]) =>
      this.validOf(author, signKey).flatMap(({ body }) => (body?.kind === 'wraps' ? body.wraps.map((wrap) => ({ ...wrap, by: author })) : [])),
    )
  }
}

const compareRank = (a: Admission, b: Admission): number =>
  a.depth - b.depth || a.body.addedAt - b.body.addedAt || compareText(a.body.deviceId, b.body.deviceId) || compareText(a.statement.id, b.statement.id)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
