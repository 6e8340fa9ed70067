import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { recoveryTextFor } from '@renderer/i18n/recovery-text'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { answered, ask, composer, lastMessage, messages, openSession, question, send, sentBodies, sessionLink, setUpModel, slow, stopButton, turnsOf, welcomeText } from '../steps'

export const survivalScenarios: readonly Scenario[] = [
  {
    title: 'SES-1 SIGKILL right after a question was taken: it is there at the next start',
    emulator: { tokensPerSecond: 20 },
    async run(app) {
      await setUpModel(app)
      await send(app, 'Never to be lost')
      await app.kill()
      await app.start()
      await openSession(app, 'Never to be lost')
      await question(app, 'Never to be lost').waitFor()
    },
  },
  {
    title: 'SES-2, STR-2 SIGKILL in the middle of an answer: its text is there, interrupted, and goes on',
    emulator: { tokensPerSecond: 40 },
    async run(app) {
      const { text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: numbers(1, 400) }, { text: ' and the rest.' })
      await send(app, 'Count for me')
      await expect.poll(() => shownNumbers(app), { timeout: 20_000, interval: 50 }).toBeGreaterThan(20)
      const watched = await watchNumbers(app)
      const killedAt = Date.now()
      await app.kill()
      await app.start()
      await openSession(app, 'Count for me')
      await lastMessage(app).getByText(/Interrupted/).waitFor()
      expect(await stopButton(app).count()).toBe(0)
      const kept = await shownNumbers(app)
      // Where the machine is too busy for the page's timers to be on time, the journal's is late as well.
      const lateMs = Math.max(...watched.map(({ at }, index) => at - (watched[index - 1]?.at ?? at) - watchEveryMs))
      const shownBefore = watched.filter(({ at }) => at <= killedAt - maxLossMs - lateMs).at(-1)
      expect(kept).toBeGreaterThanOrEqual(shownBefore?.count ?? Number.NaN)
      await app.page.getByRole('button', { name: text.chat.continueAnswer, exact: true }).click()
      await lastMessage(app).getByText(/and the rest\./).waitFor()
      expect(await shownNumbers(app)).toBeGreaterThanOrEqual(kept)
    },
  },
  {
    title: 'STR-2 a connection that is cut leaves the text, interrupted, and no spinner',
    emulator: { tokensPerSecond: 150 },
    async run(app) {
      const { text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: numbers(1, 300) })
      emulator.fault({ kind: 'cut', bytes: 9_000 })
      await send(app, 'Count until the cut')
      await answered(app)
      await lastMessage(app).getByText(/\b7\b/).waitFor()
      await app.page.getByRole('button', { name: text.chat.continueAnswer, exact: true }).waitFor()
      expect(await stopButton(app).count()).toBe(0)
      await expect.poll(() => app.page.getByRole('progressbar').count(), slow).toBe(0)
    },
  },
  {
    title: 'SES-6 after a failed call the next question is answered, by a service that refuses two questions in a row',
    emulator: { isStrict: true },
    async run(app) {
      const { emulator } = app
      await setUpModel(app)
      emulator.fault({ kind: 'status', status: 400 })
      await send(app, 'This one fails')
      await answered(app)
      await app.page.getByText(app.text.errors['bad-request'].message({ wait: null, limit: null })).first().waitFor()
      emulator.script({ text: 'And here is the answer' })
      await ask(app, 'This one works')
      await lastMessage(app).getByText('And here is the answer').waitFor()
      const roles = turnsOf(sentBodies(app).at(-1) ?? '{"messages":[]}').map(({ role }) => role).filter((role) => role !== 'system')
      expect(roles.some((role, index) => role === 'user' && roles[index + 1] === 'user')).toBe(false)
    },
  },
  {
    title: 'SES-5 the history of a request is the same before and after a restart, byte for byte',
    async run(app) {
      const { emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'One.\n\n  Two – 三 🙂' }, { text: 'Before' }, { text: 'After' })
      await ask(app, 'First')
      await ask(app, 'Second')
      const before = turnsOf(sentBodies(app).at(-1) ?? '').filter(({ role }) => role !== 'system')
      await app.restart()
      await openSession(app, 'First')
      await ask(app, 'Third')
      const after = turnsOf(sentBodies(app).at(-1) ?? '').filter(({ role }) => role !== 'system')
      expect(after.slice(0, before.length)).toEqual(before)
      expect(after.slice(before.length).map(({ text }) => text)).toEqual(['Before', 'Third'])
    },
  },
  {
    title: 'SES-4 two windows on one session: both see the turn, one of them runs it, neither overwrites the other',
    surfaces: ['web'],
    emulator: { tokensPerSecond: 40 },
    async run(app) {
      const { emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'Hello.' }, { text: numbers(1, 40) }, { text: 'From the second window' })
      const sentBefore = sentBodies(app).length
      await ask(app, 'Shared session')
      const second = await app.openSecondWindow()
      await lastMessage(app, second).getByText('Hello.').waitFor()
      await send(app, 'Asked in the first')
      await question(app, 'Asked in the first', second).waitFor()
      await lastMessage(app, second).getByText(/\b7 8 9\b/).waitFor()
      await answered(app)
      await answered(app, second)
      await ask(app, 'Asked in the second', second)
      await question(app, 'Asked in the second').waitFor()
      await lastMessage(app).getByText('From the second window').waitFor()
      expect(sentBodies(app).length - sentBefore).toBe(3)
      await expect.poll(() => messages(app).count(), slow).toBe(6)
    },
  },
  {
    title: 'an empty database with the mark of older data opens Recovery, never the first run',
    async run(app) {
      await setUpModel(app)
      await ask(app, 'Something to lose')
      await loseDatabase(app)
      await app.page.getByRole('heading', { name: recoveryTextFor('en').title }).waitFor()
      expect(await app.page.getByText(welcomeText(app).title).count()).toBe(0)
    },
  },
  {
    title: 'a session that was open is open again after a restart, and a new one too',
    async run(app) {
      await setUpModel(app)
      await ask(app, 'One session')
      await app.restart()
      await sessionLink(app, 'One session').waitFor()
      await composer(app).waitFor()
    },
  },
]

