import { expect } from 'vitest'
import type { Scenario } from '../scenario'
import {
  ask,
  composer,
  goTo,
  lastMessage,
  messageAction,
  messages,
  newSession,
  openSession,
  question,
  seeText,
  send,
  sessionLink,
  setUpModel,
  slow,
} from '../steps'

export const sessionScenarios: readonly Scenario[] = [
  {
    title: 'another answer stands beside the first, and one can go back to it',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'The first answer' }, { text: 'The second answer' })
      await ask(app, 'A question')
      await messageAction(lastMessage(app), text.chat.retryAnswer)
      await chooseFromMenu(app, text.chat.retrySame)
      await lastMessage(app).getByText('The second answer').waitFor()
      await page.getByText('2/2').waitFor()
      await lastMessage(app).getByRole('button', { name: text.chat.previousVersion }).click()
      await lastMessage(app).getByText('The first answer').waitFor()
      await page.getByText('1/2').waitFor()
    },
  },
  {
    title: 'an edited question is a branch, and nothing of the old one is lost',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'Paris it is' }, { text: 'Lyon it is' })
      await ask(app, 'Which city, A?')
      await messageAction(question(app, 'Which city, A?'), text.chat.edit)
      const editor = page.getByRole('textbox', { name: text.chat.editQuestion })
      await editor.fill('Which city, B?')
      await page.getByRole('button', { name: text.chat.saveAndAsk }).click()
      await lastMessage(app).getByText('Lyon it is').waitFor()
      await question(app, 'Which city, B?').getByRole('button', { name: text.chat.previousVersion }).click()
      await lastMessage(app).getByText('Paris it is').waitFor()
      await question(app, 'Which city, A?').waitFor()
    },
  },
  {
    title: 'a fork goes its own way and leaves the first session as it was',
    async run(app) {
      const { text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'Answer one' }, { text: 'Answer two' }, { text: 'Answer in the fork' })
      await ask(app, 'Question one')
      await ask(app, 'Question two')
      await messageAction(messages(app).nth(1), text.chat.branch)
      await expect.poll(() => messages(app).count(), slow).toBe(2)
      await ask(app, 'A question for the fork')
      await lastMessage(app).getByText('Answer in the fork').waitFor()
      await expect.poll(() => app.page.getByRole('list', { name: text.sessions.list }).getByRole('link').count(), slow).toBe(2)
    },
  },
  {
    title: 'sessions are renamed, found again, put into the trash and brought back',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'A temple called Kinkaku' }, { text: 'Nothing of the kind' })
      await ask(app, 'Plan a trip')
      await newSession(app)
      await ask(app, 'Do my taxes')

      await openSession(app, 'Plan a trip')
      await page.keyboard.press('F2')
      const title = page.getByRole('textbox', { name: text.sessions.title, exact: true }).or(page.getByRole('textbox', { name: text.chat.renameTitle }))
      await title.first().fill('Kyoto')
      await title.first().press('Enter')
      await sessionLink(app, 'Kyoto').waitFor()

      await page.keyboard.press('Control+Shift+F')
      await page.getByRole('combobox').or(page.getByPlaceholder(text.sessions.searchPlaceholder)).first().fill('kinkaku')
      await page.getByRole('option', { name: /Kinkaku/ }).first().waitFor()
      await page.keyboard.press('Enter')
      await lastMessage(app).getByText(/Kinkaku/).waitFor()

      await sessionLink(app, 'Kyoto').hover()
      await page.getByRole('button', { name: text.sessions.more('Kyoto') }).click()
      await page.getByRole('menuitem', { name: text.sessions.trash }).click()
      await sessionLink(app, 'Kyoto').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: text.common.undo, exact: true }).click()
      await sessionLink(app, 'Kyoto').waitFor()
    },
  },
  {
    title: 'a draft is kept per session and over a restart',
    async run(app) {
      await setUpModel(app)
      await ask(app, 'The first session')
      await composer(app).fill('unfinished thought')
      await newSession(app)
      await expect.poll(() => composer(app).inputValue(), slow).toBe('')
      await composer(app).fill('another one')
      await openSession(app, 'The first session')
      await expect.poll(() => composer(app).inputValue(), slow).toBe('unfinished thought')
      await app.restart()
      await openSession(app, 'The first session')
      await expect.poll(() => composer(app).inputValue(), slow).toBe('unfinished thought')
    },
  },
  {
    title: 'a second session can be read while the first one answers',
    emulator: { tokensPerSecond: 30 },
    async run(app) {
      const { text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'Short.' }, { text: `${'word '.repeat(60)}the very end` })
      await ask(app, 'The quick one')
      await newSession(app)
      await send(app, 'The long one')
      await lastMessage(app).getByText(/word word/).waitFor()
      await openSession(app, 'The quick one')
      await lastMessage(app).getByText('Short.').waitFor()
      await sessionLink(app, new RegExp(text.sessions.answering)).waitFor()
      await openSession(app, 'The long one')
      await lastMessage(app).getByText(/the very end/).waitFor()
    },
  },
  {
    title: 'a pasted picture goes with the question',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      await composer(app).click()
      await pastePicture(app)
      await page.getByRole('button', { name: /^Remove .*\.(png|PNG)/ }).waitFor()
      await composer(app).fill('What is in it?')
      await composer(app).press('Enter')
      await seeText(page, 'What is in it?')
      await expect.poll(() => emulator.requests().at(-1)?.body.includes('data:image/png;base64,'), slow).toBe(true)
      await messages(app).first().getByRole('img').or(messages(app).first().getByRole('button', { name: /Enlarge/ })).first().waitFor()
      expect(text.chat.attachments).not.toBe('')
    },
  },
  {
    title: 'what the profile says is in the next prompt',
    async run(app) {
      const { page } = app
      await setUpModel(app)
      await goTo(app, '#/profile')
      const editor = page.locator('.cm-content')
      await editor.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Prefers metric units and short answers')
      await seeText(page, /Prefers metric units/)
      await goTo(app, '#/')
      await ask(app, 'How tall is it?')
      const body = app.emulator.requests().at(-1)?.body.toString('utf8') ?? ''
      expect(body).toContain('Prefers metric units and short answers')
    },
  },
]

async function chooseFromMenu(app: Parameters<Scenario['run']>[0], name: string): Promise<void> {
  await app.page.getByRole('menuitem', { name }).first().click()
}

/** A picture of 8 × 8 px into what has the focus. */
export async function pastePicture(app: Parameters<Scenario['run']>[0]): Promise<void> {
  await app.page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 8
    canvas.height = 8
    canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const data = new DataTransfer()
    if (blob !== null) data.items.add(new File([blob], 'picture.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
}
