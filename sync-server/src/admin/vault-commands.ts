import { fail, ok, type Result } from '../../../shared/result'
import type { BlobFiles } from '../blobs/blob-files'
import { byteSize } from '../config'
import type { DeviceRow, Storage, VaultRow } from '../storage/storage'
import type { Report, Row } from './report'

export interface CommandContext {
  readonly storage: Storage
  /** The command's own words, without its name. */
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly now: number
}

/** A failure is one line for the person at the terminal. */
export type Answer = Promise<Result<Report, string>>

export async function listVaults({ storage, now }: CommandContext): Answer {
  const rows: Row[] = []
  for (const vault of await storage.listVaults()) rows.push(vaultRow(vault, await storage.listDevices(vault.vaultId), now))
  return ok({ rows })
}

function vaultRow(vault: VaultRow, devices: readonly DeviceRow[], now: number): Row {
  const present = devices.filter(({ removedAt }) => removedAt === null)
  return {
    vault: vault.vaultId,
    used: { bytes: vault.usedBytes },
    quota: { bytes: vault.maxBytes },
    rooms: vault.roomCount,
    devices: present.length,
    online: present.filter(({ onlineUntil }) => onlineUntil > now).length,
    seen: { at: latest(present.map(({ lastSeenAt }) => lastSeenAt)) },
    made: { at: vault.createdAt },
  }
}

const latest = (times: readonly (number | null)[]): number | null => times.reduce((newest, time) => (time !== null && time > (newest ?? 0) ? time : newest), null)

export async function listDevices({ storage, words, now }: CommandContext): Answer {
  const vault = await findVault(storage, words[0])
  if (!vault.ok) return vault
  const devices = await storage.listDevices(vault.value.vaultId)
  return ok({
    rows: devices.map((device) => ({
      device: device.deviceId,
      added: { at: device.addedAt },
      seen: { at: device.lastSeenAt },
      online: device.removedAt === null && device.onlineUntil > now,
      removed: device.removedAt === null ? null : { at: device.removedAt },
    })),
  })
}

export async function setLimit({ storage, words: [name, size] }: CommandContext): Answer {
  const vault = await findVault(storage, name)
  if (!vault.ok) return vault
  const bytes = size === 'default' ? null : byteSize.safeParse(size ?? '')
  if (bytes !== null && !bytes.success) return fail('the quota is a size such as 500MB or 2GiB, or the word default')
  await storage.setVaultLimit(vault.value.vaultId, bytes === null ? null : bytes.data)
  const now = await storage.getVault(vault.value.vaultId)
  return ok({ rows: now === null ? [] : [{ vault: now.vaultId, used: { bytes: now.usedBytes }, quota: { bytes: now.maxBytes } }] })
}

export async function revokeDevice({ storage, words: [name, deviceName], now }: CommandContext): Answer {
  const vault = await findVault(storage, name)
  if (!vault.ok) return vault
  const devices = await storage.listDevices(vault.value.vaultId)
  const device = findByBeginning(devices, ({ deviceId }) => deviceId, deviceName, 'device')
  if (!device.ok) return device
  const isRemoved = await storage.removeDevice(vault.value.vaultId, device.value.deviceId, now)
  if (!isRemoved) return fail('that device was removed before')
  return ok(`${device.value.deviceId} is out. The vault's key turns once a device of it removes the other one in the app.`)
}

export async function deleteVault({ storage, words: [name], flags }: CommandContext, blobs: BlobFiles): Answer {
  const vault = await findVault(storage, name)
  if (!vault.ok) return vault
  if (flags['yes'] !== true) return fail(`everything of ${vault.value.vaultId} would be deleted here: say --yes`)
  await storage.deleteVault(vault.value.vaultId)
  await blobs.deleteVault(vault.value.vaultId)
  return ok(`${vault.value.vaultId} is deleted here. Its devices keep what they have.`)
}

async function findVault(storage: Storage, name: string | undefined): Promise<Result<VaultRow, string>> {
  return findByBeginning(await storage.listVaults(), ({ vaultId }) => vaultId, name, 'vault')
}

/** The one whose id begins like this; the whole id always names it. */
function findByBeginning<Item>(items: readonly Item[], idOf: (item: Item) => string, name: string | undefined, what: string): Result<Item, string> {
  if (name === undefined || name === '') return fail(`which ${what}? Give its id or the beginning of it`)
  const exact = items.find((item) => idOf(item) === name)
  const found = exact === undefined ? items.filter((item) => idOf(item).startsWith(name)) : [exact]
  const [only] = found
  if (only === undefined) return fail(`no ${what} begins with ${name}`)
  return found.length === 1 ? ok(only) : fail(`${found.length} ${what}s begin with ${name}: give more of the id`)
}
