import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { ServerConfig } from '../config'

const addressSchema = z.object({
  /** What people open; setup links begin with it. */
  public: z.string(),
  /** What a program on this computer asks. */
  local: z.string(),
})
export type ServerAddress = z.infer<typeof addressSchema>

const fileOf = (config: ServerConfig): string => join(config.data, 'address.json')

/** Written at each start, so that commands beside the server know where it is. */
export async function writeAddress(config: ServerConfig, address: ServerAddress): Promise<void> {
  await mkdir(config.data, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(config), `${JSON.stringify(address)}\n`)
}

/** Where the server was at its last start; before the first, what the options say. */
export async function readAddress(config: ServerConfig): Promise<ServerAddress> {
  const text = await readFile(fileOf(config), 'utf8').catch(() => 'null')
  const written = addressSchema.safeParse(JSON.parse(text))
  return written.success ? { ...written.data, public: config.publicUrl ?? written.data.public } : addressOf(config, config.port)
}

/** The addresses of a server that listens on `port`. */
export function addressOf(config: ServerConfig, port: number): ServerAddress {
  const scheme = config.tlsCert === undefined ? 'http' : 'https'
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = everywhere[config.host] ?? config.host
  const local = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { public: config.publicUrl ?? local, local }
}
