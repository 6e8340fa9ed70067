import { ok } from '@shared/result'
import { settingsSchema, type Settings } from '@shared/settings'
import type { Doorbell } from '@renderer/db/doorbell'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { createChangeable } from './observable'
import type { SettingsStore } from './services'

/**
 * Settings, one row per field: a broken field falls back alone, and one of a newer version is left as it is.
 * Resolves once they are read.
 */
export async function openSettingsStore(ports: {
  db: CommonplaceDb
  guard: StorageGuard
  doorbell: Doorbell
}): Promise<SettingsStore> {
  const { db, guard, doorbell } = ports
  const settings = createChangeable<Settings>(await readSettings(db))
  doorbell.listen((ring) => {
    if (ring.kind === 'table' && ring.table === 'settings') void readSettings(db).then(settings.set)
  })
  return {
    current: settings.current,
    subscribe: settings.subscribe,
    async update(change) {
      const rows = Object.entries(change).map(([key, value]) => ({ key, value }))
      const written = await guard.write(() => db.settings.bulkPut(rows))
      if (!written.ok) return written
      settings.set({ ...settings.current(), ...change })
      doorbell.ring({ kind: 'table', table: 'settings' })
      return ok(null)
    },
  }
}

async function readSettings(db: CommonplaceDb): Promise<Settings> {
  const rows = await db.settings.toArray()
  return settingsSchema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}
