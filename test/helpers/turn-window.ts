import { liveQuery } from 'dexie'
import * as Y from 'yjs'
import type { ModelRoutes } from '@shared/calls/candidate'
import type { CallRecord } from '@shared/usage/call-record'
import type { CallId, DeviceId, SessionId } from '@shared/ids'
import type { MemoryWriter } from '@shared/memory/operations'
import { createAdapters } from '@shared/providers/adapter-for'
import { seedMemory } from '@shared/memory/seed'
import { factsFor } from '@shared/providers/catalogue'
import type { ApiKind } from '@shared/providers/model-call'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { defaultSettings } from '@shared/settings'
import { readEntry } from '@shared/sessions/index-doc'
import { messageText, type MessageRow } from '@shared/sessions/message'
import { readPromptOf } from '@renderer/db/call-prompt'
import { createInflightJournal, recoverInflight } from '@renderer/db/inflight'
import { createSessionLocks } from '@renderer/db/session-lock'
import { createCallRunner } from '@renderer/state/call-runner'
import { LiveTurns } from '@renderer/state/live-turns'
import { createExplicitRequests } from '@renderer/state/explicit-requests'
import { createChangeable } from '@renderer/state/observable'
import { createMemoryUses } from '@renderer/state/memory-uses'
import { createPromptSource } from '@renderer/state/prompt-source'
import type { Recall } from '@renderer/state/recall'
import type { Draft, UsableModel } from '@renderer/state/services'
import { watchSessionList } from '@renderer/state/sessions-list'
import { createTurns } from '@renderer/state/turns'
import { wait } from '@renderer/state/wait'
import type { Emulator } from '../emulator/server'
import { createFakeLocks } from './fake-locks'
import { createDisk, newId, openWindow, type Disk } from './storage'

/** A window that can talk: real store, real adapters, the emulator behind them. */
export async function openTurnWindow(emulator: Emulator, options: { disk?: Disk; api?: ApiKind; locks?: ReturnType<typeof createFakeLocks>; recall?: Pick<Recall, 'ask'>; routes?: readonly ModelRoutes[]; tokenFactor?: number } = {}) {
  const { disk = createDisk(), api = 'openai-chat', locks: rawLocks = createFakeLocks() } = options
  const window = await openWindow(disk)
  const { db, guard, doorbell, index, store } = window
  const clock = { now: () => Date.now() }
  const windowId = newId<DeviceId>()
  const locks = createSessionLocks(rawLocks)
  const journal = createInflightJournal({ db, guard, doorbell, clock, windowId })
  const live = new LiveTurns()
  const list = watchSessionList(index.doc)
  const memory = new Y.Doc()
  const models = { usable: createChangeable<readonly UsableModel[]>(['demo-small', 'demo-large'].map((id) => usable(emulator, api, id))) }
  const settings = { current: () => defaultSettings, subscribe: () => () => undefined, update: () => Promise.reject(new Error('not here')) }
  const prompts = createPromptSource({
    factorFor: () => 1,
    memory,
    titles: () => 'About me',
    settings,
    store,
    clock,
    recall: options.recall ?? { ask: async () => null },
    summaryOf: (id) => readEntry(index.doc, id)?.summary ?? null,
    isPrivate: (id) => list.current().some((session) => session.id === id && session.isPrivate),
    resolveModel: () => models.usable.current()[0] ?? null,
  })
  const uses = createMemoryUses({ db, clock, watch: liveQuery })
  seedMemory(memory, 'seed')
  const writer: MemoryWriter = { doc: memory, origin: { author: { kind: 'person' } }, clock, newId }
  const requests = createExplicitRequests({ writer, clock })
  // Without chance a pause after a failure takes no time; one that was asked for still does.
  const runCall = createCallRunner({ db, clock, newId, loadAdapter: createAdapters(), fetchFor: () => withKey, readFile: async () => null, wait, random: () => 0 })
  const routes = () => options.routes ?? []
  const turns = createTurns({
    store,
    journal,
    guard,
    live,
    clock,
    device: 'laptop' as DeviceId,
    windowId,
    runCall,
    routes,
    locks,
    doorbell,
    models,
    factorFor: () => options.tokenFactor ?? 1,
    newId,
    forgetDraft: () => undefined,
    findSession: (id) => list.current().find((session) => session.id === id) ?? null,
    buildPrompt: prompts.build,
    onAnswered: uses.count,
    applyRequest: requests.apply,
  })
  const model = (id = 'demo-small') => ({ modelProviderId: 'emulator', modelId: id })

  return {
    ...window,
    memory,
    writer,
    requests,
    promptOf: (call: CallId | undefined) => readPromptOf(db, call ?? ('' as CallId)),
    live,
    models,
    runCall,
    routes,
    turns,
    model,
    locks,
    recover: () => recoverInflight({ db, index, store, locks, guard }),
    /** The shown path, oldest first. */
    async path(session: SessionId): Promise<readonly MessageRow[]> {
      return (await store.readPath(session, 1000, new Map())).items.map(({ row, parts }) => ({ ...row, parts: [...parts] }))
    },
    calls: async () => (await db.calls.toArray()) as CallRecord[],
    /** Resolves when no answer is being written any more. */
    settled: (session: SessionId) => until(() => !live.current().has(session)),
    /** Sends and waits for the end of the answer. */
    async say(session: SessionId | null, text: string, modelId?: string): Promise<SessionId> {
      const sent = await turns.send(session, draft(text), model(modelId))
      if (!sent.ok) throw new Error(sent.failure.code)
      await until(() => !live.current().has(sent.value.session))
      return sent.value.session
    },
  }
}

export type TurnWindow = Awaited<ReturnType<typeof openTurnWindow>>

export const draft = (text: string): Draft => ({ text, files: [] })

/** "user: Hello" lines of a path, for whole-outcome assertions. */
export const transcript = (rows: readonly MessageRow[]): string[] =>
  rows.map((row) => `${row.role} ${row.status}: ${messageText(row.parts)}`)

export async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs = 5000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function usable(emulator: Emulator, api: ApiKind, id: string): UsableModel {
  const provider: ModelProvider = {
  ...plainAccess,
    id: 'emulator',
    preset: 'demo',
    name: 'Emulator',
    baseUrl: api === 'anthropic-messages' || api === 'gemini' ? emulator.url : `${emulator.url}/v1`,
    api,
    credentialId: 'emulator',
    models: [],
    checkedAt: null,
    createdAt: 0,
  }
  return { ref: { modelProviderId: 'emulator', modelId: id }, provider, facts: factsFor(id, 'demo') }
}

export async function withKey(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('authorization', 'Bearer demo-key')
  headers.set('x-api-key', 'demo-key')
  return fetch(input, { ...init, headers })
}
