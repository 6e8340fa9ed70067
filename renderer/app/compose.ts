import { liveQuery } from 'dexie'
import type * as Y from 'yjs'
import type { Bridge } from '@shared/bridge/bridge'
import type { RouteOutput } from '@shared/bridge/contract'
import type { Clock } from '@shared/clock'
import { summaryMessages } from '@shared/context/recall/summary-message'
import { createIdFactory, type DeviceId, type FileHash, type SessionId } from '@shared/ids'
import { renderMirror } from '@shared/memory/mirror'
import type { MemoryWriter } from '@shared/memory/operations'
import type { SectionTitles } from '@shared/memory/profile-markdown'
import { seedMemory } from '@shared/memory/seed'
import { createAdapters } from '@shared/providers/adapter-for'
import { readEntry } from '@shared/sessions/index-doc'
import type { ModelRef } from '@shared/sessions/message'
import { readPromptOf } from '@renderer/db/call-prompt'
import { createDoorbell } from '@renderer/db/doorbell'
import { openPersistedDoc, type PersistedDoc } from '@renderer/db/doc-store'
import { createProfileMarker } from '@renderer/db/health'
import { createInflightJournal, recoverInflight } from '@renderer/db/inflight'
import { recordHistory } from '@renderer/db/memory-history'
import { createMessageStore, type MessageStore } from '@renderer/db/message-store'
import { keepRebuilt } from '@renderer/db/rebuilt-entries'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createSessionLocks } from '@renderer/db/session-lock'
import { scheduleSnapshots, writeSnapshot } from '@renderer/db/snapshots'
import { createStorageGuard } from '@renderer/db/storage-guard'
import type { SyncSwitch } from '@renderer/db/sync-outbox'
import { languageFor, localisationFor } from '@renderer/i18n'
import { createCallRunner } from '@renderer/state/call-runner'
import { createCredentialedFetch } from '@renderer/state/credentialed-fetch'
import { createDrafts } from '@renderer/state/drafts'
import { createExplicitRequests } from '@renderer/state/explicit-requests'
import { createFiles } from '@renderer/state/files'
import { createForgetting } from '@renderer/state/forget'
import { createBackground } from '@renderer/state/jobs/background'
import { LiveTurns } from '@renderer/state/live-turns'
import { isAnythingThere } from '@renderer/platform/browser/is-anything-there'
import { createCalibration } from '@renderer/state/calibration'
import { openCatalogue } from '@renderer/state/catalogue'
import { openModels } from '@renderer/state/models'
import { watchMonthCost, type MonthCost } from '@renderer/state/month-cost'
import { createMemoryHistory } from '@renderer/state/memory-history'
import { createMemoryKeeper } from '@renderer/state/memory-keeper'
import { createMemoryUses } from '@renderer/state/memory-uses'
import { useNewSession } from '@renderer/state/new-session'
import { createPrices } from '@renderer/state/prices'
import { createPromptSource } from '@renderer/state/prompt-source'
import { createRecall } from '@renderer/state/recall'
import type { Models, Observable, Services, SessionSummary, UsableModel } from '@renderer/state/services'
import { createSessions } from '@renderer/state/sessions'
import { createSessionCosts } from '@renderer/state/session-cost'
import { openSettingsStore } from '@renderer/state/settings-store'
import { watchStorage } from '@renderer/state/storage-health'
import { createSyncShell } from '@renderer/state/sync/sync-shell'
import { createTurns } from '@renderer/state/turns'
import { wait } from '@renderer/state/wait'
import { watchOtherWindows } from './other-windows'

/** What a window works with, and what it does around its screens. */
export interface Composition {
  readonly services: Services
  readonly store: MessageStore
  readonly device: DeviceId
  readonly monthCost: Observable<MonthCost | null>
  /** Writes everything that is pending; before the window goes. */
  readonly flush: () => Promise<void>
}

const checkTimeoutMs = 20_000
const mirrorAfterMs = 2_000
/** The window is drawn first. */
const backgroundAfterMs = 3_000
const syncAfterMs = 1_000
/** How often it is looked whether the table of prices is a day old. */
const pricesEveryMs = 3_600_000
/** The table of models is there long before; a page on a slow line does not wait for it. */
const catalogueWithinMs = 200

