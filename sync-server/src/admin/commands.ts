import { fail, ok, type Result } from '../../../shared/result'
import { createSetupToken, setupLink } from '../auth'
import { byteSize, type ServerConfig } from '../config'
import type { CommandLine } from '../options'
import { readAddress } from './address-file'
import { backup, restore } from './backup'
import { askHealth } from './health'
import { moveToPostgres } from './move'
import { hasStore, openBlobs, openStore } from './open-store'
import type { Report } from './report'
import { showStats } from './stats'
import { deleteVault, listDevices, listVaults, revokeDevice, setLimit, type Answer, type CommandContext } from './vault-commands'

interface Command {
  readonly usage: string
  readonly description: string
  run(line: CommandLine): Promise<Result<Report, string>>
}

/** Flags that belong to commands; a name that ends in = takes a value. */
export const commandFlags = ['yes', 'json', 'to=', 'quota=']

export const commands: Readonly<Record<string, Command>> = {
  'setup-link': {
    usage: 'setup-link [--quota <size>]',
    description: 'A new link, for one vault, valid for a day.',
    run: (line) => onStore(line, true, (context) => newSetupLink(context, line.config)),
  },
  list: {
    usage: 'list',
    description: 'Vaults with their size, quota, devices, and when they were last seen.',
    run: (line) => onStore(line, false, listVaults),
  },
  devices: {
    usage: 'devices <vault>',
    description: "A vault's devices: since when, last seen, whether removed.",
    run: (line) => onStore(line, false, listDevices),
  },
  limits: {
    usage: 'limits <vault> <size>',
    description: "Sets the vault's quota; `default` takes it back.",
    run: (line) => onStore(line, false, setLimit),
  },
  revoke: {
    usage: 'revoke <vault> <device>',
    description:
      "The device's token dies; a running server closes its connections. The vault's key only turns when a device of it removes the other one, in the app.",
    run: (line) => onStore(line, false, revokeDevice),
  },
  delete: {
    usage: 'delete <vault> --yes',
    description: 'Deletes everything the server holds of it. The devices keep what they have.',
    run: (line) => onStore(line, false, (context) => deleteWithBlobs(context, line.config)),
  },
  stats: {
    usage: 'stats',
    description: 'Totals, and what the database and the attachments take on the disk.',
    run: (line) => onStore(line, false, (context) => showStats(context, line.config)),
  },
  backup: {
    usage: 'backup <file>',
    description: 'A consistent copy in one file, while the server runs.',
    run: ({ config, words }) => whereStored(config, () => backup(config, words[1])),
  },
  restore: {
    usage: 'restore <file>',
    description: 'A backup into a data folder that holds no database yet.',
    run: ({ config, words }) => restore(config, words[1]),
  },
  move: {
    usage: 'move --to postgres://…',
    description: 'From SQLite to PostgreSQL, counted on both sides. Stop the server first.',
    run: ({ config, flags }) => moveWhileStopped(config, typeof flags['to'] === 'string' ? flags['to'] : undefined),
  },
  health: {
    usage: 'health',
    description: 'Asks the running server; the exit code says the answer.',
    run: async ({ config }) => askHealth((await readAddress(config)).local),
  },
}

/** Another name for the same. */
export const commandNamed = (name: string): Command | undefined => commands[name === 'invite' ? 'setup-link' : name]

async function onStore({ config, words, flags }: CommandLine, mayMake: boolean, work: (context: CommandContext) => Answer): Answer {
  const run = async (): Answer => {
    const storage = await openStore(config)
    try {
      return await work({ storage, words: words.slice(1), flags, now: Date.now() })
    } finally {
      await storage.close()
    }
  }
  return mayMake ? run() : whereStored(config, run)
}

async function whereStored(config: ServerConfig, work: () => Promise<Result<Report, string>>): Promise<Result<Report, string>> {
  if (hasStore(config)) return work()
  return fail(`no server has worked in ${config.data} yet: name its folder with --data, or its database with --database-url`)
}

async function deleteWithBlobs(context: CommandContext, config: ServerConfig): Answer {
  const blobs = await openBlobs(config)
  try {
    return await deleteVault(context, blobs)
  } finally {
    await blobs.close()
  }
}

async function newSetupLink({ storage, flags, now }: CommandContext, config: ServerConfig): Answer {
  const quota = flags['quota'] === undefined ? null : byteSize.safeParse(flags['quota'])
  if (quota !== null && !quota.success) return fail('--quota is a size such as 500MB or 2GiB')
  const { public: address } = await readAddress(config)
  return ok(setupLink(address, await createSetupToken(storage, now, quota === null ? null : quota.data)))
}

async function moveWhileStopped(config: ServerConfig, url: string | undefined): Promise<Result<Report, string>> {
  const health = await askHealth((await readAddress(config)).local)
  return health.ok ? fail('the server runs: stop it first, or what it takes in meanwhile is missing there') : moveToPostgres(config, url)
}

/** Commands as --help shows them. */
export function commandsHelp(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  return Object.values(commands)
    .map(({ usage, description }) => `  ${usage.padEnd(width)}  ${description.replaceAll('`', '')}`)
    .join('\n')
}

/** Commands as the table of docs/SYNC.md. */
export const commandsTable = (): string =>
  ['| command | what it does |', '|---|---|', ...Object.values(commands).map(({ usage, description }) => `| \`commonplace-sync ${usage}\` | ${description} |`)].join('\n')
