import type { DeviceId } from '@shared/ids'
import type { Keyring } from '@shared/sync/keyring'
import type { RoomEvent } from '@shared/sync/room-ports'
import type { RoomKind } from '@shared/sync/rooms'
import type { SyncLog } from '@renderer/db/sync-log'
import type { SyncLogKind, SyncLogReason, SyncRoomName } from './sync-service'

export interface Said {
  readonly kind: SyncLogKind
  readonly room?: RoomKind
  readonly device?: string | null
  readonly count?: number
  readonly reason?: SyncLogReason
}

/** What sealed rooms and connections tell, as lines of the log. */
export interface SyncReport {
  add(said: Said): void
  room(kind: RoomKind, event: RoomEvent, keyring: Keyring, kept: () => number): void
  close(): void
}

/** Edits of one device are said together, once they pause. */
const mergeForMs = 4000
/** Keys travel in a room of their own: what cannot be opened yet mostly can a moment later. */
const keysArriveWithinMs = 15_000

export function createReport(log: SyncLog, onMerged: (device: DeviceId) => void): SyncReport {
  const merged = new Map<string, { readonly room: RoomKind; readonly device: string | null; count: number }>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let mergeTimer: ReturnType<typeof setTimeout> | null = null
  const later = (ms: number, work: () => void): ReturnType<typeof setTimeout> => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
    return timer
  }
  const add = ({ kind, room, device, count, reason }: Said): void =>
    void log.add({ kind, room: room === undefined ? null : roomNameOf(room), device: device ?? null, count: count ?? null, reason: reason ?? null })
  const flushMerged = (): void => {
    mergeTimer = null
    for (const { room, device, count } of merged.values()) add({ kind: 'merged', room, device, count })
    merged.clear()
  }

  return {
    add,
    room(room, event, keyring, kept) {
      const nameOf = (id: DeviceId | null): string | null => (id === null ? null : (keyring.roster().find(id)?.name ?? null))
      switch (event.kind) {
        case 'merged': {
          onMerged(event.device)
          const key = `${roomNameOf(room)} ${event.device}`
          const line = merged.get(key) ?? { room, device: nameOf(event.device), count: 0 }
          line.count += event.edits
          merged.set(key, line)
          mergeTimer ??= later(mergeForMs, flushMerged)
          return
        }
        case 'refused': {
          const say = (): void => add({ kind: event.reason === 'newer-version' ? 'newer-version' : 'refused', room, device: nameOf(event.device), reason: event.reason })
          if (event.reason !== 'unknown-epoch' && event.reason !== 'unknown-device') return say()
          later(keysArriveWithinMs, () => (kept() > 0 ? say() : undefined))
          return
        }
        case 'compacted':
        case 'rolled-back':
        case 'healed':
          return add({ kind: event.kind, room, count: event.entries })
        case 'gap':
          return add({ kind: 'gap', room, device: nameOf(event.device), count: event.missing })
        case 'forked':
          return add({ kind: 'forked', room, device: nameOf(event.device) })
      }
    },
    close() {
      flushMerged()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const roomNameOf = (kind: RoomKind): SyncRoomName => (kind.startsWith('journal/') ? 'journal' : (kind as SyncRoomName))
