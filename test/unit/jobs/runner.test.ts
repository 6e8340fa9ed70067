import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import type { JobOutcome } from '@shared/jobs/job'
import type { BackgroundTask } from '@shared/settings'
import { createJobStore } from '@renderer/db/jobs'
import { createJobRunner, type JobRunner, type JobRunnerPorts } from '@renderer/state/jobs/runner'
import { createFakeLocks } from '../../helpers/fake-locks'
import { createDisk, openWindow, type Disk, type StorageWindow } from '../../helpers/storage'

const done: JobOutcome = { kind: 'done', report: null, wasAnswered: true }
const session = (name: string): SessionId => name as SessionId
const tip = (name: string): MessageId => name as MessageId

interface Work {
  readonly window: StorageWindow
  readonly ran: string[]
  isOnline: boolean
  outcome: (task: BackgroundTask) => Promise<JobOutcome>
}
type Machine = Work & { readonly runner: JobRunner }

const machines: Machine[] = []
const locks = { current: createFakeLocks() }

async function start(disk: Disk = createDisk(), ports: Partial<JobRunnerPorts> = {}): Promise<Machine> {
  const window = await openWindow(disk)
  const ran: string[] = []
  const work: Work = { window, ran, isOnline: true, outcome: async () => done }
  const runner = createJobRunner({
    jobs: createJobStore(window),
    locks: locks.current,
    clock: { now: () => Date.now() },
    isOnline: () => work.isOnline,
    isOn: (task) => task === 'memory',
    isBusy: () => false,
    run: (task, id, upTo) => {
      ran.push(`${task} ${id} ${upTo}`)
      return work.outcome(task)
    },
    ...ports,
  })
  const machine: Machine = Object.assign(work, { runner })
  machines.push(machine)
  return machine
}

const jobsOf = async ({ window }: Machine) => createJobStore(window).all()
/** Lets timers fire and real database work between them end. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5000) {
    vi.advanceTimersByTime(Math.min(left, 5000))
    await settle()
  }
}
const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(() => setTimeoutReal(resolve, 3))))
const setTimeoutReal = globalThis.setTimeout

beforeEach(() => {
  locks.current = createFakeLocks()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_790_000_000_000 })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { runner, window } of machines.splice(0)) {
    runner.stop()
    await window.close()
  }
})

test('a job runs once its session has rested, and once for the same message', async () => {
  const machine = await start()
  await machine.runner.touch(session('a'), tip('m1'))
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(50_000)
  expect(machine.ran).toEqual([])
  await pass(15_000)
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(600_000)
  expect(machine.ran).toEqual(['memory a m1'])
})

test('a waiting job survives the end of its window', async () => {
  const disk = createDisk()
  const before = await start(disk)
  await before.runner.touch(session('a'), tip('m1'))
  before.runner.stop()
  const after = await start(disk)
  await after.runner.wake()
  await pass(65_000)
  expect([before.ran, after.ran]).toEqual([[], ['memory a m1']])
})

test('a job that was killed while it ran is taken up again', async () => {
  const disk = createDisk()
  const before = await start(disk)
  before.outcome = () => new Promise(() => undefined)
  await before.runner.touch(session('a'), tip('m1'))
  await pass(65_000)
  expect((await jobsOf(before)).map(({ state }) => state)).toEqual(['running'])
  before.runner.stop()
  locks.current.held.clear()
  const after = await start(disk)
  await after.runner.wake()
  await pass(35_000)
  expect(after.ran).toEqual(['memory a m1'])
  expect((await jobsOf(after)).map(({ state }) => state)).toEqual(['done'])
})

test('of two windows one runs the jobs, and one job runs at a time', async () => {
  const disk = createDisk()
  const [one, other] = [await start(disk), await start(disk)]
  let inside = 0
  let most = 0
  for (const machine of [one, other]) {
    machine.outcome = async () => {
      most = Math.max(most, ++inside)
      await settle()
      inside--
      return done
    }
  }
  for (const name of ['a', 'b', 'c']) {
    await one.runner.touch(session(name), tip(`${name}1`))
    await other.runner.touch(session(name), tip(`${name}1`))
  }
  await pass(200_000)
  expect([...one.ran, ...other.ran].sort()).toEqual(['memory a a1', 'memory b b1', 'memory c c1'])
  expect(most).toBe(1)
})

test('offline nothing runs; once the network is back it does, and no try was counted', async () => {
  const machine = await start()
  machine.isOnline = false
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(900_000)
  expect(machine.ran).toEqual([])
  machine.isOnline = true
  machine.outcome = async () => ({ kind: 'failed', failure: { code: 'network', stage: 'connect' }, wasAnswered: false })
  await machine.runner.release('network')
  expect((await jobsOf(machine))[0]).toMatchObject({ state: 'waiting', attempts: 0, waitsFor: 'network' })
  machine.outcome = async () => done
  await machine.runner.release('network')
  expect((await jobsOf(machine))[0]).toMatchObject({ state: 'done', attempts: 0 })
})

test('a job waits for a model to be there', async () => {
  const machine = await start()
  machine.outcome = async () => ({ kind: 'no-model' })
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(65_000)
  expect((await jobsOf(machine))[0]).toMatchObject({ state: 'waiting', waitsFor: 'model', failure: null })
  machine.outcome = async () => done
  await machine.runner.release('model')
  expect((await jobsOf(machine))[0]?.state).toBe('done')
})

test('a failure is visible after five tries, and a person may ask for another', async () => {
  const machine = await start()
  machine.outcome = async () => ({ kind: 'failed', failure: { code: 'out-of-credit', stage: 'connect' }, wasAnswered: false })
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(80 * 60_000)
  expect(machine.ran).toHaveLength(5)
  expect((await jobsOf(machine))[0]).toMatchObject({ state: 'failed', failure: { code: 'out-of-credit' } })
  machine.outcome = async () => done
  await machine.runner.tryAgain('memory/a')
  expect((await jobsOf(machine))[0]).toMatchObject({ state: 'done', failure: null })
})

test('a bug in a task ends its job with a failure and leaves the others alone', async () => {
  const machine = await start(createDisk(), { isOn: () => true })
  machine.outcome = async (task) => {
    if (task === 'memory') throw new TypeError('broken')
    return done
  }
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(65_000)
  const jobs = await jobsOf(machine)
  expect(jobs.map(({ task, failure }) => `${task} ${failure?.code ?? 'fine'}`).sort()).toEqual(['memory internal', 'summary fine', 'title fine'])
})

test('a task that is off makes no job, and nothing runs in a session that is being answered', async () => {
  const busy = new Set<SessionId>([session('a')])
  const machine = await start(createDisk(), { isBusy: (id) => busy.has(id) })
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(120_000)
  expect(machine.ran).toEqual([])
  busy.clear()
  await machine.runner.wake()
  expect(machine.ran).toEqual(['memory a m1'])
  expect((await jobsOf(machine)).map(({ task }) => task)).toEqual(['memory'])
})

test('a job that a wrong clock put off for years runs', async () => {
  const machine = await start()
  await machine.runner.touch(session('a'), tip('m1'))
  vi.setSystemTime(1_690_000_000_000)
  await machine.runner.wake()
  expect(machine.ran).toEqual(['memory a m1'])
})

test('with nothing to do no timer is left', async () => {
  const machine = await start()
  await machine.runner.touch(session('a'), tip('m1'))
  await pass(65_000)
  expect(vi.getTimerCount()).toBe(0)
})
