import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { MessageId, SessionId } from '@shared/ids'
import { reachableFrom } from '@shared/sessions/graph'
import { readEntries } from '@shared/sessions/index-doc'
import { applyRows } from '@renderer/db/sync-rows'
import { act, action, openWorld, shown, visibleIds, type World } from '../helpers/message-world'

const device = fc.nat(2)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), device, act: action.filter(({ kind }) => kind !== 'purge') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('index' as const), device, other: device }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('rows' as const), device, other: device, picks: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Devices that get each other's rows and lists of sessions apart, and each in any order. */
class Devices {
  private constructor(readonly worlds: readonly World[]) {}

  static async open(): Promise<Devices> {
    return new Devices([await openWorld(), await openWorld(), await openWorld()])
  }

  at(index: number): World {
    const world = this.worlds[index]
    if (world === undefined) throw new Error('no such device')
    return world
  }

  async run(action: Step): Promise<void> {
    const world = this.at(action.device)
    if (action.kind === 'act') await act(world, action.act)
    else if (action.kind === 'index') await this.giveIndex(world, this.at(action.other))
    else await this.giveRows(world, this.at(action.other), action.picks)
    for (const each of new Set([world, 'other' in action ? this.at(action.other) : world])) await this.expectReadable(each)
  }

  private async giveIndex(from: World, to: World): Promise<void> {
    if (from === to) return
    Y.applyUpdate(to.index.doc, Y.encodeStateAsUpdate(from.index.doc, Y.encodeStateVector(to.index.doc)), 'sync')
    await to.index.flush()
  }

  /** Some of the rows that the one has, in the order of the picks. */
  private async giveRows(from: World, to: World, picks: readonly number[] | null): Promise<void> {
    const all = [...from.written.values()]
    const rows = picks === null ? all.reverse() : picks.flatMap((pick) => all[pick % Math.max(1, all.length)] ?? [])
    const { sessions } = await applyRows(rows, to.db)
    for (const row of rows) to.written.set(row.id, row)
    if (sessions.length > 0) to.store.received(sessions)
  }

  /** Whatever is missing: what is here is shown, a row once, a parent before its child. */
  private async expectReadable(world: World): Promise<void> {
    for (const { id } of readEntries(world.index.doc)) {
      const { items, tips } = await shown(world, id)
      const ids = items.map(({ row }) => row.id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [at, { row }] of items.entries()) for (const parent of row.parentIds) expect(ids.indexOf(parent)).toBeLessThan(at)
      const hasRows = [...world.written.values()].some((row) => row.sessionId === id && row.overlayOf === undefined)
      if (hasRows) expect(ids).not.toEqual([])
      for (const row of await world.store.history(id, tips)) expect(world.written.has(row.id)).toBe(true)
    }
  }

  async meetAll(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      for (const from of this.worlds) for (const to of this.worlds) {
        await this.giveRows(from, to, null)
        await this.giveIndex(from, to)
      }
    }
  }

  async paths(world: World): Promise<Map<SessionId, readonly MessageId[]>> {
    const sessions = readEntries(world.index.doc).map(({ id }) => id).sort()
    return new Map(await Promise.all(sessions.map(async (id) => [id, (await shown(world, id)).items.map(({ row }) => row.id)] as const)))
  }
}

test('SES-3 on three devices rows and the list of sessions come in any order: all show the same in the end, and every message can be reached', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 35, size: 'max' }), async (steps) => {
      const devices = await Devices.open()
      for (const each of steps) await devices.run(each)
      await devices.meetAll()
      const [first, ...others] = devices.worlds as [World, ...World[]]
      const paths = await devices.paths(first)
      for (const other of others) expect(await devices.paths(other)).toEqual(paths)
      const living = new Set(first.sessions.list.current().map(({ id }) => id))
      const rows = [...first.written.values()].filter((row) => living.has(row.sessionId))
      for (const row of reachableFrom(rows.map(({ id }) => id), first.written)) expect(await first.store.get(row.id)).toEqual(row)
      for (const session of living) {
        const visible = await visibleIds(first, session)
        const own = rows.filter((row) => row.sessionId === session)
        const continued = new Set(own.flatMap((row) => row.continuationOf ?? []))
        const missing = own.filter((row) => row.overlayOf === undefined && !continued.has(row.id) && !visible.has(row.id))
        expect(missing).toEqual([])
      }
      for (const world of devices.worlds) await world.close()
    }),
    { numRuns: process.env['COMMONPLACE_EXHAUSTIVE'] === undefined ? 25 : 300, interruptAfterTimeLimit: 100_000 },
  )
}, 150_000)
