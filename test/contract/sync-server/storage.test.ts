import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage } from '../../../sync-server/src/storage/memory'
import { openSqliteStorage } from '../../../sync-server/src/storage/sqlite'
import { storageSuite } from './storage-suite'

storageSuite({
  name: 'memory',
  async open(limits) {
    const storage = createMemoryStorage(limits)
    return { storage, reopen: async () => storage, dispose: async () => undefined }
  },
})

storageSuite({
  name: 'SQLite',
  async open(limits) {
    const folder = await mkdtemp(join(tmpdir(), 'commonplace-storage-'))
    let storage = await openSqliteStorage(folder, limits)
    return {
      storage,
      async reopen() {
        await storage.close()
        storage = await openSqliteStorage(folder, limits)
        return storage
      },
      async dispose() {
        await storage.close()
        await rm(folder, { recursive: true })
      },
    }
  },
})