/** Makes the services of one window over an open database. Rejects where a document cannot be read. */
export async function compose(bridge: Bridge, db: CommonplaceDb, info: RouteOutput<'app.info'>): Promise<Composition> {
  const clock: Clock = { now: () => Date.now() }
  const newId = createIdFactory(clock)
  const windowId = crypto.randomUUID()
  const guard = createStorageGuard()
  const doorbell = createDoorbell()
  const docPorts = { db, guard, doorbell, windowId }
  const readFile = async (hash: string): Promise<Uint8Array | null> => {
    const stored = await bridge.request('files.get', { hash })
    if (stored.ok && stored.value === null && (await fetchMissing(hash as FileHash))) return readFile(hash)
    return stored.ok ? stored.value : null
  }
  const fetchMissing = async (hash: FileHash): Promise<boolean> => syncSwitch.isOn && sync.fetchFile(hash)
  const mark = createProfileMarker(bridge)

  const catalogue = openCatalogue({ db, guard, clock, watch: liveQuery })
  const [index, memory, settings, device, models, membership, farewells] = await Promise.all([
    openPersistedDoc('index', docPorts),
    openPersistedDoc('memory', docPorts),
    openSettingsStore({ db, guard, doorbell }),
    readDevice(db, newId<DeviceId>()),
    openModels({
      db,
      guard,
      bridge,
      catalogue,
      clock,
      newId,
      checkPorts: (credentialId, signal, way) => ({
        fetch: createCredentialedFetch(bridge, credentialId, way),
        readFile,
        signal,
        idleTimeoutMs: way.idleTimeoutMs ?? checkTimeoutMs,
        clock,
        isOnline: () => navigator.onLine,
        // Only a browser keeps answers from the page.
        ...(bridge.surface === 'browser' && { isAnythingThere }),
      }),
      onStored: () => keep(1),
    }),
    db.syncState.get('membership'),
    db.syncState.get('farewells'),
    Promise.race([catalogue.ready, new Promise((resolve) => setTimeout(resolve, catalogueWithinMs))]),
  ])
  const syncSwitch: SyncSwitch = { isOn: membership !== undefined }
  seedMemory(memory.doc, 'seed')
  keepRebuilt(memory, { db })
  recordHistory(memory, { db, clock, device })
  const keeper = createMemoryKeeper({ doc: memory.doc, clock, newId, isCompactor: () => !syncSwitch.isOn || sync.isCompactor() })

  const snapshots = scheduleSnapshots(() => writeSnapshot({ db, clock, bridge, locks: navigator.locks }))
  /** Something worth keeping was written. */
  function keep(messages: number): void {
    mark()
    snapshots.changed(messages)
  }

  const store = createMessageStore({ db, index, doorbell, syncSwitch })
  const sessions = createSessions({ db, index, store, clock, newId, bridge, isComing: () => syncSwitch.isOn })
  const drafts = createDrafts({ db, guard, clock })
  const journal = createInflightJournal({ db, guard, doorbell, clock, windowId })
  const locks = createSessionLocks(navigator.locks)
  const live = new LiveTurns()
  const titles: SectionTitles = (id) => {
    const { text } = localisationFor(languageFor(settings.current().language, info.systemLanguage))
    return text.profile.sectionTitles[id as keyof typeof text.profile.sectionTitles] ?? ''
  }
  const findSession = (id: SessionId): SessionSummary | null => sessions.list.current().find((session) => session.id === id) ?? null
  const summaryOf = (id: SessionId) => readEntry(index.doc, id)?.summary ?? null
  const recall = createRecall({
    sessions: sessions.list,
    store,
    startWorker: startRecallWorker,
    summariesOf: (ids) => summaryMessages(ids, summaryOf),
  })
  const calibration = createCalibration({ db, apiOf: ({ modelProviderId }) => models.providers.current().find(({ id }) => id === modelProviderId)?.api ?? null })
  setTimeout(() => void calibration.learn(), syncAfterMs)
  const promptSource = createPromptSource({
    factorFor: calibration.factorFor,
    memory: memory.doc,
    titles,
    settings,
    store,
    clock,
    recall,
    summaryOf,
    isPrivate: (session) => (session === null ? useNewSession.getState().isPrivate : (findSession(session)?.isPrivate ?? false)),
    resolveModel: (session, ref) => {
      const wanted = ref ?? (session === null ? null : findSession(session)?.model) ?? settings.current().defaultModel
      return findModel(models, wanted)
    },
  })
  const prices = createPrices({ db, guard, bridge, clock, settings, catalogue, isOnline: () => navigator.onLine })
  const refreshPrices = (): void => void prices.refreshDaily().catch(() => undefined)
  setTimeout(refreshPrices, backgroundAfterMs)
  setInterval(refreshPrices, pricesEveryMs)
  const memoryUses = createMemoryUses({ db, clock, watch: liveQuery })
  const writer: MemoryWriter = { doc: memory.doc, origin: { author: { kind: 'person', device } }, clock, newId, view: keeper.view.current }
  const requests = createExplicitRequests({ writer, clock })
  const runCall = createCallRunner({
    ...{ db, clock, newId, readFile, wait },
    random: Math.random,
    loadAdapter: createAdapters(),
    fetchFor: ({ credentialId, provider }) => createCredentialedFetch(bridge, credentialId, provider),
  })
  const routes = () => settings.current().routes
  const turns = createTurns({
    store,
    journal,
    guard,
    live,
    clock,
    device,
    windowId,
    runCall,
    routes,
    locks,
    doorbell,
    models,
    factorFor: calibration.factorFor,
    newId,
    forgetDraft: drafts.forget,
    findSession,
    applyRequest: requests.apply,
    async buildPrompt(...asked) {
      // MEM-1: what another device or the day before left open is settled before it could reach a prompt.
      await keeper.settle().catch(() => undefined)
      return promptSource.build(...asked)
    },
    onAnswered: (manifest) => {
      void memoryUses.count(manifest)
      void calibration.learn()
    },
  })

  const background = createBackground({
    ...{ db, guard, store, index, memory, settings, models, live, clock, newId, device, runCall, routes },
    factorFor: calibration.factorFor,
    locks: navigator.locks,
    isOnline: () => navigator.onLine,
    watch: liveQuery,
  })
  addEventListener('online', () => void background.runner.release('network'))
  setTimeout(() => void background.start(), backgroundAfterMs)
  const forget = createForgetting({
    ...{ db, memory, index, drafts, clock, bridge, titles },
    locks: navigator.locks,
    storage: localStorage,
    onErased: store.erased,
  })
  const sync = createSyncShell(async (faces) => {
    const { openSyncInPage } = await import('@renderer/state/sync/open-in-page')
    return openSyncInPage({ ...docPorts, index, memory, store, live, bridge, clock, newId, syncSwitch }, faces)
  })
  // Also where a server is still to be told that this device has left.
  if (syncSwitch.isOn || farewells !== undefined) setTimeout(sync.start, syncAfterMs)
  // Another window may turn it on.
  doorbell.listen(({ kind }) => (kind === 'sync' ? sync.start() : undefined))
  store.subscribe(() => keep(1))
  memory.doc.on('update', () => keep(1))
  mirrorMemory(memory, titles, bridge)
  watchStorage({ guard, db, bridge })
  watchOtherWindows({ journal, locks, live, recover: () => recoverInflight({ db, index, store, locks, guard }) })
  afterFirstPaint(recall.start)
  void sessions.purgeExpired()
  void forget.resume()
  // A ring is not heard by a window that was frozen or a machine that slept: it looks for itself.
  const refresh = (): void => void Promise.all([index.refresh(), memory.refresh()])
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
  })
  bridge.onEvent((event) => {
    if (event.type === 'system-resumed') refresh()
  })

  return {
    services: {
      bridge,
      clock,
      newId,
      settings,
      sessions,
      drafts,
      turns,
      models,
      prices,
      files: createFiles({ bridge, db, guard, clock, fetchMissing }),
      memory: {
        doc: memory.doc,
        writer,
        view: keeper.view,
        sourceOf: ({ messageId }) => store.get(messageId),
        preview: promptSource.preview,
        uses: memoryUses.uses,
        history: createMemoryHistory({ db, memory, writer, titles }),
        forget,
        requests,
        promptOf: (call) => readPromptOf(db, call),
      },
      background,
      sessionCost: createSessionCosts(db, liveQuery),
      storageHealth: guard,
      routeHealth: async (model) => (await import('@renderer/state/route-states')).readRouteHealth(db, model, clock),
      sync,
    },
    store,
    device,
    monthCost: watchMonthCost(db, clock, liveQuery),
    async flush() {
      await Promise.all([drafts.flush(), index.flush(), memory.flush()])
      await Promise.all([snapshots.flush(), sync.lastWord()])
    },
  }
}

