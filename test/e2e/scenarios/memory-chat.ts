import { expect } from 'vitest'
import { chatMemory as words } from '@renderer/i18n/en/chat-memory'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { ask, composer, goTo, lastMessage, messageAction, newSession, question, sentBodies, sessionLink, setUpModel, slow } from '../steps'

const lastBody = (app: AppHandle): string => sentBodies(app).at(-1) ?? ''
/** The memory part of the last prompt; '' where it has none. */
const profileSent = (app: AppHandle): string => /<profile>(.*?)<\/profile>/.exec(lastBody(app))?.[1] ?? ''
const note = (app: AppHandle, said: string | RegExp) => app.page.getByRole('list', { name: words.notes }).getByText(said)

export const memoryChatScenarios: readonly Scenario[] = [
  {
    title: 'remember, correct and forget by a word: in the prompt at once, noted below the message, and taken back by Undo',
    async run(app) {
      await setUpModel(app)
      await ask(app, 'Remember that I live in Lyon')
      expect(profileSent(app)).toContain('Lyon')
      await note(app, /^Remembered:.*Lyon/).waitFor()

      await ask(app, 'No, I live in Paris')
      expect(profileSent(app)).toContain('Paris')
      expect(profileSent(app)).not.toContain('Lyon')
      await note(app, /^Replaced:.*Lyon.*→.*Paris/).waitFor()

      await ask(app, 'Forget that I live in Paris')
      expect(profileSent(app)).not.toContain('Paris')
      await note(app, /^Forgot:.*Paris/).waitFor()
      await question(app, 'Forget that I live in Paris').getByRole('button', { name: /^Undo/ }).click()
      await ask(app, 'Where do I live?')
      expect(profileSent(app)).toContain('Paris')
    },
  },
  {
    title: 'marked words of an answer become a line of memory, with the message as their source',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'The best month for Kyoto is **November**. Book early.' })
      await ask(app, 'When should I go?')
      await messageAction(lastMessage(app), text.chat.remember)
      const line = page.getByRole('textbox', { name: words.rememberLine })
      await expect.poll(() => line.inputValue(), slow).toBe('The best month for Kyoto is November.')
      await line.fill('Goes to Kyoto in November')
      await line.press('Enter')
      await line.waitFor({ state: 'detached' })
      await ask(app, 'And then?')
      expect(profileSent(app)).toContain('Goes to Kyoto in November')
    },
  },
  {
    title: 'an answer tells what of memory it had before it, and a line is deleted from there',
    async run(app) {
      const { page, text } = app
      await setUpModel(app)
      await ask(app, 'Remember that I like slow trains')
      await lastMessage(app).getByRole('button', { name: text.chat.answerMemory(1, 0) }).click()
      const receipt = page.getByRole('dialog', { name: words.answerMemory })
      await receipt.getByText(/slow trains/).first().waitFor()
      await receipt.getByRole('button', { name: /^Delete from memory/ }).click()
      await receipt.getByText(new RegExp(words.since.deleted)).waitFor()
      await page.keyboard.press('Escape')
      await receipt.waitFor({ state: 'detached' })
      await ask(app, 'How do I travel?')
      expect(profileSent(app)).not.toContain('slow trains')
      await lastMessage(app).getByRole('button', { name: text.chat.answerMemory(0, 0) }).waitFor()
    },
  },
  {
    title: 'a private session has no memory and leaves none, and is marked as such',
    async run(app) {
      const { page, text } = app
      await setUpModel(app)
      await ask(app, 'Remember that I live in Lyon')
      await newSession(app)
      await page.getByRole('switch', { name: text.chat.privateSession }).click()
      await page.getByRole('main').getByText(text.chat.privateMark, { exact: true }).waitFor()
      await ask(app, 'Remember that I have a secret plan')
      expect(lastBody(app)).not.toContain('Lyon')
      await lastMessage(app).getByText(text.chat.answerPrivate).waitFor()
      expect(await page.getByRole('list', { name: words.notes }).count()).toBe(0)
      await sessionLink(app, new RegExp(text.chat.privateMark)).waitFor()
      await newSession(app)
      await ask(app, 'What do you know of me?')
      expect(lastBody(app)).toContain('Lyon')
      expect(profileSent(app)).not.toContain('secret plan')
      await composer(app).waitFor()
    },
  },
  {
    title: 'a session is made private from a point on, and what it means is said',
    async run(app) {
      const { page, text } = app
      await setUpModel(app)
      await ask(app, 'Remember that I live in Lyon')
      await page.getByRole('button', { name: text.chat.sessionMenu }).click()
      await page.getByRole('menuitem', { name: text.chat.makePrivate }).click()
      await page.getByText(text.chat.madePrivate).first().waitFor()
      await ask(app, 'What do you know?')
      expect(profileSent(app)).toBe('')
      await goTo(app, '#/profile')
      await page.locator('.cm-content').getByText(/Lyon/).waitFor()
    },
  },
  {
    title: 'after some turns, what was said plainly is noted with Undo, and what contradicts waits in the pane, to be decided by keys',
    emulator: { tokensPerSecond: null },
    async run(app) {
      const { page, surface } = app
      await setUpModel(app, { aboutYou: 'I work at Acme' })
      await ask(app, 'Remember that I live in Lyon')
      for (const words of ['Hello', 'Go on', 'And then?', 'Really?', 'Fine', 'Thanks']) await ask(app, words)
      await ask(app, 'I live in Paris. I am allergic to hazelnuts. I prefer slow trains. I work at Globex.')
      await note(app, /^Noted: Prefers slow trains/).waitFor({ timeout: 30_000 })

      const pane = page.getByRole('region', { name: words.proposals })
      await pane.getByRole('article').first().waitFor()
      expect(profileSent(app)).not.toContain('Paris')
      await pane.getByRole('article', { name: /^Contradiction: .*Globex/ }).getByText('I work at Acme').waitFor()
      await page.keyboard.press(surface === 'web' ? 'Alt+Shift+O' : 'Control+Shift+O')
      const focused = pane.locator('article:focus')
      await focused.waitFor()
      for (let open = await pane.getByRole('article').count(); open > 0; open -= 1) {
        await page.keyboard.press(/Paris|Globex/.test(await focused.innerText()) ? 'a' : 'x')
        await expect.poll(() => pane.getByRole('article').count(), slow).toBe(open - 1)
      }
      await ask(app, 'Where do I live?')
      expect([profileSent(app).includes('Paris'), profileSent(app).includes('Globex')]).toEqual([true, true])
      expect(profileSent(app)).not.toMatch(/Lyon|Acme/)
    },
  },
]
