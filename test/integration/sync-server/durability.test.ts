import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { syncSubprotocol } from '@shared/sync/protocol'
import { scanUpdate } from '../../../sync-server/src/wire/scan-update'
import { readMessage } from '../../../sync-server/src/wire/read-message'
import { updateMessage } from '../../helpers/raw-web-socket'
import { connectStock, isSynced, syncAddress } from '../../helpers/sync-server'
import { buildServer, createVaults, startServerProcess } from '../../helpers/sync-server-process'

const rounds = process.env['COMMONPLACE_EXHAUSTIVE'] === undefined ? 10 : 100
const writers = 10
const perSecond = 1000
const everyMs = 10

/** A device that writes without end and remembers what came back to it. */
class Writer {
  readonly doc = new Y.Doc()
  /** The clock up to which its own updates were heard. */
  acknowledged = 0
  private readonly ws: WebSocket

  constructor(url: string, token: string) {
    this.ws = new WebSocket(`${syncAddress(url)}/room`, [syncSubprotocol, token])
    this.ws.on('error', () => undefined)
    this.ws.on('message', (data: Buffer) => this.hear(data))
    this.doc.on('update', (update: Uint8Array) => this.ws.readyState === WebSocket.OPEN && this.ws.send(updateMessage(update)))
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN
  }

  write(count: number): void {
    for (let index = 0; index < count && this.isOpen; index++) this.doc.getArray('entries').push([`${this.doc.clientID} ${index}`])
  }

  private hear(frame: Uint8Array): void {
    const message = readMessage(frame, 1000)
    if (message?.kind !== 'update') return
    for (const { client, endClock } of message.update.runs) if (client === this.doc.clientID) this.acknowledged = Math.max(this.acknowledged, endClock)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Writes at the rate until a random moment. Gives what was acknowledged of each writer. */
async function writeUntil(url: string, token: string, kill: () => Promise<void>): Promise<Map<number, number>> {
  const all = Array.from({ length: writers }, () => new Writer(url, token))
  while (!all.every(({ isOpen }) => isOpen)) await pause(5)
  const startedAt = performance.now()
  const lastsMs = 500 + Math.random() * 700
  let written = 0
  while (performance.now() - startedAt < lastsMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - written
    for (let index = 0; index < due; index++) all[(written + index) % writers]?.write(1)
    written += Math.max(0, due)
    await pause(everyMs)
  }
  await kill()
  return new Map(all.map(({ doc, acknowledged }) => [doc.clientID, acknowledged]))
}

test(
  `SYN-2 kill -9 under 1,000 updates a second loses none that was acknowledged, ${rounds} times`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'commonplace-kill-'))
    const built = await buildServer()
    const [vault] = await createVaults(folder, 1)
    const token = vault?.token ?? ''
    const acknowledged = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(built, folder)
      const before = [...acknowledged.values()].reduce((sum, clock) => sum + clock, 0)
      for (const [client, clock] of await writeUntil(server.url, token, () => server.kill('SIGKILL'))) acknowledged.set(client, clock)
      const gained = [...acknowledged.values()].reduce((sum, clock) => sum + clock, 0) - before
      // Half of what was to be written, however busy the machine is.
      expect(gained, `round ${round}`).toBeGreaterThan(150)
    }
    const server = await startServerProcess(built, folder)
    const reader = connectStock(server.url, 'room', token)
    await isSynced(reader)
    const vector = Y.decodeStateVector(Y.encodeStateVector(reader.doc))
    expect([...acknowledged].filter(([client, clock]) => (vector.get(client) ?? 0) < clock)).toEqual([])
    expect(reader.doc.store.pendingStructs).toBeNull()
    expect(scanUpdate(Y.encodeStateAsUpdate(reader.doc), 10_000)).not.toBeNull()
    reader.close()
    await server.kill('SIGTERM')
    await built.remove()
    await rm(folder, { recursive: true, force: true })
  },
  rounds * 20_000,
)
