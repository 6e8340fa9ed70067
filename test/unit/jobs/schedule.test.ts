import { expect, test } from 'vitest'
import type { Failure } from '@shared/errors'
import type { MessageId, SessionId } from '@shared/ids'
import type { Job, JobOutcome } from '@shared/jobs/job'
import { settled, takenUp, touched, triedAgain } from '@shared/jobs/schedule'

const session = 'session' as SessionId
const at = (minutes: number): number => 1_790_000_000_000 + minutes * 60_000
const tip = (name: string): MessageId => name as MessageId

function touch(job: Job | null, name: string, now: number): Job {
  const next = touched(job, 'memory', session, tip(name), now)
  if (next === null) throw new Error('not touched')
  return next
}
const first = (now = at(0)): Job => touch(null, 'm1', now)
const running = (job: Job): Job => ({ ...job, state: 'running' })
const done: JobOutcome = { kind: 'done', report: null, wasAnswered: true }
const failed = (failure: Partial<Failure> = {}, wasAnswered = false): JobOutcome => ({
  kind: 'failed',
  failure: { code: 'server-error', stage: 'connect', ...failure },
  wasAnswered,
})
const run = (job: Job, outcome: JobOutcome, now: number): Job => settled(running(job), running(job), outcome, now)

test('a job waits until the session has rested, each message anew', () => {
  const job = first(at(0))
  expect([job.state, job.dueAt]).toEqual(['waiting', at(1)])
  expect(touch(job, 'm2', at(0.5)).dueAt).toBe(at(1.5))
})

test('the same message makes no job twice', () => {
  expect(touched(first(), 'memory', session, tip('m1'), at(9))).toBeNull()
  const over = run(first(), done, at(2))
  expect(over.state).toBe('done')
  expect(touched(over, 'memory', session, tip('m1'), at(9))).toBeNull()
})

test('eight turns are worked on without a rest', () => {
  let job = first(at(0))
  for (let message = 2; message <= 16; message++) job = touch(job, `m${message}`, at(0.01 * message))
  expect([job.newMessages, job.dueAt]).toEqual([16, at(0.16)])
})

test('a session and task call at most once in three minutes, whatever was said', () => {
  const over = run(first(), done, at(1))
  expect(touch(over, 'm2', at(1.5)).dueAt).toBe(at(4))
  let job = touch(over, 'n1', at(2))
  for (let message = 2; message <= 20; message++) job = touch(job, `n${message}`, at(2))
  expect(job.dueAt).toBe(at(4))
})

test('what is said while a job runs makes it wait again, for that', () => {
  const started = running(touch(first(), 'm2', at(0)))
  const job = settled(touch(started, 'm3', at(1.2)), started, done, at(1.5))
  expect([job.state, job.upTo, job.newMessages, job.dueAt]).toEqual(['waiting', 'm3', 1, at(4.5)])
})

test('failures back off 30 s, 2 min, 10 min and 1 h, then the job has failed and says why', () => {
  let job = first()
  const waits = [0.5, 2, 10, 60].map((minutes) => {
    job = run(job, failed(), at(100))
    return [job.state, job.dueAt - at(100)].join(' ') === `waiting ${minutes * 60_000}`
  })
  expect(waits).toEqual([true, true, true, true])
  job = run(job, failed({ code: 'key-rejected' }), at(200))
  expect([job.state, job.failure?.code, job.attempts]).toEqual(['failed', 'key-rejected', 5])
  expect(triedAgain(job, at(201))).toMatchObject({ state: 'waiting', attempts: 0, dueAt: at(201) })
})

test('a try that a model answered is not repeated within three minutes, and a service may ask for longer', () => {
  expect(run(first(), failed({ code: 'malformed-response' }, true), at(10)).dueAt).toBe(at(13))
  expect(run(first(), failed({ code: 'rate-limited', retryAfterMs: 300_000 }), at(10)).dueAt).toBe(at(15))
})

test('no service puts a job off for days', () => {
  expect(run(first(), failed({ code: 'rate-limited', retryAfterMs: 1e12 }), at(10)).dueAt).toBe(at(10 + 12 * 60))
})

test('new messages do not cut a back-off short, and give a failed job another chance', () => {
  const third = run(run(run(first(), failed(), at(1)), failed(), at(2)), failed(), at(3))
  expect(touch(third, 'm2', at(4)).dueAt).toBe(at(13))
  const over = run(run(third, failed(), at(13)), failed(), at(73))
  expect(over.state).toBe('failed')
  expect(touch(over, 'm2', at(80))).toMatchObject({ state: 'waiting', attempts: 0 })
})

test('without a network or a model a job waits and no try is counted', () => {
  let job = first()
  for (let round = 0; round < 20; round++) job = run(job, failed({ code: round % 2 === 0 ? 'network' : 'offline' }), at(round))
  expect([job.state, job.attempts, job.waitsFor]).toEqual(['waiting', 0, 'network'])
  expect(run(first(), { kind: 'no-model' }, at(1))).toMatchObject({ state: 'waiting', attempts: 0, waitsFor: 'model' })
})

test('a job that was running when its window died is a try, taken up after a while', () => {
  expect(takenUp(running(first()), at(5))).toMatchObject({ state: 'waiting', attempts: 1, dueAt: at(5.5) })
})

test('work that is not all done goes on after three minutes', () => {
  expect(run(first(), { kind: 'again', report: null, wasAnswered: true }, at(1))).toMatchObject({ state: 'waiting', dueAt: at(4), failure: null })
})
