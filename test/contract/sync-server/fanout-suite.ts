import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Fanout, RoomMessage, Signal } from '../../../sync-server/src/fanout/fanout'

export interface FanoutSubject {
  readonly name: string
  /** Instances that hear each other and nobody else. */
  open(count: number): Promise<readonly Fanout[]>
}

const key = { vaultId: 'vault-of-the-fanout-00', room: 'memory' }
const update = (sequence: number): RoomMessage => ({ kind: 'update', sequence, update: new Uint8Array([sequence, 0, 255]) })
const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 10 })

/** What every way between instances does. */
export function fanoutSuite(subject: FanoutSubject): void {
  describe(`fan-out contract: ${subject.name}`, () => {
    let opened: readonly Fanout[] = []
    afterEach(() => Promise.all(opened.map((fanout) => fanout.close())))
    const open = async (): Promise<readonly [Fanout, Fanout, Fanout]> => {
      opened = await subject.open(3)
      const [a, b, c] = opened
      if (a === undefined || b === undefined || c === undefined) throw new Error('three instances are needed')
      return [a, b, c]
    }

    test('a room reaches every other instance that has it open, in order, byte for byte, and never its own', async () => {
      const [a, b, c] = await open()
      const heard: Record<'a' | 'b' | 'c', RoomMessage[]> = { a: [], b: [], c: [] }
      await a.subscribe(key, (message) => heard.a.push(message))
      await b.subscribe(key, (message) => heard.b.push(message))
      await c.subscribe({ ...key, room: 'index' }, (message) => heard.c.push(message))
      const presence: RoomMessage = { kind: 'presence', presence: new Uint8Array([1, 2, 200]) }
      const sent = [update(1), update(2), presence, { kind: 'presence-wanted' } as const]
      for (const message of sent) a.publish(key, message)
      b.publish({ ...key, room: 'index' }, update(9))
      await until(() => expect([heard.b.length, heard.c.length]).toEqual([4, 1]))
      expect(heard.b).toEqual(sent)
      expect(heard.a).toEqual([])
    })

    test('two rooms of one name in two vaults are two rooms', async () => {
      const [a, b] = await open()
      const heard: RoomMessage[] = []
      await b.subscribe(key, (message) => heard.push(message))
      a.publish({ ...key, vaultId: 'vault-of-the-fanout-11' }, update(1))
      a.publish(key, update(2))
      await until(() => expect(heard).toEqual([update(2)]))
    })

    test('after the end of a subscription nothing comes any more; it can begin again', async () => {
      const [a, b] = await open()
      const heard: RoomMessage[] = []
      const end = await b.subscribe(key, (message) => heard.push(message))
      end()
      a.publish(key, update(1))
      await b.subscribe(key, (message) => heard.push(message))
      a.publish(key, update(2))
      await until(() => expect(heard).toContainEqual(update(2)))
      expect(heard).toEqual([update(2)])
    })

    test('a large update arrives whole', async () => {
      const [a, b] = await open()
      const heard: RoomMessage[] = []
      await b.subscribe(key, (message) => heard.push(message))
      const large: RoomMessage = { kind: 'update', sequence: 2 ** 40, update: new Uint8Array(3 * 2 ** 20).map((_, index) => index % 251) }
      a.publish(key, large)
      await until(() => expect(heard).toHaveLength(1))
      expect(heard[0]?.kind === 'update' && [heard[0].sequence, Buffer.compare(heard[0].update, large.update)]).toEqual([2 ** 40, 0])
    })

    test('signals reach all other instances, whatever they have open', async () => {
      const [a, b, c] = await open()
      const heard: Record<'a' | 'b' | 'c', Signal[]> = { a: [], b: [], c: [] }
      a.onSignal((signal) => heard.a.push(signal))
      b.onSignal((signal) => heard.b.push(signal))
      const end = c.onSignal((signal) => heard.c.push(signal))
      const signals: Signal[] = [
        { kind: 'device-removed', vaultId: 'v', deviceId: 'd' },
        { kind: 'vault-deleted', vaultId: 'v' },
        { kind: 'rendezvous', id: 'r' },
      ]
      for (const signal of signals) a.signal(signal)
      await until(() => expect([heard.b, heard.c]).toEqual([signals, signals]))
      expect(heard.a).toEqual([])
      end()
      b.signal({ kind: 'rendezvous', id: 'last' })
      await until(() => expect(heard.a).toHaveLength(1))
      expect(heard.c).toHaveLength(3)
    })

    test('publishing after the end is no error', async () => {
      const [a] = await open()
      await a.close()
      expect(() => a.publish(key, update(1))).not.toThrow()
      expect(() => a.signal({ kind: 'rendezvous', id: 'r' })).not.toThrow()
    })
  })
}