/** What a kill may cost of an answer that is being written. */
const maxLossMs = 250
const watchEveryMs = 20

function numbers(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).join(' ')
}

/** How far the counting of an answer has come, whatever else stands around it. */
function countNumbers(text: string): number {
  return /1 2 3 [\d ]*/.exec(text)?.[0].trim().split(' ').length ?? 0
}

async function shownNumbers(app: AppHandle): Promise<number> {
  return countNumbers(await lastMessage(app).innerText())
}

/** How much of the answer was on the screen at which moment, for one second up to now. */
function watchNumbers(app: AppHandle): Promise<{ readonly at: number; readonly count: number }[]> {
  return lastMessage(app).evaluate(
    (message, everyMs) =>
      new Promise<{ at: number; count: number }[]>((resolve) => {
        const seen: { at: number; count: number }[] = []
        const timer = setInterval(() => {
          seen.push({ at: Date.now(), count: /1 2 3 [\d ]*/.exec(message.textContent ?? '')?.[0].trim().split(' ').length ?? 0 })
          if (seen.length < 50) return
          clearInterval(timer)
          resolve(seen)
        }, everyMs)
      }),
    watchEveryMs,
  )
}

/** What a full disk has done to other apps: the database is gone while everything else stays. */
async function loseDatabase(app: AppHandle): Promise<void> {
  await app.kill()
  const folders = (await readdir(app.profileFolder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name === 'IndexedDB',
  )
  expect(folders.length).toBeGreaterThan(0)
  for (const { parentPath, name } of folders) await rm(join(parentPath, name), { recursive: true })
  await app.start()
}
