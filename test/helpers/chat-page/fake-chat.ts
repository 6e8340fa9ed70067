import * as Y from 'yjs'
import { createIdFactory, type DeviceId, type FileHash, type MessageId, type SessionId } from '@shared/ids'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { usdPrice } from '@shared/providers/usd-price'
import { ok } from '@shared/result'
import type { MessageRow, Part } from '@shared/sessions/message'
import { defaultSettings, type Settings } from '@shared/settings'
import { createChangeable } from '@renderer/state/observable'
import type { Draft, LiveTurn, PathItem, PathState, Services, SessionSummary, UsableModel } from '@renderer/state/services'
import { fakeMemory } from '../fake-services'
import { createFakeSync } from '../fake-sync'

const provider: ModelProvider = {
  ...plainAccess,
  id: 'p1', preset: 'anthropic', name: 'Anthropic', baseUrl: 'https://api.example.org', api: 'anthropic-messages',
  credentialId: 'c1', models: [], checkedAt: 1, createdAt: 1,
}
const local: ModelProvider = { ...provider, id: 'p2', preset: 'compatible', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' }

const modelOf = (from: ModelProvider, modelId: string, name: string, takesImages: boolean | null, isPriced: boolean): UsableModel => ({
  ref: { modelProviderId: from.id, modelId },
  provider: from,
  facts: {
    modelId, name, contextTokens: 200_000, maxOutputTokens: 8192, takes: { image: takesImages, pdf: null, audio: null, video: null }, callsTools: null, reasons: null,
    price: isPriced ? usdPrice({ input: 3_000_000, output: 15_000_000 }, '2026-11-01') : null,
  },
})

export const models = [
  modelOf(provider, 'large', 'Claude Large', true, true),
  modelOf(provider, 'small', 'Claude Small', true, true),
  modelOf(local, 'llama', 'llama-4-8b', false, false),
]

export interface FakeChatOptions {
  readonly count: number
  readonly answers: readonly string[]
  readonly questions: readonly string[]
  readonly hasModels: boolean
  readonly language: 'en' | 'zh-CN'
  readonly pageSize: number
  /** The draft that lies on disk is not read before `readDraft()` gives it. */
  readonly isDraftHeld?: boolean
}

export const sessionId = 'S1' as SessionId

/** The services of a chat, in memory: enough to look at every state of it and to measure its drawing. */
export function createFakeChat(options: FakeChatOptions) {
  let now = Date.UTC(2026, 10, 30, 9, 0)
  const clock = { now: () => Date.now() }
  const newId = createIdFactory({ now: () => (now += 1000) })
  const rows = Array.from({ length: options.count }, (_, at) => rowAt(at))

  function rowAt(at: number): MessageRow {
    const isQuestion = at % 2 === 0
    const list = isQuestion ? options.questions : options.answers
    const text = list[Math.floor(at / 2) % list.length] ?? ''
    return {
      id: newId<MessageId>(), sessionId, parentIds: [], role: isQuestion ? 'user' : 'assistant',
      parts: [{ type: 'text', text }], createdAt: now, device: 'd' as DeviceId, author: isQuestion ? 'person' : 'model', status: 'complete',
      ...(isQuestion ? {} : { answer: answerOf() }),
    }
  }
  const toItem = (row: MessageRow, siblings: readonly MessageId[] = [row.id]): PathItem => ({
    row, siblingIds: siblings, siblingIndex: siblings.indexOf(row.id), parts: row.parts, isEdited: false,
  })

  let items = rows.map((row) => toItem(row))
  let shown = Math.min(options.pageSize, items.length)
  const path = createChangeable<PathState>({ kind: 'loading' })
  const show = () => path.set({ kind: 'ready', items: items.slice(items.length - shown), hasEarlier: shown < items.length })
  const live = createChangeable<ReadonlyMap<SessionId, LiveTurn>>(new Map())
  const summary: SessionSummary = {
    id: sessionId, title: options.language === 'en' ? 'Trip to Kyoto' : '京都之行', titleSource: 'derived', createdAt: 1, updatedAt: 2, isPinned: false,
    tip: null, isInterrupted: false, isPrivate: false, forkedFrom: null, trashedAt: null, model: models[0]?.ref ?? null,
  }
  const list = createChangeable<readonly SessionSummary[]>([summary])
  const settings = createChangeable<Settings>({ ...defaultSettings, language: options.language, isContextPaneOpen: true, isRailOpen: true })
  const done = async () => ok(null)
  const opened: string[] = []
  const sent: string[] = []
  const nothing: Draft = { text: '', files: [] }
  let readDraft: (text: string) => void = () => undefined
  const stored = options.isDraftHeld === true ? new Promise<Draft>((resolve) => (readDraft = (text) => resolve({ ...nothing, text }))) : Promise.resolve(nothing)

  const services: Services = {
    bridge: {
      request: async (name: string, input: { url?: string }) => {
        if (name === 'app.openExternal') opened.push(input.url ?? '')
        return ok(null)
      },
    } as unknown as Services['bridge'],
    clock,
    newId,
    routeHealth: () => Promise.resolve({ kind: 'unknown' }),
    settings: { current: settings.current, subscribe: settings.subscribe, update: async (change) => { settings.set({ ...settings.current(), ...change }); return ok(null) } },
    sessions: {
      list,
      openPath: () => {
        queueMicrotask(show)
        return {
          current: path.current,
          subscribe: path.subscribe,
          loadEarlier: async () => {
            shown = Math.min(items.length, shown + options.pageSize)
            show()
          },
          close: () => undefined,
        }
      },
      rename: async (_, title) => { list.set([{ ...summary, title }]); return ok(null) },
      setPinned: done,
      setPrivate: done,
      setModel: async (_, model) => { list.set([{ ...summary, model }]); return ok(null) },
      trash: done, restore: done, purge: done,
      fork: async () => ok(sessionId),
      showSibling: done,
      keepOnly: async () => ok(done),
      search: async (query) =>
        items.filter(({ row }) => JSON.stringify(row.parts).toLowerCase().includes(query)).map(({ row }) => ({
          sessionId, messageId: row.id, title: '', excerpt: '', matchStart: 0, matchEnd: 0, at: row.createdAt,
        })),
    },
    drafts: { load: () => stored, save: () => undefined, flush: async () => undefined },
    turns: {
      live,
      send: async (_, draft) => {
        sent.push(draft.text)
        push({ ...rowAt(0), parts: [...draft.files, { type: 'text', text: draft.text }] })
        return ok({ session: sessionId, message: items.at(-1)?.row.id ?? ('' as MessageId) })
      },
      stop: () => live.set(new Map()),
      continueAnswer: done, retry: done, editQuestion: done, editAnswer: done, keep: done,
    },
    prices: { table: () => ({ asOf: '2026-07-02', source: 'bundled' }), overrideOf: () => null, setOverride: done, refresh: never, refreshDaily: never },
    models: { providers: createChangeable([provider, local]), usable: createChangeable(options.hasModels ? models : []), unreachable: createChangeable([]), check: never, checkKey: never, save: never, removeKey: never, setModels: never, remove: done },
    files: {
      put: async (bytes, name, mediaType) => ok({ type: 'file', hash: 'f'.repeat(64) as FileHash, name, mediaType, sizeBytes: bytes.length }),
      objectUrl: async () => URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' })),
    },
    background: { jobs: createChangeable([]), cheapest: () => null, tryAgain: async () => undefined },
    memory: {
      ...fakeMemory(new Y.Doc()),
      uses: createChangeable(new Map()),
      promptOf: async () => null,
      preview: async () => ({ prompt: { system: '', messages: [] }, manifest: { items: [], omitted: [], totalTokens: 1234, budgetTokens: 9999 } }),
    },
    sessionCost: () => createChangeable(null),
    storageHealth: createChangeable({ kind: 'fine' }),
    sync: createFakeSync(),
  }

  function push(row: MessageRow, siblings?: readonly MessageId[]): void {
    items = [...items, toItem(row, siblings)]
    shown += 1
    show()
  }

  return {
    services,
    opened,
    sent,
    append: (row: Partial<MessageRow>, siblings?: readonly MessageId[]) => push({ ...rowAt(1), ...row }, siblings),
    ask: (text: string, parts: readonly Part[] = []) => push({ ...rowAt(0), parts: [...parts, { type: 'text', text }] }),
    stream(parts: readonly Part[], phase: LiveTurn['phase'] = 'streaming'): void {
      const question = items.at(-1)?.row.id ?? ('' as MessageId)
      const turn: LiveTurn = {
        sessionId, messageId: 'ZZZZ' as MessageId, parentId: question, parts, model: { modelProviderId: 'p1', modelId: 'large' },
        modelName: 'Claude Large', phase, startedAt: live.current().get(sessionId)?.startedAt ?? clock.now(), isElsewhere: false,
      }
      live.set(new Map([[sessionId, turn]]))
    },
    endStream(text: string): void {
      push({ ...rowAt(1), id: 'ZZZZ' as MessageId, parts: [{ type: 'text', text }] })
      live.set(new Map())
    },
    rowCount: () => items.length,
    readDraft: (text: string) => readDraft(text),
  }
}

const never = () => Promise.reject(new Error('not part of a chat'))

export const answerOf = (): NonNullable<MessageRow['answer']> => ({
  model: { modelProviderId: 'p1', modelId: 'large' }, modelName: 'Claude Large',
  usage: { inputTokens: 412, outputTokens: 690, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false },
  costMicroUsd: 8000, firstTokenMs: 400, durationMs: 6200, finishReason: 'stop',
})

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#7aa"/><circle cx="90" cy="90" r="40" fill="#fd8"/></svg>'
