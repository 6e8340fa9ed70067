import * as Y from 'yjs'
import type { Bridge } from '@shared/bridge/bridge'
import type { RouteInput, RouteName, RouteOutput } from '@shared/bridge/contract'
import type { Clock } from '@shared/clock'
import { assemblePrompt } from '@shared/context/assemble'
import { readPromptMemory } from '@shared/context/prompt-memory'
import type { Failure } from '@shared/errors'
import { createIdFactory, type DeviceId, type MessageId, type SessionId } from '@shared/ids'
import type { MemoryWriter } from '@shared/memory/operations'
import type { Job } from '@shared/jobs/job'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { plainAccess, type CheckOutcome, type ModelProvider } from '@shared/providers/model-provider'
import { fail, ok, type Result } from '@shared/result'
import type { MessageRow } from '@shared/sessions/message'
import { defaultSettings, type Settings } from '@shared/settings'
import { localisationFor } from '@renderer/i18n'
import { createExplicitRequests } from '@renderer/state/explicit-requests'
import { watchView } from '@renderer/state/memory-keeper'
import { modelForTask } from '@renderer/state/jobs/choose-model'
import { createChangeable } from '@renderer/state/observable'
import type { LiveTurn, MemoryUses, Observable, PathItem, PathState, Services, SessionSummary, StorageHealth, UsableModel } from '@renderer/state/services'
import { fakeForgetting } from './fake-forgetting'
import { fakeHistory } from './fake-history'
import { createFakeSync, type FakeSync, type FakeSyncState } from './fake-sync'
import { MemoryLog } from './memory-log'

/** Fixed, so that pictures and tests of a day are the same every time: 30 November 2026, 10:00 UTC. */
export const fakeNow = Date.UTC(2026, 10, 30, 10)

const hourMs = 3_600_000

export interface FakeOptions {
  readonly settings?: Partial<Settings>
  readonly sessions?: readonly SessionSummary[]
  readonly providers?: readonly ModelProvider[]
  readonly rows?: readonly MessageRow[]
  readonly surface?: 'desktop' | 'browser'
  readonly health?: StorageHealth
  readonly check?: CheckOutcome
  readonly jobs?: readonly Job[]
  /** A memory document; an empty one where it is left out. */
  readonly memory?: Y.Doc
  /** Its history; an empty one where it is left out. */
  readonly memoryLog?: MemoryLog
  readonly memoryUses?: MemoryUses
  readonly sync?: FakeSyncState
  readonly replies?: Partial<{ [Name in RouteName]: RouteOutput<Name> }>
}

