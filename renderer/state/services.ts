import { createContext, useContext } from 'react'
import type * as Y from 'yjs'
import type { Bridge } from '@shared/bridge/bridge'
import type { RouteHealth } from '@shared/calls/route-health'
import type { Clock } from '@shared/clock'
import type { Failure, FailureCode } from '@shared/errors'
import type { CallId, EntryId, FileHash, IdFactory, MessageId, SessionId } from '@shared/ids'
import type { Job } from '@shared/jobs/job'
import type { CheckOutcome, ModelFacts, ModelProvider, ProviderModel } from '@shared/providers/model-provider'
import type { FilePart, ModelRef, MessageRow, Part } from '@shared/sessions/message'
import type { Prompt, PromptManifest } from '@shared/context/prompt'
import type { MessageSource } from '@shared/memory/layout'
import type { MemoryWriter } from '@shared/memory/operations'
import type { MemoryView } from '@shared/memory/view'
import type { Result } from '@shared/result'
import type { BackgroundTask, Settings } from '@shared/settings'
import type { ExplicitRequests } from './explicit-requests'
import type { Forgetting } from './forget'
import type { MemoryHistory } from './memory-history'
import type { Prices } from './prices'
import type { ProxyDraft } from './proxy-draft'
import type { Sync } from './sync/sync-service'

export type * from './sync/sync-service'

/**
 * What the features may use. Made once per window by renderer/app (composition root) and handed down by context;
 * features know these interfaces and nothing of Dexie, Yjs providers or the bridge's insides.
 * Snapshots (`current`) are immutable and keep their identity until something changed: fit for useSyncExternalStore.
 */
export interface Observable<Value> {
  current(): Value
  subscribe(listener: () => void): () => void
}

export interface SessionSummary {
  readonly id: SessionId
  readonly title: string
  /** `derived`: the first words of the first message; `model`: found by one; `person`: typed, never overwritten. */
  readonly titleSource: 'derived' | 'model' | 'person'
  readonly createdAt: number
  readonly updatedAt: number
  readonly isPinned: boolean
  readonly tip: MessageId | null
  /** Its last answer was cut and waits to be gone on with, or to be kept as it is. */
  readonly isInterrupted: boolean
  readonly forkedFrom: { readonly sessionId: SessionId; readonly messageId: MessageId } | null
  /** Instant at which it was put into the trash, null outside it; purged after 30 days. */
  readonly trashedAt: number | null
  readonly model: ModelRef | null
  /** Leaves no memory and uses none. */
  readonly isPrivate: boolean
  /** It was thrown away on one device while another went on with it: it is back, or what was said elsewhere is left. */
  readonly continuedAfter?: 'trashed' | 'purged' | null
}

/** One message of the shown path, with its siblings. */
export interface PathItem {
  readonly row: MessageRow
  /** Ids that can be shown here, oldest first, this row's included. */
  readonly siblingIds: readonly MessageId[]
  readonly siblingIndex: number
  /** What is shown: the row's parts, or those of the newest overlay (an answer edited in place). */
  readonly parts: readonly Part[]
  readonly isEdited: boolean
}

export type PathState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready'
      /** From the oldest loaded to the tip. */
      readonly items: readonly PathItem[]
      readonly hasEarlier: boolean
    }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface OpenPath extends Observable<PathState> {
  loadEarlier(): Promise<void>
  close(): void
}

export interface SearchHit {
  readonly sessionId: SessionId
  readonly messageId: MessageId | null
  readonly title: string
  /** Text around the hit, with the matched range in it. */
  readonly excerpt: string
  readonly matchStart: number
  readonly matchEnd: number
  readonly at: number
}

/** What the calls of one session took, on this device; those whose price is unknown are counted, not guessed. */
export interface SessionCost {
  /** Input of the calls whose usage was reported, and how much of it came from a cache. */
  readonly inputTokens: number
  readonly cachedTokens: number
  /** What the cache saved, below 0 where writing to it cost more so far; null while no such price is known. */
  readonly savedMicroUsd: number | null
  readonly knownMicroUsd: number
  /** Some of what is known was worked out from an estimate of the usage. */
  readonly hasEstimates: boolean
  readonly knownCalls: number
  readonly unknownCalls: number
}

