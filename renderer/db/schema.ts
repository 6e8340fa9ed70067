import Dexie, { type DexieOptions, type Table, type Transaction } from 'dexie'
import type { StoredSegment } from '@shared/context/recall/recall-index'
import type { CallId, DeviceId, EntryId, FileHash, MessageId, SessionId } from '@shared/ids'
import type { ModelRef, Part } from '@shared/sessions/message'
import { renewCallPrices } from './call-prices'

/** One update of a Y.Doc, as it arose in one window. */
export interface DocUpdateRow {
  readonly seq?: number
  readonly docName: string
  readonly update: Uint8Array
  /** The window that wrote it and has it in memory already. */
  readonly windowId: string
}

/** A Y.Doc folded into one state; it holds every update up to `seq`. */
export interface DocSnapshotRow {
  readonly docName: string
  readonly state: Uint8Array
  readonly seq: number
}

/** The answer that a window is writing: one row, written again and again until the answer is a message. */
export interface InflightRow {
  readonly messageId: MessageId
  readonly sessionId: SessionId
  readonly parentIds: readonly MessageId[]
  readonly alternativeOf?: MessageId
  readonly continuationOf?: MessageId
  readonly parts: readonly Part[]
  readonly model: ModelRef
  readonly modelName: string
  readonly callId: CallId
  readonly device: DeviceId
  readonly startedAt: number
  readonly updatedAt: number
  readonly windowId: string
}

export interface DraftRow {
  readonly key: string
  readonly text: string
  readonly files: unknown
  readonly updatedAt: number
}

export interface FileMetaRow {
  readonly hash: FileHash
  readonly mediaType: string
  readonly sizeBytes: number
  readonly createdAt: number
}

/** How often an entry was in a prompt on this device. */
export interface MemoryUseRow {
  readonly entryId: EntryId
  readonly count: number
  readonly lastAt: number
}

/** An update of the sealed document of one room, in the order in which it was stored. */
export interface SyncDocRow {
  readonly seq?: number
  readonly room: string
  readonly update: Uint8Array
}

/** A message that no sealed entry holds yet. */
export interface SyncOutboxRow {
  readonly messageId: MessageId
}

/** What this device knows of an attachment's sealed copy on the server. */
export interface SyncBlobRow {
  readonly hash: FileHash
  readonly mediaType: string
  readonly sizeBytes: number
  /** `held`: on both sides. */
  readonly state: 'to-send' | 'wanted' | 'held'
  readonly tries: number
  /** Milliseconds since the epoch. */
  readonly dueAt: number
}

export interface KeyValueRow {
  readonly key: string
  readonly value: unknown
}

/** A version of the schema: what Dexie calls stores, and the change of data that leads to it. */
export interface SchemaVersion {
  readonly version: number
  readonly stores: Readonly<Record<string, string | null>>
  /** Runs in the one transaction that also changes the schema: killed anywhere, the old version is untouched. */
  readonly upgrade?: (transaction: Transaction) => Promise<void>
}

export const databaseName = 'commonplace'

export const schemaVersions: readonly SchemaVersion[] = [
  {
    version: 1,
    stores: {
      messages: 'id, [sessionId+id], *parentIds, overlayOf, rootOf',
      docUpdates: '++seq, docName',
      docSnapshots: 'docName',
      inflight: 'messageId, sessionId',
      drafts: 'key',
      calls: 'id, [sessionId+startedAt], startedAt, state',
      settings: 'key',
      modelProviders: 'id',
      files: 'hash',
      meta: 'key',
    },
  },
  {
    version: 2,
    stores: {
      jobs: 'id, state, sessionId',
      recallSegments: 'number',
      memoryHistory: 'id, entryId, sectionId',
      memoryUses: 'entryId',
    },
  },
  {
    version: 3,
    stores: {
      syncState: 'key',
      syncDocs: '++seq, room',
      syncOutbox: 'messageId',
      syncLog: '++id',
      syncBlobs: 'hash, state',
    },
  },
  {
    version: 4,
    stores: {
      limits: 'key',
      modelOverrides: 'key',
      catalogue: 'key',
      calibration: 'key',
    },
    upgrade: renewCallPrices,
  },
]

export type DatabaseOptions = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>

/**
 * Everything that this device keeps, except secrets and attached bytes. Rows come out as `unknown` where a broken
 * one must not bring the app down: they are parsed by the module that owns the table.
 */
export class CommonplaceDb extends Dexie {
  declare readonly messages: Table<unknown, MessageId>
  declare readonly docUpdates: Table<DocUpdateRow, number>
  declare readonly docSnapshots: Table<DocSnapshotRow, string>
  declare readonly inflight: Table<InflightRow, MessageId>
  declare readonly drafts: Table<DraftRow, string>
  declare readonly calls: Table<unknown, CallId>
  declare readonly settings: Table<KeyValueRow, string>
  declare readonly modelProviders: Table<unknown, string>
  declare readonly files: Table<FileMetaRow, FileHash>
  declare readonly meta: Table<KeyValueRow, string>
  declare readonly jobs: Table<unknown, string>
  declare readonly recallSegments: Table<StoredSegment, number>
  declare readonly memoryHistory: Table<unknown, string>
  declare readonly memoryUses: Table<MemoryUseRow, EntryId>
  declare readonly syncState: Table<KeyValueRow, string>
  declare readonly syncDocs: Table<SyncDocRow, number>
  declare readonly syncOutbox: Table<SyncOutboxRow, MessageId>
  declare readonly syncLog: Table<unknown, number>
  declare readonly syncBlobs: Table<SyncBlobRow, FileHash>
  /** What each credential may still ask of each model, and how well each model answers. */
  declare readonly limits: Table<KeyValueRow, string>
  /** What the person set for a model themselves. */
  declare readonly modelOverrides: Table<KeyValueRow, string>
  /** The table of models that was fetched last and could be read. */
  declare readonly catalogue: Table<KeyValueRow, string>
  /** How far estimates of tokens are from what was reported. */
  declare readonly calibration: Table<KeyValueRow, string>

  constructor(name = databaseName, options: DatabaseOptions = {}, versions = schemaVersions) {
    // SES-1: with relaxed durability a transaction is reported complete before it is on disk.
    super(name, { ...options, chromeTransactionDurability: 'strict', cache: 'disabled' })
    for (const { version, stores, upgrade } of versions) {
      const declared = this.version(version).stores({ ...stores })
      if (upgrade !== undefined) declared.upgrade(upgrade)
    }
  }
}
