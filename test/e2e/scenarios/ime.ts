import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import type { AppHandle } from '../app-handle'
import { cards, importMemory, memoryText, openMemory } from '../memory-steps'
import type { Scenario } from '../scenario'
import { composer, fillProvider, goTo, messageAction, messages, sentBodies, welcomeText } from '../steps'
import { closeOverlays, openOverlay, openSample, prepareSample, sampleQuestion } from '../tour'

export const imeScenarios: readonly Scenario[] = [
  {
    title: 'UI-1 Enter while an input method composes takes the candidate and never sends, in any input of the app',
    async run(app) {
      const { page, text } = app
      await fillProvider(app, {})
      await composeAndEnter(app, page.getByRole('textbox', { name: text.providers.address }))
      await page.getByRole('button', { name: welcomeText(app).lookAround }).waitFor()
      await page.reload()

      await prepareSample(app)
      const sent = sentBodies(app).length
      await openSample(app)
      await composeAndEnter(app, composer(app))
      await composer(app).fill('')

      await messageAction(messages(app).first(), text.chat.edit)
      const editor = page.getByRole('textbox', { name: text.chat.editQuestion })
      await composeAndEnter(app, editor)
      await editor.press('Escape')

      await page.keyboard.press('Control+f')
      const find = page.getByRole('textbox', { name: text.chat.find }).or(page.getByRole('searchbox', { name: text.chat.find }))
      await composeAndEnter(app, find.first())
      await find.first().press('Escape')

      await page.keyboard.press('F2')
      await composeAndEnter(app, page.getByRole('textbox', { name: text.sessions.title, exact: true }))
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: sampleQuestion }).first().waitFor()

      await openOverlay(app, 'Control+k')
      await composeAndEnter(app, page.getByRole('dialog').getByRole('combobox'))
      await closeOverlays(page)
      await openOverlay(app, 'Control+Shift+f')
      await composeAndEnter(app, page.getByRole('dialog').getByRole('combobox'))
      await closeOverlays(page)

      await importMemory(app, '- Prefers green tea')
      const words = memoryText(app)
      await cards(page).first().focus()
      await page.keyboard.press('e')
      const line = page.getByRole('textbox', { name: words.editField })
      await composeAndEnter(app, line)
      await line.press('Escape')
      // The card takes the focus back once the field is gone; before that the key is nobody's.
      await page.waitForFunction(() => document.activeElement?.closest('article') !== null && document.activeElement?.tagName !== 'INPUT')
      await line.waitFor({ state: 'detached' })
      await page.keyboard.press('n')
      await composeAndEnter(app, page.getByRole('dialog').getByRole('textbox', { name: words.neverField }))
      await closeOverlays(page)
      await openMemory(app, 'rules')
      await composeAndEnter(app, page.getByRole('textbox', { name: words.topicField }))

      await goTo(app, '#/profile')
      await page.locator('.cm-content').click()
      await composeAndEnter(app, page.locator('.cm-content'))
      expect(sentBodies(app).length).toBe(sent)
    },
  },
]

/** Composes, presses Enter as the two kinds of systems report it, and commits: the field has the words and is still there. */
async function composeAndEnter(app: AppHandle, field: Locator): Promise<void> {
  await field.waitFor()
  await field.focus()
  const before = sentBodies(app).length
  const hash = await app.page.evaluate(() => location.hash)
  const session = await app.page.context().newCDPSession(app.page)
  const enter = (windowsVirtualKeyCode: number) =>
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode })
  await session.send('Input.imeSetComposition', { text: 'zhongwen', selectionStart: 8, selectionEnd: 8 })
  await enter(13)
  await enter(229)
  await expectUntouched()
  await session.send('Input.insertText', { text: '中文' })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 })
  await expectUntouched()
  const words = await field.evaluate((element) => (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : element.textContent))
  expect(words).toContain('中文')
  await session.detach()

  async function expectUntouched(): Promise<void> {
    await app.page.waitForTimeout(60)
    expect(await field.isVisible()).toBe(true)
    expect(sentBodies(app).length).toBe(before)
    expect(await app.page.evaluate(() => location.hash)).toBe(hash)
  }
}
