import { readFile, stat } from 'node:fs/promises'
import type { ServerConfig } from './config'
import type { Log } from './log'
import type { SyncServer } from './server'

export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** Undefined where the server speaks plain http. */
export async function readCertificate({ tlsCert, tlsKey }: ServerConfig): Promise<Certificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  return { cert: await readFile(tlsCert), key: await readFile(tlsKey) }
}

const lookMs = 60_000

/** Takes up a renewed certificate without a restart; one that cannot be read or used leaves the old one in place. */
export function followCertificate(config: ServerConfig, server: SyncServer, log: Log): () => void {
  const { tlsCert } = config
  if (tlsCert === undefined) return () => undefined
  let usedSince = Date.now()
  const timer = setInterval(() => void look(), lookMs)
  async function look(): Promise<void> {
    try {
      const { mtimeMs } = await stat(tlsCert ?? '')
      const certificate = mtimeMs > usedSince ? await readCertificate(config) : undefined
      if (certificate === undefined) return
      server.setCertificate(certificate.cert, certificate.key)
      usedSince = mtimeMs
      log.info('certificate-renewed')
    } catch (error) {
      log.warn('certificate-not-renewed', { reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return () => clearInterval(timer)
}