export interface Sessions {
  /** All sessions, trash included, newest first. */
  readonly list: Observable<readonly SessionSummary[]>
  openPath(id: SessionId): OpenPath
  rename(id: SessionId, title: string): Promise<Result<null, Failure>>
  setPinned(id: SessionId, isPinned: boolean): Promise<Result<null, Failure>>
  setModel(id: SessionId, model: ModelRef | null): Promise<Result<null, Failure>>
  trash(id: SessionId): Promise<Result<null, Failure>>
  restore(id: SessionId): Promise<Result<null, Failure>>
  /** Deletes for good what is in the trash; rows that a fork still shows stay. */
  purge(id: SessionId): Promise<Result<null, Failure>>
  /**
   * A private session uses no memory and leaves none. It can be made private at any time, for all that is said in it
   * from then on; `refused` where something was said since: what was said in private stays so.
   */
  setPrivate(id: SessionId, isPrivate: boolean): Promise<Result<null, Failure>>
  /** A new session whose path is that of this message. */
  fork(from: MessageId): Promise<Result<SessionId, Failure>>
  /** Shows another sibling, with its newest continuation. */
  showSibling(session: SessionId, message: MessageId): Promise<Result<null, Failure>>
  /**
   * Of continuations that are shown joined, shows only the one with this message, or only what it is joined with; the
   * others can be shown in its place. `refused` where an answer follows from all of them.
   * @returns takes it back
   */
  keepOnly(session: SessionId, message: MessageId, which: 'this' | 'other'): Promise<Result<() => Promise<Result<null, Failure>>, Failure>>
  /** Titles first, then the text of messages, newest first; at most `limit` hits. */
  search(query: string, limit: number, signal: AbortSignal): Promise<readonly SearchHit[]>
}

export interface Draft {
  readonly text: string
  readonly files: readonly FilePart[]
}

export interface Drafts {
  /** `new` is the draft of the session that does not exist yet. */
  load(key: SessionId | 'new'): Promise<Draft>
  /** Debounced to at most one write in 300 ms; flushed on hide and before quit. */
  save(key: SessionId | 'new', draft: Draft): void
  flush(): Promise<void>
}

/** Why an answer takes longer, or comes from elsewhere; shown while nothing else is. */
export type TurnNotice =
  | { readonly kind: 'waiting'; readonly name: string; readonly reason: FailureCode; readonly untilMs: number }
  | { readonly kind: 'moved-on'; readonly from: string; readonly to: string; readonly reason: FailureCode }

/** An answer that is being written, in this window or in another. */
export interface LiveTurn {
  readonly sessionId: SessionId
  readonly messageId: MessageId
  /** The user message that is being answered. */
  readonly parentId: MessageId
  readonly parts: readonly Part[]
  readonly model: ModelRef
  readonly modelName: string
  /** `unsaved`: it has ended, but the disk refused it; kept in memory and tried again. */
  readonly phase: 'waiting' | 'streaming' | 'unsaved'
  readonly startedAt: number
  /** Left out or null: nothing out of the ordinary. */
  readonly notice?: TurnNotice | null
  /** Another window runs it: it can be read here and stopped there. */
  readonly isElsewhere: boolean
}

export interface Turns {
  /** Live answers by session; a new object per change, at most one change per frame. */
  readonly live: Observable<ReadonlyMap<SessionId, LiveTurn>>
  /**
   * SES-1: resolves once the user's message is on disk (a new session is made where `session` is null); the
   * answer streams afterwards. On failure nothing is lost: the draft stays where it is. `isPrivate` is for a new
   * session; one that is there keeps what it is.
   */
  send(
    session: SessionId | null,
    draft: Draft,
    model: ModelRef,
    options?: { readonly isPrivate?: boolean },
  ): Promise<Result<{ session: SessionId; message: MessageId }, Failure>>
  /** Keeps what has arrived, marked `stopped`. */
  stop(session: SessionId): void
  /** Goes on where an interrupted, stopped or cut answer ended. */
  continueAnswer(message: MessageId): Promise<Result<null, Failure>>
  /** Another answer beside this one; `model` null keeps the model. */
  retry(message: MessageId, model: ModelRef | null): Promise<Result<null, Failure>>
  /** Edits a question as a branch beside it and answers it. */
  editQuestion(message: MessageId, draft: Draft, model: ModelRef | null): Promise<Result<null, Failure>>
  /** Edits an answer in place; what follows it stays. */
  editAnswer(message: MessageId, text: string): Promise<Result<null, Failure>>
  /** Takes an interrupted answer as it is: the offer to go on is not shown again. */
  keep(message: MessageId): Promise<Result<null, Failure>>
}

export interface UsableModel {
  readonly ref: ModelRef
  readonly provider: ModelProvider
  readonly facts: ModelFacts
}

export interface Models {
  readonly providers: Observable<readonly ModelProvider[]>
  /** Every model of every provider that has what it needs to be called. */
  readonly usable: Observable<readonly UsableModel[]>
  /** Models of services that cannot be called from here: to be shown with the reason, never to be offered. */
  readonly unreachable: Observable<readonly UsableModel[]>
  /** Saves the key under its base URL, then asks: listing call, then one token. A failed check keeps nothing. */
  check(input: ProviderInput, signal: AbortSignal): Promise<CheckOutcome>
  /** Stores a provider that was checked (or that the person wants to keep unchecked). */
  save(input: ProviderInput, outcome: CheckOutcome | null): Promise<Result<ModelProvider, Failure>>
  /** The same check with one of the stored keys. */
  checkKey(id: ModelProvider['id'], credentialId: string, signal: AbortSignal): Promise<CheckOutcome>
  /** Takes one of several keys away, here and where keys are kept. */
  removeKey(id: ModelProvider['id'], credentialId: string): Promise<Result<ModelProvider, Failure>>
  /** Which models there are by hand, and which are shown. */
  setModels(id: ModelProvider['id'], models: readonly ProviderModel[]): Promise<Result<ModelProvider, Failure>>
  remove(id: ModelProvider['id']): Promise<Result<null, Failure>>
}

