import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryId, SessionId } from '@shared/ids'
import { compact, compactAfterMs } from '@shared/memory/compact'
import { readPlainMemory } from '@shared/memory/history/plain'
import { entriesOf } from '@shared/memory/layout'
import { readEntries } from '@shared/sessions/index-doc'
import { seededRandom } from '../helpers/memory'
import { createQueuedLocks } from '../helpers/queued-locks'
import { openDevice, type Device } from '../helpers/sync-device'
import { startTestServer, type TestServer } from '../helpers/sync-server'
import { areSynced, pair, turnOn, until } from '../helpers/sync-vault'
import { UnsteadyProxy } from '../helpers/unsteady-proxy'

const isExhaustive = process.env['COMMONPLACE_EXHAUSTIVE'] !== undefined

const device = fc.nat(2)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('remember' as const, 'edit' as const), device, pick: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), device, pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('offline' as const, 'online' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'rebuild' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart-server' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Three devices, a proxy that mixes their frames up, and a server that comes and goes with its data. */
class Vault {
  private readonly devices: Device[] = []
  /** Words that were added to memory and to sessions, and were on the disk of their device. */
  readonly words = new Set<string>()
  readonly messages = new Set<string>()
  private number = 0

  private constructor(
    private server: TestServer,
    private readonly folder: string,
    readonly proxy: UnsteadyProxy,
  ) {}

  static async open(seed: number): Promise<Vault> {
    const folder = await mkdtemp(join(tmpdir(), 'commonplace-mixed-'))
    const server = await startTestServer({ storage: 'sqlite', folder })
    const proxy = await UnsteadyProxy.start(server.url, seededRandom(seed))
    const vault = new Vault(server, folder, proxy)
    await vault.addDevices()
    return vault
  }

  private async addDevices(): Promise<void> {
    const server = { ...this.server, storage: this.server.storage, url: this.proxy.url }
    const [laptop, phone, tablet] = [await openDevice(), await openDevice(), await openDevice()]
    this.devices.push(laptop, phone, tablet)
    await turnOn(server, laptop)
    for (const each of [phone, tablet]) await pair(laptop, each, server)
  }

  private at(index: number): Device {
    const found = this.devices[index]
    if (found === undefined) throw new Error('no such device')
    return found
  }

  async run(action: Step): Promise<void> {
    switch (action.kind) {
      case 'remember':
        this.at(action.device).remember(`- ${this.word()}`)
        return this.keep(action.device)
      case 'edit':
        return this.edit(action.device, action.pick)
      case 'say':
        return this.say(action.device, action.pick)
      case 'offline':
        return this.at(action.device).goOffline()
      case 'online':
        return this.at(action.device).goOnline()
      case 'restart':
        return this.restart(action.device)
      case 'rebuild':
        return this.rebuild(action.device)
      case 'restart-server':
        return this.restartServer()
      case 'wait':
        return new Promise((resolve) => setTimeout(resolve, action.ms))
    }
  }

  /** The same profile in a new process, after the old one was killed. */
  private async restart(index: number): Promise<void> {
    const killed = this.at(index)
    killed.crash()
    this.devices[index] = await openDevice({ profile: { ...killed.profile, locks: createQueuedLocks() } })
  }

  private word(): string {
    const word = `<${(this.number += 1)}>`
    this.words.add(word)
    return word
  }

  private async keep(index: number): Promise<void> {
    expect((await this.at(index).memory.flush()).ok).toBe(true)
  }

  private async edit(index: number, pick: number): Promise<void> {
    const { memory, edit } = this.at(index)
    const lines = [...entriesOf(memory.doc).entries()].map(([id, fields]) => [id, String(fields.get('text'))] as const)
    const line = lines.filter(([, text]) => text.startsWith('-'))[pick % Math.max(1, lines.length)]
    if (line === undefined) return
    edit(line[0] as EntryId, `${line[1]} ${this.word()}`)
    return this.keep(index)
  }

  private async say(index: number, pick: number): Promise<void> {
    const { index: sessions, say } = this.at(index)
    const known: (SessionId | undefined)[] = [undefined, ...readEntries(sessions.doc).map(({ id }) => id).sort()]
    const text = `Message ${(this.number += 1)}`
    await say(text, known[pick % known.length])
    this.messages.add(text)
  }

  /** Whoever does it, synced or not. */
  private async rebuild(index: number): Promise<void> {
    const { memory } = this.at(index)
    for (const fields of entriesOf(memory.doc).values()) for (let count = 0; count < 12; count++) fields.set('churn', count)
    compact(memory.doc, { now: Date.now() + 2 * compactAfterMs })
    return this.keep(index)
  }

  private async restartServer(): Promise<void> {
    this.proxy.upstream = null
    await this.server.close()
    this.server = await startTestServer({ storage: 'sqlite', folder: this.folder })
    this.proxy.upstream = this.server.url
  }

  async expectEnd(): Promise<void> {
    for (const each of this.devices) each.goOnline()
    await areSynced(...this.devices)
    await until(async () => {
      const [first, ...others] = await Promise.all(this.devices.map((each) => this.contents(each)))
      for (const other of others) expect(other).toEqual(first)
      expect(first?.words).toEqual([...this.words].sort())
      expect(first?.texts).toEqual([...this.messages].sort())
    })
    for (const each of this.devices) expect(each.logged().filter((line) => /refused|forked|malformed|failed/.test(line))).toEqual([])
  }

  async close(): Promise<void> {
    for (const each of this.devices) await each.close()
    await this.proxy.close()
    await this.server.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  private async contents(each: Device) {
    const memory = readPlainMemory(each.memory.doc)
    const sessions = readEntries(each.index.doc).sort((a, b) => (a.id < b.id ? -1 : 1))
    return {
      memory,
      words: [...memory.entry.values()].flatMap(({ text }) => String(text).match(/<\d+>/g) ?? []).sort(),
      sessions,
      paths: await Promise.all(sessions.map(({ id }) => each.path(id))),
      texts: (await each.texts()).sort(),
    }
  }
}

test('SYN-1 edits, disconnects, restarts of server and devices, frames twice and out of order: three devices end the same, nothing lost or doubled', async () => {
  let mixed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), fc.nat(1_000_000), async (steps, seed) => {
      const vault = await Vault.open(seed)
      try {
        for (const action of steps) await vault.run(action)
        await vault.expectEnd()
      } finally {
        await vault.close()
      }
      mixed += vault.proxy.duplicated + vault.proxy.reordered
    }),
    isExhaustive
      ? { numRuns: 60, endOnFailure: true, interruptAfterTimeLimit: 500_000 }
      : { numRuns: 3, endOnFailure: true, interruptAfterTimeLimit: 30_000 },
  )
  expect(mixed).toBeGreaterThan(10)
}, 600_000)
