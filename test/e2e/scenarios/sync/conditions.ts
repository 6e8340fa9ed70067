import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SyncDevice } from '../../sync-world'
import type { SyncScenario } from '../../sync-scenario'
import { goOnline, isOffline, isSynced, openProfile, openSync, patiently, profileLine, syncText, writeLine } from '../../sync-steps'

const dayMs = 24 * 60 * 60 * 1000
const watchedMs = 10_000
/** In the watched time: each room may try a few times, and each try may be a request and a socket. */
const mostTries = 60

export const conditionScenarios: readonly SyncScenario[] = [
  {
    title: 'SYN-8 a sign-in page in the server’s place is said in words, and not asked in a storm',
    async run({ laptop }) {
      const words = syncText(laptop.app)
      laptop.path.become('sign-in')
      await isOffline(laptop)
      await openSync(laptop.app)
      await laptop.app.page.getByText(words.offline['not-our-server']).first().waitFor(patiently)
      const before = laptop.path.tried
      await pause(watchedMs)
      expect(laptop.path.tried - before).toBeLessThan(mostTries)
      await laptop.app.page.getByText(words.offline['not-our-server']).first().waitFor(patiently)
      await writeLine(laptop, 'Stays at hotels')
      await goOnline(laptop)
    },
  },
  {
    title: 'SYN-8 a phone whose clock is a day ahead, or a day behind, gives and takes as before',
    async run({ laptop, phone }) {
      await bendClock(phone)
      for (const [line, back, shiftMs] of [['From tomorrow', 'Answer to tomorrow', dayMs], ['From yesterday', 'Answer to yesterday', -dayMs]] as const) {
        await shiftClock(phone, shiftMs)
        await writeLine(phone, line)
        await openProfile(laptop.app)
        await profileLine(laptop.app, line).waitFor(patiently)
        await writeLine(laptop, back)
        await openProfile(phone.app)
        await profileLine(phone.app, back).waitFor(patiently)
        await isSynced(phone)
      }
      await shiftClock(phone, 0)
    },
  },
  {
    title: 'SYN-8 a phone that slept for a week, with a connection that died meanwhile, has everything soon after it wakes',
    async run({ laptop, phone }) {
      await openProfile(phone.app)
      const session = await phone.app.page.context().newCDPSession(phone.app.page)
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      phone.path.become('cut')
      await writeLine(laptop, 'Said while the phone slept')
      await isSynced(laptop)
      phone.path.become('through')
      await session.send('Page.setWebLifecycleState', { state: 'active' })
      await shiftClock(phone, 7 * dayMs)
      await profileLine(phone.app, 'Said while the phone slept').waitFor(patiently)
      await isSynced(phone)
      await shiftClock(phone, 0)
    },
  },
]

/** From here on the page's clock is off by what `shiftClock` says. */
async function bendClock({ app }: SyncDevice): Promise<void> {
  await app.page.context().addInitScript(() => {
    const True = Date
    const now = () => True.now() + Number(Reflect.get(globalThis, 'clockShiftMs') ?? 0)
    globalThis.Date = new Proxy(True, {
      construct: (date, args) => (args.length === 0 ? new date(now()) : Reflect.construct(date, args)),
      get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
    })
  })
  await app.page.reload()
  await openProfile(app)
}

const shiftClock = ({ app }: SyncDevice, shiftMs: number): Promise<boolean> => app.page.evaluate((ms) => Reflect.set(globalThis, 'clockShiftMs', ms), shiftMs)
