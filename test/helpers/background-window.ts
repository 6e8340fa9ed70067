import { liveQuery } from 'dexie'
import type { DeviceId } from '@shared/ids'
import { readMemory } from '@shared/memory/view'
import type { ApiKind } from '@shared/providers/model-call'
import { defaultSettings, type Settings } from '@shared/settings'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { createJobStore } from '@renderer/db/jobs'
import { createBackground } from '@renderer/state/jobs/background'
import { createChangeable } from '@renderer/state/observable'
import type { Emulator } from '../emulator/server'
import { standing } from './editor-run'
import { createFakeLocks } from './fake-locks'
import { createDisk, newId, type Disk } from './storage'
import { openTurnWindow } from './turn-window'

/** A window that talks and works on what was said, as the app wires it; time is moved on by hand. */
export async function openBackgroundWindow(emulator: Emulator, options: { disk?: Disk; api?: ApiKind; settings?: Partial<Settings> } = {}) {
  const disk = options.disk ?? createDisk()
  const window = await openTurnWindow(emulator, { ...options, disk })
  const { db, guard, doorbell, store, index, live, models, runCall, routes } = window
  const memory = await openPersistedDoc('memory', { db, guard, doorbell, windowId: newId<DeviceId>() })
  const settings = createChangeable<Settings>({ ...defaultSettings, ...options.settings })
  const state = { isOnline: true, aheadMs: 0 }
  const background = createBackground({
    ...{ db, guard, store, index, memory, settings, models, live, newId, runCall, routes },
    clock: { now: () => Date.now() + state.aheadMs },
    timeZone: 'UTC',
    factorFor: () => 1,
    device: 'laptop' as DeviceId,
    locks: createFakeLocks(),
    isOnline: () => state.isOnline,
    watch: liveQuery,
  })
  return {
    ...window,
    disk,
    state,
    settings,
    background,
    memoryDoc: memory.doc,
    view: () => readMemory(memory.doc),
    standing: () => standing({ doc: memory.doc }),
    jobs: () => createJobStore({ db, guard }).all(),
    /** Lets time pass, and everything that is due then run to its end. */
    async pass(minutes: number): Promise<void> {
      state.aheadMs += minutes * 60_000
      await background.runner.wake()
    },
    async close(): Promise<void> {
      background.runner.stop()
      await background.runner.wake()
      await memory.close()
      await window.close()
    },
  }
}

export type BackgroundWindow = Awaited<ReturnType<typeof openBackgroundWindow>>