const startRecallWorker = (): Worker => new Worker(new URL('../workers/recall/recall-worker.ts', import.meta.url), { type: 'module' })

/** What is shown first does not wait for it. */
function afterFirstPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work, 500))
}

const findModel = (models: Models, ref: ModelRef | null): UsableModel | null =>
  models.usable
    .current()
    .find((model) => model.ref.modelProviderId === ref?.modelProviderId && model.ref.modelId === ref.modelId) ?? null

/** This device's id, made once for the database. */
async function readDevice(db: CommonplaceDb, fresh: DeviceId): Promise<DeviceId> {
  return db.transaction('rw', db.meta, async () => {
    const known = await db.meta.get('device')
    if (typeof known?.value === 'string') return known.value as DeviceId
    await db.meta.put({ key: 'device', value: fresh })
    return fresh
  })
}

/** A copy of memory on disk for other programs, written once the typing has stopped. */
function mirrorMemory(memory: PersistedDoc, titles: SectionTitles, bridge: Bridge): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  memory.doc.on('update', (_update: Uint8Array, _origin: unknown, doc: Y.Doc) => {
    clearTimeout(timer)
    timer = setTimeout(() => void bridge.request('memoryMirror.write', renderMirror(doc, titles)), mirrorAfterMs)
  })
}
