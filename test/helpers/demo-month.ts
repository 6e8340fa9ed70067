import type { DeviceId } from '@shared/ids'
import { factsFor } from '@shared/providers/catalogue'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import type { UsableModel } from '@renderer/state/services'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { createMemoryHistory } from '@renderer/state/memory-history'
import { sampleMonths } from '@renderer/app/demo/sample-months'
import { storeMonth } from '@renderer/app/demo/month/store-month'
import { deskOf } from '@renderer/app/demo/month/lived'
import { titles } from './memory'
import { createDisk, newId, openWindow } from './storage'

const provider: ModelProvider = {
  ...plainAccess,
  ...{ id: 'demo', preset: 'demo', name: 'Demo', baseUrl: 'http://127.0.0.1:1/v1', api: 'openai-chat', credentialId: 'demo', models: [], checkedAt: null, createdAt: 0 },
}
const model: UsableModel = { ref: { modelProviderId: 'demo', modelId: 'demo-small' }, provider, facts: factsFor('demo-small', 'demo') }

/** The demo's month as it is stored, and a window that is opened on it afterwards. `now`: when the demo is opened. */
export async function openDemoMonth(language: 'en' | 'zh-CN', now: number) {
  const disk = createDisk()
  const window = await openWindow(disk)
  const { db, store, guard, doorbell } = window
  const device = 'laptop' as DeviceId
  const records = await storeMonth(sampleMonths[language], { db, store, device, model, titles, language, now, channel: disk.channel })
  const memory = await openPersistedDoc('memory', { db, guard, doorbell, windowId: 'reader' })
  const { writer, view } = deskOf(memory.doc, device, { clock: { now: () => now }, newId })
  return {
    ...window,
    memory,
    records,
    view: view(),
    history: createMemoryHistory({ db, memory, writer, titles }),
    async close() {
      await memory.close()
      await window.close()
    },
  }
}

export type DemoMonth = Awaited<ReturnType<typeof openDemoMonth>>
