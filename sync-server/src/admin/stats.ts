import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok } from '../../../shared/result'
import type { ServerConfig } from '../config'
import { blobFolder, databaseFile } from './open-store'
import type { Row } from './report'
import type { Answer, CommandContext } from './vault-commands'

export async function showStats({ storage, now }: CommandContext, config: ServerConfig): Answer {
  const totals = await storage.totals()
  const devices = (await Promise.all((await storage.listVaults()).map(({ vaultId }) => storage.listDevices(vaultId)))).flat()
  const present = devices.filter(({ removedAt }) => removedAt === null)
  const row: Row = {
    storage: storage.kind,
    vaults: totals.vaults,
    devices: present.length,
    online: present.filter(({ onlineUntil }) => onlineUntil > now).length,
    held: { bytes: totals.bytes },
    database: storage.kind === 'sqlite' ? { bytes: await sqliteBytes(config) } : null,
    attachments: storage.kind === 'sqlite' ? { bytes: await folderBytes(blobFolder(config)) } : null,
  }
  return ok({ rows: [row] })
}

async function sqliteBytes(config: ServerConfig): Promise<number> {
  const sizes = await Promise.all(['', '-wal', '-shm'].map((end) => sizeOf(databaseFile(config) + end)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let sum = 0
  for (const entry of entries) if (entry.isFile()) sum += await sizeOf(join(entry.parentPath, entry.name))
  return sum
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0