/** Services that keep everything in memory: for looking at screens, and for tests of what screens do with them. */
export function createFakeServices(options: FakeOptions = {}): Services & { readonly sync: FakeSync } {
  const clock = { now: () => fakeNow }
  const newId = createIdFactory(clock, () => 0.5)
  const sessions = createChangeable<readonly SessionSummary[]>(options.sessions ?? [])
  const providers = createChangeable<readonly ModelProvider[]>(options.providers ?? [])
  const usable = createChangeable(usableOf(providers.current()))
  const settings = createChangeable<Settings>({ ...defaultSettings, hasSeenWelcome: true, ...options.settings })
  const done = Promise.resolve(ok(null))

  const change = (id: SessionId, fields: Partial<SessionSummary>) => {
    sessions.set(sessions.current().map((session) => (session.id === id ? { ...session, ...fields } : session)))
    return done
  }
  const setProviders = (next: readonly ModelProvider[]) => {
    providers.set(next)
    usable.set(usableOf(next))
  }
  const changed = (id: string, change: (provider: ModelProvider) => ModelProvider) => {
    const before = providers.current().find((provider) => provider.id === id)
    if (before === undefined) return fail({ code: 'not-found', stage: 'store' } as const)
    const after = change(before)
    setProviders(providers.current().map((provider) => (provider === before ? after : provider)))
    return ok(after)
  }
  const path: PathState = { kind: 'ready', items: (options.rows ?? []).map(itemOf), hasEarlier: false }

  return {
    bridge: createFakeBridge(options),
    clock,
    newId,
    settings: {
      ...settings,
      update(fields) {
        settings.set({ ...settings.current(), ...fields })
        return done
      },
    },
    sessions: {
      list: sessions,
      openPath: () => ({ current: () => path, subscribe: () => () => undefined, loadEarlier: async () => undefined, close: () => undefined }),
      rename: (id, title) => change(id, { title, titleSource: 'person' }),
      setPinned: (id, isPinned) => change(id, { isPinned }),
      setPrivate: (id, isPrivate) => change(id, { isPrivate }),
      setModel: (id, model) => change(id, { model }),
      trash: (id) => change(id, { trashedAt: fakeNow }),
      restore: (id) => change(id, { trashedAt: null }),
      purge(id) {
        sessions.set(sessions.current().filter((session) => session.id !== id))
        return done
      },
      fork: async () => ok(newId<SessionId>()),
      showSibling: () => done,
      keepOnly: async () => ok(() => done),
      search: async (query, limit) =>
        sessions
          .current()
          .filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
          .slice(0, limit)
          .map(({ id, title, updatedAt }) => ({ sessionId: id, messageId: null, title, excerpt: title, matchStart: 0, matchEnd: query.length, at: updatedAt })),
    },
    drafts: { load: async () => ({ text: '', files: [] }), save: () => undefined, flush: async () => undefined },
    turns: {
      live: createChangeable<ReadonlyMap<SessionId, LiveTurn>>(new Map()),
      send: async () => fail(noModel),
      stop: () => undefined,
      continueAnswer: () => done,
      retry: () => done,
      editQuestion: () => done,
      editAnswer: () => done,
      keep: () => done,
    },
    prices: {
      table: () => ({ asOf: '2026-07-02', source: 'bundled' }),
      overrideOf: () => null,
      setOverride: async () => ok(null),
      refresh: async () => ({ kind: 'refreshed', models: 0 }),
      refreshDaily: async () => null,
    },
    models: {
      providers,
      usable,
      unreachable: createChangeable([]),
      check: async () => options.check ?? { kind: 'works', models: ['model-large', 'model-small'].map((id) => ({ id, listed: null })), usedModel: 'model-small' },
      async save(input, outcome) {
        const models = outcome?.kind === 'works' ? outcome.models.map(({ id }) => id) : []
        const id = input.id ?? `provider-${providers.current().length + 1}`
        const saved = fakeProvider({ id, preset: input.preset, name: input.name, baseUrl: input.baseUrl, api: input.api, models })
        setProviders([...providers.current().filter((provider) => provider.id !== id), saved])
        return ok(saved)
      },
      checkKey: async () => options.check ?? { kind: 'works', models: [], usedModel: 'model-small' },
      removeKey: async (id, credentialId) => changed(id, (provider) => ({ ...provider, moreCredentialIds: provider.moreCredentialIds.filter((key) => key !== credentialId) })),
      setModels: async (id, models) => changed(id, (provider) => ({ ...provider, models: [...models] })),
      remove(id) {
        setProviders(providers.current().filter((provider) => provider.id !== id))
        return done
      },
    },
    files: { put: async () => fail(noModel), objectUrl: async () => null },
    memory: createFakeMemory(options, settings),
    background: {
      jobs: createChangeable(options.jobs ?? []),
      cheapest: (task) => modelForTask(task, usable.current(), null, null),
      tryAgain: async () => undefined,
    },
    sessionCost: () => createChangeable({ knownMicroUsd: 41_000, knownCalls: 5, unknownCalls: 0, inputTokens: 14_000, cachedTokens: 12_000, savedMicroUsd: 31_000 , hasEstimates: false}),
    routeHealth: ({ provider }) => Promise.resolve(provider.id === 'provider-1' ? { kind: 'known', calls: 12, answered: 12, firstTokenMs: 640 } : { kind: 'resting', failures: 5, until: fakeNow + 240_000 }),
    storageHealth: createChangeable<StorageHealth>(options.health ?? { kind: 'fine' }),
    sync: createFakeSync(options.sync),
  }
}

/** What screens know of a memory document, over that document. */
export function fakeMemory(doc: Y.Doc, rows: readonly MessageRow[] = [], log?: MemoryLog): Pick<Services['memory'], 'doc' | 'writer' | 'view' | 'sourceOf' | 'requests' | 'history' | 'forget'> {
  const clock: Clock = { now: () => fakeNow }
  const writer: MemoryWriter = { doc, origin: { author: { kind: 'person' } }, clock, newId: createIdFactory(clock) }
  return {
    doc,
    writer,
    requests: createExplicitRequests({ writer, clock }),
    view: watchView(doc),
    history: fakeHistory(doc, log ?? new MemoryLog(doc, clock), writer),
    forget: fakeForgetting(doc),
    sourceOf: async ({ messageId }) => rows.find(({ id }) => id === messageId) ?? null,
  }
}

/** What the next prompt would be, really put together. */
function createFakeMemory({ memory = new Y.Doc(), memoryLog, memoryUses, rows = [] }: FakeOptions, settings: Observable<Settings>): Services['memory'] {
  return {
    ...fakeMemory(memory, rows, memoryLog),
    uses: createChangeable<MemoryUses>(memoryUses ?? new Map()),
    promptOf: async () => null,
    preview: async (session) => {
      const { language, memoryTokenLimit, conversationTokenLimit } = settings.current()
      const titles: Readonly<Record<string, string>> = localisationFor(language === 'zh-CN' ? 'zh-CN' : 'en').text.profile.sectionTitles
      return assemblePrompt({
        memory: readPromptMemory(memory),
        titles: (id) => titles[id] ?? '',
        session,
        summary: null,
        path: session === null ? [] : rows.map((row) => ({ row, parts: row.parts })),
        mode: 'preview',
        model: { api: 'openai-chat', contextTokens: 200_000, maxOutputTokens: 8192, takes: { image: true, pdf: null, audio: null, video: null } },
        memoryTokenLimit,
        conversationTokenLimit,
        recallTokenLimit: 0,
        now: fakeNow,
        timeZone: 'UTC',
        estimateTokens,
      })
    },
  }
}

