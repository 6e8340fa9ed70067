import { expect } from 'vitest'
import { localDateAt } from '@shared/clock'
import { addDays } from '@shared/memory/lifetime'
import type { AppHandle } from '../app-handle'
import { card, cards, chooseForLine, importMemory, memoryLine, memoryText, onDisk, openImport, openMemory } from '../memory-steps'
import type { Scenario } from '../scenario'
import { ask, lookAround, sentBodies, setUpModel, slow } from '../steps'

const lastBody = (app: AppHandle): string => sentBodies(app).at(-1) ?? ''
/** Whether the card with these words has the focus. */
const isCurrent = async (app: AppHandle, words: string): Promise<boolean> => (await app.page.locator('article:focus').filter({ hasText: words }).count()) === 1

export const memoryReviewScenarios: readonly Scenario[] = [
  {
    title: 'MEM-8 imported lines wait, are gone through by keys, and only what was accepted is told to a model',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await setUpModel(app)
      await importMemory(app, '## Preferences\n- Prefers green tea\n- Likes long walks\n- Hates small talk\n- Collects stamps\n- Reads on trains')
      await expect.poll(() => cards(page).count(), slow).toBe(5)
      await card(page, 'Prefers green tea').getByText(words.untrusted).waitFor()
      const waiting = page.getByRole('navigation').getByText(app.text.sessions.memoryWaiting(5))
      await waiting.waitFor()
      await page.getByRole('button', { name: app.text.frame.hideSessions }).click()
      await waiting.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: app.text.frame.showSessions }).click()
      await waiting.waitFor({ timeout: 200 })
      await ask(await inNewSession(app), 'Before the review')
      expect(lastBody(app)).not.toContain('green tea')

      await openMemory(app, 'review')
      await expect.poll(() => isCurrent(app, 'Prefers green tea'), slow).toBe(true)
      await page.keyboard.press('a')
      await expect.poll(() => isCurrent(app, 'Likes long walks'), slow).toBe(true)
      await page.keyboard.press('e')
      await page.getByRole('textbox', { name: words.editField }).fill('Likes very long walks')
      await page.keyboard.press('Enter')
      await expect.poll(() => isCurrent(app, 'Hates small talk'), slow).toBe(true)
      await page.keyboard.press('x')
      await expect.poll(() => cards(page).count(), slow).toBe(2)
      await page.keyboard.press('u')
      await expect.poll(() => cards(page).count(), slow).toBe(3)
      await card(page, 'Hates small talk').focus()
      await page.keyboard.press('x')
      await expect.poll(() => isCurrent(app, 'Collects stamps'), slow).toBe(true)
      await page.keyboard.press('j')
      await expect.poll(() => isCurrent(app, 'Reads on trains'), slow).toBe(true)
      await page.keyboard.press('k')
      await page.keyboard.press('n')
      const never = page.getByRole('dialog', { name: words.neverTitle })
      await never.getByRole('textbox', { name: words.neverField }).fill('stamps')
      await page.keyboard.press('Enter')
      await never.waitFor({ state: 'detached' })
      await expect.poll(() => cards(page).count(), slow).toBe(1)
      await onDisk(app, words.change.rejected)

      await app.restart()
      await ask(await inNewSession(app), 'After the review')
      const body = lastBody(app)
      expect([body.includes('Prefers green tea'), body.includes('Likes very long walks')]).toEqual([true, true])
      expect([body.includes('small talk'), body.includes('stamps'), body.includes('Reads on trains')]).toEqual([false, false, false])
      await openMemory(app, 'rules')
      await app.page.getByRole('main').getByText('stamps', { exact: true }).waitFor()
    },
  },
  {
    title: 'MEM-8 accepting everything at once leaves out what is not the person’s own until they say so',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await lookAround(app)
      await importMemory(app, '- Prefers green tea\n- Likes long walks')
      await cards(page).first().focus()
      await page.keyboard.press('Shift+A')
      const dialog = page.getByRole('dialog', { name: words.acceptAllTitle(2) })
      await dialog.getByText(words.acceptAllUntrusted(2)).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await cards(page).count()).toBe(2)
      await expect.poll(() => isCurrent(app, 'Prefers green tea'), slow).toBe(true)
      await page.keyboard.press('Shift+A')
      await dialog.getByRole('button', { name: words.acceptReally }).click()
      await page.getByText(words.reviewEmptyTitle).waitFor()
      await openMemory(app, 'all')
      await memoryLine(page, 'Prefers green tea').waitFor()
    },
  },
  {
    title: 'a contradiction is shown with both sides; the one that is kept is the only one that a model is told',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await setUpModel(app, { aboutYou: 'I live in Lyon\nI live in Paris' })
      await openMemory(app, 'review')
      const conflict = card(page, 'I live in Lyon')
      await conflict.getByText('I live in Paris', { exact: true }).waitFor()
      await conflict.getByRole('button', { name: words.conflict.keep('I live in Lyon') }).click()
      await page.getByText(words.reviewEmptyTitle).waitFor()
      await ask(await inNewSession(app), 'Where do I live?')
      expect([lastBody(app).includes('I live in Lyon'), lastBody(app).includes('I live in Paris')]).toEqual([true, false])
      await openMemory(app, 'all')
      await page.getByRole('combobox', { name: words.filterStatus }).selectOption('superseded')
      await memoryLine(page, 'I live in Paris').getByText(words.facts.replacedBy('I live in Lyon')).waitFor()
    },
  },
  {
    title: 'MEM-7 what is about to expire is said, and is kept, extended or let go',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      const today = localDateAt(Date.now())
      await setUpModel(app, { aboutYou: 'Visa appointment at noon\nConference badge is blue' })
      await openMemory(app, 'all')
      for (const line of ['Visa appointment at noon', 'Conference badge is blue']) {
        await chooseForLine(app, line, words.menu.pickDate)
        const dialog = page.getByRole('dialog', { name: words.expiring.dateTitle })
        await dialog.getByLabel(words.expiring.dateField).fill(addDays(today, 1))
        await dialog.getByRole('button', { name: app.text.common.save }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await openMemory(app, 'review')
      await card(page, 'Visa appointment').getByText(words.expiring.tomorrow, { exact: true }).waitFor()
      await page.getByRole('button', { name: words.expiring.extendLabel('Visa appointment at noon') }).click()
      await page.getByRole('button', { name: words.expiring.letGoLabel('Conference badge is blue') }).click()
      await page.getByText(words.reviewEmptyTitle).waitFor()
      await ask(await inNewSession(app), 'What is next?')
      expect([lastBody(app).includes('Visa appointment'), lastBody(app).includes('Conference badge')]).toEqual([true, false])
    },
  },
  {
    title: 'MEM-4 lines are searched, edited, deleted together, and stay deleted until they are restored',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await setUpModel(app, { aboutYou: 'Speaks French\nPlays the cello\nRides a bicycle' })
      await openMemory(app, 'all')
      await page.getByRole('searchbox', { name: words.filterText }).fill('cello')
      await expect.poll(() => page.getByRole('checkbox', { name: /^Select: / }).count(), slow).toBe(1)
      await memoryLine(page, 'Plays the cello').getByRole('button', { name: words.editLabel('Plays the cello') }).click()
      await page.getByRole('textbox', { name: words.editField }).fill('Plays the cello and the viola')
      await page.keyboard.press('Enter')
      await memoryLine(page, 'Plays the cello and the viola').waitFor()
      await page.getByRole('searchbox', { name: words.filterText }).fill('')
      await page.getByRole('checkbox', { name: words.selectLine('Speaks French') }).check()
      await page.getByRole('checkbox', { name: words.selectLine('Rides a bicycle') }).check()
      await page.getByRole('toolbar').getByRole('button', { name: words.menu.delete }).click()
      await memoryLine(page, 'Speaks French').waitFor({ state: 'detached' })
      await onDisk(app, words.change.deleted)
      await app.restart()
      await openMemory(app, 'all')
      await memoryLine(app.page, 'Plays the cello and the viola').waitFor()
      expect(await memoryLine(app.page, 'Speaks French').count()).toBe(0)
      await app.page.getByRole('combobox', { name: words.filterStatus }).selectOption('deleted')
      await chooseForLine(app, 'Speaks French', words.menu.restore)
      await ask(await inNewSession(app), 'Which languages?')
      expect([lastBody(app).includes('Speaks French'), lastBody(app).includes('Rides a bicycle')]).toEqual([true, false])
    },
  },
  {
    title: 'the history says who changed what, shows memory as it was, and restores a line',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await setUpModel(app, { aboutYou: 'Speaks French' })
      await openMemory(app, 'all')
      await chooseForLine(app, 'Speaks French', words.menu.delete)
      await memoryLine(page, 'Speaks French').waitFor({ state: 'detached' })
      await openMemory(app, 'history')
      const deleted = page.getByRole('main').getByRole('listitem').filter({ hasText: words.change.deleted })
      await deleted.getByText('Speaks French').waitFor()
      await deleted.getByText(words.author.you, { exact: true }).waitFor()
      await page.getByRole('radio', { name: words.historyThen }).click()
      await page.getByRole('slider').waitFor()
      await page.getByRole('button', { name: words.timeEarlier }).click()
      await page.getByRole('main').getByText(words.removedSince).waitFor()
      await page.getByRole('button', { name: words.restoreLineLabel('Speaks French') }).click()
      await page.getByText(words.sameAsNow).waitFor()
      await openMemory(app, 'all')
      await memoryLine(page, 'Speaks French').waitFor()
    },
  },
  {
    title: 'a topic that is never stored is refused on import, and a secret is left out and said so',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await lookAround(app)
      await openMemory(app, 'rules')
      await page.getByRole('textbox', { name: words.topicField }).fill('chess')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: words.topicRemove('chess') }).waitFor()
      const dialog = await openImport(app)
      await dialog.getByRole('textbox', { name: words.importPaste }).fill(`- Plays chess on Mondays\n- Prefers tea\n- Key: sk-proj-${'a1B2'.repeat(12)}`)
      await dialog.getByRole('button', { name: words.importNext }).click()
      await dialog.getByText(words.importReasons.secret(1)).waitFor()
      await dialog.getByRole('button', { name: words.importConfirm(2) }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => cards(page).count(), slow).toBe(1)
      await card(page, 'Prefers tea').waitFor()
    },
  },
  {
    title: 'MEM-18 forgetting for good says what goes, and the line is nowhere in memory or its history any more',
    async run(app) {
      const { page } = app
      const words = memoryText(app)
      await setUpModel(app, { aboutYou: 'Speaks French\nOnce lived in Zanzibar' })
      await openMemory(app, 'all')
      await chooseForLine(app, 'Once lived in Zanzibar', words.menu.forget)
      const dialog = page.getByRole('dialog', { name: words.forgetTitle })
      await dialog.getByText('Once lived in Zanzibar').first().waitFor()
      await dialog.getByText(words.forgetNot.exports).waitFor()
      await dialog.getByRole('button', { name: words.forgetConfirm }).click()
      await dialog.waitFor({ state: 'detached' })
      await memoryLine(page, 'Zanzibar').waitFor({ state: 'detached' })
      await openMemory(app, 'history')
      await page.getByRole('main').getByText('Speaks French').first().waitFor()
      expect(await page.getByRole('main').getByText('Zanzibar').count()).toBe(0)
    },
  },
]

/** The start screen, from wherever the app is. */
async function inNewSession(app: AppHandle): Promise<AppHandle> {
  await app.page.evaluate(() => {
    location.hash = '#/'
  })
  return app
}