export interface ProviderInput {
  /** Set when an existing one is changed. */
  readonly id: ModelProvider['id'] | null
  readonly preset: ModelProvider['preset']
  readonly name: string
  /** As typed or pasted; normalised inside. */
  readonly baseUrl: string
  readonly api: ModelProvider['api']
  /** As typed or pasted; null keeps the stored key. */
  readonly key: string | null
  /** Left out: as it is stored, and of a new one the plain way. */
  readonly access?: ProviderAccess
}

/** What a provider may have beyond an address and a key. */
export interface ProviderAccess {
  /** Stored further keys that stay; the others are removed. */
  readonly keptKeyIds: readonly string[]
  /** Further keys, as typed or pasted. */
  readonly addedKeys: readonly string[]
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly idleTimeoutMs: number | null
  readonly proxy: ProxyDraft
  readonly modelsByHand: readonly string[]
}

export interface Files {
  /** Stores bytes by content. Refuses over 32 MiB, and when the disk is nearly full. */
  put(bytes: Uint8Array, name: string, mediaType: string): Promise<Result<FilePart, Failure>>
  /** An object URL for showing; revoke it when done. null where the bytes are gone. */
  objectUrl(hash: FileHash): Promise<string | null>
}

export interface PromptPreview {
  readonly prompt: Prompt
  readonly manifest: PromptManifest
}

/** How often an entry was in the prompt of an answer on this device, and when it last was. */
export type MemoryUses = ReadonlyMap<EntryId, { readonly count: number; readonly lastAt: number }>

export interface Memory {
  /** The live memory document; changes only by the operations of shared/memory. */
  readonly doc: Y.Doc
  /** The person on this device, as a writer of `doc`. */
  readonly writer: MemoryWriter
  /** `doc` as plain values: a new object after each change. */
  readonly view: Observable<MemoryView>
  /** The message that an entry rests on; null where it was deleted. */
  readonly sourceOf: (source: Pick<MessageSource, 'messageId'>) => Promise<MessageRow | null>
  readonly preview: (session: SessionId | null, draftText: string, model: ModelRef | null) => Promise<PromptPreview>
  readonly uses: Observable<MemoryUses>
  /** Every change of `doc`, and `doc` as it was. */
  readonly history: MemoryHistory
  /** For good, everywhere on this device. */
  readonly forget: Forgetting
  /** What came of messages that asked for a change of memory. */
  readonly requests: Pick<ExplicitRequests, 'outcomes' | 'dismiss'>
  /** What was in the prompt of a call; null where the call was made on another device, or its record is gone. */
  readonly promptOf: (call: CallId) => Promise<PromptManifest | null>
}

/** What runs by itself after turns: memory, summaries and titles. */
export interface BackgroundWork {
  /** One job per task and session; read while subscribed. */
  readonly jobs: Observable<readonly Job[]>
  /** The model that a task takes while none is chosen for it; null where none can be called. */
  cheapest(task: BackgroundTask): UsableModel | null
  /** Takes up the failed jobs of a task. */
  tryAgain(task: BackgroundTask): Promise<void>
}

export interface SettingsStore extends Observable<Settings> {
  update(change: Partial<Settings>): Promise<Result<null, Failure>>
}

/** What the app is allowed to do with its storage, in words; shown in the status bar. */
export type StorageHealth =
  | { readonly kind: 'fine' }
  | { readonly kind: 'low'; readonly freeBytes: number }
  /** A write was refused; what is in memory is kept and tried again. */
  | { readonly kind: 'full' }
  | { readonly kind: 'failed'; readonly detail: string }

export interface Services {
  readonly bridge: Bridge
  readonly clock: Clock
  readonly newId: IdFactory
  readonly settings: SettingsStore
  readonly sessions: Sessions
  readonly drafts: Drafts
  readonly turns: Turns
  readonly models: Models
  readonly prices: Prices
  readonly files: Files
  readonly memory: Memory
  readonly background: BackgroundWork
  /** null until it has been read; read while subscribed. */
  readonly sessionCost: (session: SessionId) => Observable<SessionCost | null>
  readonly storageHealth: Observable<StorageHealth>
  /** How a model answered lately, from what every window's calls found. */
  readonly routeHealth: (model: UsableModel) => Promise<RouteHealth>
  readonly sync: Sync
}

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('useServices outside ServicesProvider')
  return services
}
