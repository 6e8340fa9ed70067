import { randomBytes } from 'node:crypto'
import * as Y from 'yjs'
import { createIdFactory, type DeviceId, type MessageId, type SessionId } from '@shared/ids'
import { putEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { createChain } from '@shared/sync/chain-state'
import { describeDevice, openKeyring, type Keyring } from '@shared/sync/keyring'
import type { RoomPorts } from '@shared/sync/room-ports'
import type { RoomKind } from '@shared/sync/rooms'
import { openSealedDocument } from '@shared/sync/sealed-document'
import { openSealedJournal } from '@shared/sync/sealed-journal'
import { segmentsIn } from '@renderer/state/sync/segments'
import { createDevice, createVault, type DeviceSecrets, type VaultSecrets } from '@shared/sync/vault'
import { seededRandom } from '../../helpers/memory'
import { syntheticCorpus } from '../recall/synthetic'

/** A vault as its server holds it after years, and the device that is to get it. */
export interface LivedVault {
  readonly secrets: VaultSecrets
  readonly newDevice: DeviceSecrets
  readonly sessions: number
  readonly messages: number
  /** The sealed documents of its rooms. */
  readonly rooms: ReadonlyMap<RoomKind, Y.Doc>
  readonly sealedBytes: number
}

const segmentBytes = 2 * 2 ** 20
const rowsAnEntry = 100
const startAt = 1_780_000_000_000

export const realTimer: RoomPorts['timer'] = {
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

const clock = { now: () => Date.now() }

export function roomPorts(kind: RoomKind, outer: Y.Doc, keyring: Keyring): RoomPorts {
  return { kind, outer, keyring, clock, random: randomBytes, timer: realTimer, chain: createChain(randomBytes), onChain: () => undefined, report: () => undefined }
}

/** Sealed by a laptop, with a phone that was just paired. */
export function liveThrough(sessions: number, messages: number): LivedVault {
  const vault = createVault(randomBytes)
  const laptop = createDevice({ deviceId: 'laptop' as DeviceId, name: 'Laptop', kind: 'desktop' }, randomBytes)
  const phone = createDevice({ deviceId: 'phone' as DeviceId, name: 'Phone', kind: 'phone' }, randomBytes)
  const keys = new Y.Doc()
  const keyring = openKeyring({ outer: keys, vault: vault.secrets, device: laptop, recovery: vault.recovery, clock, random: randomBytes })
  keyring.found()
  keyring.addDevice(describeDevice(phone))

  const { index, rows } = conversations(sessions, messages)
  const segments = sealRows(rows, keyring)
  segments.forEach((_, place) => segmentsIn(index, keyring.vaultId).open(place + 1, clock.now()))
  const journal = segments.map((outer, place) => [`journal/${place + 1}`, outer] as const)
  const rooms = new Map<RoomKind, Y.Doc>([['keys', keys], ['index', sealIndex(index, keyring)], ...journal])
  const sealedBytes = [...rooms.values()].reduce((sum, outer) => sum + Y.encodeStateAsUpdate(outer).length, 0)
  return { secrets: vault.secrets, newDevice: phone, sessions, messages: rows.length, rooms, sealedBytes }
}

function conversations(sessions: number, messages: number): { index: Y.Doc; rows: MessageRow[] } {
  let now = startAt
  const newId = createIdFactory({ now: () => (now += 1000) }, seededRandom(7))
  const index = new Y.Doc()
  const rows: MessageRow[] = []
  const texts = syntheticCorpus(messages, 0).messages.map(({ text }) => text)
  for (let session = 0; session < sessions; session++) {
    const id = newId<SessionId>()
    let parent: MessageId | null = null
    for (let at = 0; at < messages / sessions; at++) {
      const row = rowOf(id, newId<MessageId>(), parent, texts[rows.length] ?? '', at, now)
      rows.push(row)
      parent = row.id
    }
    const title = (texts[session] ?? '').slice(0, 40)
    putEntry(index, id, { title, titleSource: 'derived', createdAt: now, updatedAt: now, tip: parent, pinned: false, forkedFrom: null, trashedAt: null, purgedAt: null, model: null, isPrivate: false })
  }
  return { index, rows }
}

function rowOf(sessionId: SessionId, id: MessageId, parent: MessageId | null, text: string, at: number, createdAt: number): MessageRow {
  const isQuestion = at % 2 === 0
  return {
    id,
    sessionId,
    parentIds: parent === null ? [] : [parent],
    role: isQuestion ? 'user' : 'assistant',
    parts: [{ type: 'text', text }],
    createdAt,
    device: 'laptop' as DeviceId,
    author: isQuestion ? 'person' : 'model',
    status: 'complete',
    ...(isQuestion ? {} : { answer }),
  }
}

const answer: NonNullable<MessageRow['answer']> = {
  model: { modelProviderId: 'sample', modelId: 'sample-model' },
  modelName: 'Sample model',
  usage: { inputTokens: 412, outputTokens: 690, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false },
  costMicroUsd: 8000,
  firstTokenMs: 420,
  durationMs: 6200,
  finishReason: 'stop',
}

function sealIndex(index: Y.Doc, keyring: Keyring): Y.Doc {
  const outer = new Y.Doc()
  const room = openSealedDocument(index, roomPorts('index', outer, keyring))
  room.start()
  room.close()
  return outer
}

/** As they were written: some dozens at a time, a new segment when one is full. */
function sealRows(rows: readonly MessageRow[], keyring: Keyring): Y.Doc[] {
  const segments: Y.Doc[] = []
  for (let from = 0; from < rows.length; ) {
    const outer = new Y.Doc()
    segments.push(outer)
    let sealedBytes = 0
    outer.on('update', (update: Uint8Array) => (sealedBytes += update.length))
    const journal = openSealedJournal({ ...roomPorts(`journal/${segments.length}`, outer, keyring), take: () => Promise.resolve() })
    for (; from < rows.length && sealedBytes < segmentBytes; from += rowsAnEntry) journal.append(rows.slice(from, from + rowsAnEntry))
    void journal.close()
  }
  return segments
}
