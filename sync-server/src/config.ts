import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { defaultLimits } from './limits'
import { logLevels } from './log'
import { defaultStorageLimits } from './storage/storage'

export const optionGroups = ['server', 'storage', 'limits', 'operation'] as const

/** How an option is shown: in --help and in the table of docs/SYNC.md. */
export interface OptionNotes {
  readonly description: string
  readonly group: (typeof optionGroups)[number]
  /** What the default is called where its value would mislead. */
  readonly shownDefault?: string
}

/** Where programs keep their data on this system. */
function defaultDataFolder(): string {
  const home = homedir()
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'commonplace-sync')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'commonplace-sync')
  return join(process.env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'commonplace-sync')
}

const option = <Schema extends z.ZodType>(schema: Schema, notes: OptionNotes): Schema => schema.meta({ ...notes })

const text = z.string().min(1)
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const units: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 }

/** `4MiB`, `200 MB`, `1g`, `4096`: units are powers of 1024, whatever they are called. */
export const byteSize = z.union([z.number(), z.string()]).transform((given, context) => {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(String(given).trim()) ?? []
  const bytes = Math.floor(Number(digits) * (units[unit.toLowerCase()] ?? 1))
  if (digits !== '' && Number.isSafeInteger(bytes)) return bytes
  context.addIssue({ code: 'custom', message: 'is a size such as 500MB or 2GiB' })
  return z.NEVER
})

const webAddress = z.url({ protocol: /^https?$/, error: 'is an address such as https://sync.example.org' })
const originList = z.string().transform((given, context) => {
  const origins = given.split(',').map((part) => part.trim()).filter((part) => part !== '')
  const bad = origins.find((origin) => origin !== '*' && !/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i.test(origin))
  if (bad === undefined) return origins.map((origin) => origin.toLowerCase())
  context.addIssue({ code: 'custom', message: `is a list of origins such as https://notes.example.org, not ${bad}` })
  return z.NEVER
})

const addressList = z.string().transform((given, context) => {
  const addresses = given.split(',').map((part) => part.trim()).filter((part) => part !== '')
  const bad = addresses.find((address) => isIP(address) === 0)
  if (bad === undefined) return addresses
  context.addIssue({ code: 'custom', message: `is a list of addresses such as 10.0.0.2, not ${bad}` })
  return z.NEVER
})

/** Every option of the server, its default and its explanation: the one source of --help and of the table in docs/SYNC.md. */
export const configSchema = z
  .strictObject({
    host: option(text.default('127.0.0.1'), {
      group: 'server',
      description: 'Network address to listen on. The default is reached from this computer only; `0.0.0.0` or `::` is every network.',
    }),
    port: option(whole(0, 65_535).default(8791), { group: 'server', description: 'Port to listen on; 0 takes any free one.' }),
    publicUrl: option(webAddress.transform((url) => url.replace(/\/+$/, '')).optional(), {
      group: 'server',
      description: 'Address that people open, where a proxy stands in front. It is printed in setup links.',
      shownDefault: 'the listening address',
    }),
    tlsCert: option(text.optional(), { group: 'server', description: 'Certificate file (PEM, whole chain): the server then speaks https itself.', shownDefault: 'none' }),
    tlsKey: option(text.optional(), { group: 'server', description: "The certificate's private key (PEM).", shownDefault: 'none' }),
    origin: option(originList.prefault(''), {
      group: 'server',
      description:
        'Web pages of other addresses that may connect, as a comma-separated list of origins, or `*` for all. The app itself, pages of this server and of this computer may always; a token is needed in every case.',
      shownDefault: 'none',
    }),
    proxy: option(addressList.prefault('127.0.0.1,::1'), {
      group: 'server',
      description: 'Addresses of the proxies in front, whose `X-Forwarded-For` is believed. Limits per address count the real ones then.',
      shownDefault: 'this computer',
    }),
    webApp: option(text.optional(), {
      group: 'server',
      description: 'Folder of the built web app, or `none` to serve only sync.',
      shownDefault: 'the one that came along',
    }),
    data: option(text.default(defaultDataFolder()), {
      group: 'storage',
      description: 'Folder of the database and the attachments.',
      shownDefault: '`commonplace-sync` where programs keep data',
    }),
    databaseUrl: option(z.url({ protocol: /^postgres(ql)?$/, error: 'is an address such as postgres://user@host/name' }).optional(), {
      group: 'storage',
      description: 'PostgreSQL instead of the built-in SQLite: `postgres://user:password@host/name`. Better given by the environment than as a flag, which other users of the machine see.',
      shownDefault: 'SQLite in the data folder',
    }),
    redisUrl: option(z.url({ protocol: /^rediss?$/, error: 'is an address such as redis://host:6379' }).optional(), {
      group: 'storage',
      description: 'Redis that connects several instances on one PostgreSQL: `redis://host:6379`.',
      shownDefault: 'one instance',
    }),
    maxFrame: option(byteSize.default(defaultLimits.maxFrameBytes), { group: 'limits', description: 'Longest message of a device; a longer one closes its connection.' }),
    maxVault: option(byteSize.default(defaultStorageLimits.maxVaultBytes), {
      group: 'limits',
      description: 'Bytes that a vault may hold, attachments included, where the command `limits` set no other number for it.',
    }),
    maxRooms: option(whole(1, 1_000_000).default(defaultStorageLimits.maxRoomsPerVault), { group: 'limits', description: 'Rooms that a vault may hold; one more is needed about every 2 MB of conversation.' }),
    maxDevices: option(whole(1, 10_000).default(defaultStorageLimits.maxDevicesPerVault), { group: 'limits', description: 'Devices that a vault may have at a time.' }),
    maxVaults: option(whole(1, 10_000_000).default(defaultStorageLimits.maxVaults), { group: 'limits', description: 'Vaults on this server.' }),
    maxMessagesPerSecond: option(whole(1, 1_000_000).default(defaultLimits.maxMessagesPerSecond), {
      group: 'limits',
      description: 'Messages per second of one connection, averaged over ten seconds; more closes it.',
    }),
    maxSlowReader: option(byteSize.default(defaultLimits.maxSlowReaderBytes), {
      group: 'limits',
      description: 'Bytes that wait for a device that does not read; more closes its connection.',
    }),
    maxBlob: option(byteSize.default(defaultLimits.maxBlobBytes), { group: 'limits', description: 'Largest attachment.' }),
    maxPeers: option(whole(1, 1_000_000).default(defaultLimits.maxPeers), { group: 'limits', description: 'Connections at a time; a device has about three.' }),
    metricsToken: option(text.optional(), {
      group: 'operation',
      description: 'Token for /metrics (`Authorization: Bearer …`). Without one, /metrics answers to this computer only.',
      shownDefault: 'none',
    }),
    logLevel: option(z.enum(logLevels).default('info'), { group: 'operation', description: 'How much is logged.' }),
    logFormat: option(z.enum(['text', 'json']).optional(), {
      group: 'operation',
      description: 'One readable line or one JSON object per event.',
      shownDefault: '`text` on a terminal, else `json`',
    }),
  })
  .refine(({ tlsCert, tlsKey }) => (tlsCert === undefined) === (tlsKey === undefined), {
    path: ['tlsKey'],
    error: 'and tls-cert are given together or not at all',
  })
  .refine(({ redisUrl, databaseUrl }) => redisUrl === undefined || databaseUrl !== undefined, {
    path: ['redisUrl'],
    error: 'needs database-url: instances share what they hold through PostgreSQL',
  })

export type ServerConfig = z.output<typeof configSchema>