const noModel: Failure = { code: 'no-model', stage: 'route' }

const defaultReplies: Partial<{ [Name in RouteName]: RouteOutput<Name> }> = {
  'credentials.list': [
    { id: 'credential-1', hasKey: true, hint: 'a1F9', urlPrefixes: ['https://api.anthropic.com'], scheme: 'x-api-key' },
  ],
  'keyStorage.state': { kind: 'keychain', name: 'GNOME Keyring', isLocked: false },
  'models.discoverLocal': [],
  'storage.status': { freeBytes: 84e9, quotaBytes: null, usageBytes: 12.4e6, isPersistent: false },
  'storage.persist': { isPersistent: true },
  'snapshots.list': [
    { id: 'one', createdAt: fakeNow - 2 * hourMs, sizeBytes: 1_840_000, sessions: 42, messages: 1260 },
    { id: 'two', createdAt: fakeNow - 26 * hourMs, sizeBytes: 1_790_000, sessions: 41, messages: 1214 },
  ],
}

function createFakeBridge({ surface = 'desktop', replies = {} }: FakeOptions): Bridge {
  const answers = { ...defaultReplies, ...replies }
  return {
    surface,
    async request<Name extends RouteName>(name: Name, _input: RouteInput<Name>): Promise<Result<RouteOutput<Name>, Failure>> {
      return ok((answers[name] ?? null) as RouteOutput<Name>)
    },
    fetchWithCredential: () => Promise.reject(new Error('no network here')),
    onEvent: () => () => undefined,
    readyToQuit: () => undefined,
  }
}

interface ProviderFacts extends Pick<ModelProvider, 'id' | 'preset' | 'name' | 'baseUrl' | 'api'> {
  readonly models: readonly string[]
}

export const fakeProvider = ({ models, ...facts }: ProviderFacts): ModelProvider => ({
  ...plainAccess,
  ...facts,
  credentialId: 'credential-1',
  models: models.map((id) => ({ id, addedByHand: false })),
  checkedAt: fakeNow - hourMs,
  createdAt: fakeNow - 48 * hourMs,
})

function usableOf(providers: readonly ModelProvider[]): readonly UsableModel[] {
  return providers.flatMap((provider) =>
    provider.models.map(({ id }): UsableModel => ({
      ref: { modelProviderId: provider.id, modelId: id },
      provider,
      facts: { modelId: id, name: id, contextTokens: 200_000, maxOutputTokens: 8192, takes: { image: true, pdf: null, audio: null, video: null }, callsTools: null, reasons: null, price: null },
    })),
  )
}

/** Sessions with the given titles, an hour apart, newest first. */
export function fakeSessions(titles: readonly string[], fields: Partial<SessionSummary> = {}): readonly SessionSummary[] {
  return titles.map((title, index) => ({
    id: `session-${index + 1}` as SessionId,
    title,
    titleSource: 'derived',
    createdAt: fakeNow - index * 7 * hourMs,
    updatedAt: fakeNow - index * 7 * hourMs,
    isPinned: false,
    isInterrupted: false,
    isPrivate: false,
    tip: null,
    forkedFrom: null,
    trashedAt: null,
    model: null,
    ...fields,
  }))
}

/** A conversation as rows: questions and answers by turns. */
export function fakeRows(session: SessionId, texts: readonly string[]): readonly MessageRow[] {
  return texts.map((text, index) => {
    const isQuestion = index % 2 === 0
    return {
      id: `message-${index + 1}` as MessageId,
      sessionId: session,
      parentIds: index === 0 ? [] : [`message-${index}` as MessageId],
      role: isQuestion ? 'user' : 'assistant',
      parts: [{ type: 'text', text }],
      createdAt: fakeNow - (texts.length - index) * 60_000,
      device: 'device-1' as DeviceId,
      author: isQuestion ? 'person' : 'model',
      status: 'complete',
      ...(!isQuestion && {
        answer: {
          model: { modelProviderId: 'provider-1', modelId: 'model-large' },
          modelName: 'model-large',
          usage: { inputTokens: 412, outputTokens: 690, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false },
          costMicroUsd: 8_000,
          firstTokenMs: 820,
          durationMs: 6_200,
          finishReason: 'stop',
        },
      }),
    }
  })
}

const itemOf = (row: MessageRow): PathItem => ({ row, siblingIds: [row.id], siblingIndex: 0, parts: row.parts, isEdited: false })
