import { expect } from 'vitest'
import { filesTextFor } from '@renderer/i18n/files-text'
import { mediaSamples } from '../../helpers/media-samples'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { answered, composer, languageOf, lastMessage, messages, send, sentBodies, setUpModel } from '../steps'

const small = 'Demo model, not a language model (small)'
const filesText = (app: AppHandle) => filesTextFor(languageOf(app))
const sample = (mediaType: string) => mediaSamples[mediaType] ?? { name: '', bytes: new Uint8Array() }

async function attach(app: AppHandle, name: string, bytes: Uint8Array): Promise<void> {
  await app.page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) })
}

export const attachmentScenarios: readonly Scenario[] = [
  {
    title: 'a PDF is not offered to a model that reads none, and goes whole to one of which it is not known',
    // deepseek-chat reads text alone, by the table of models; of the demo's models nothing is known.
    emulator: { models: ['deepseek-chat'], key: null },
    async run(app) {
      const { page, text } = app
      const words = filesText(app)
      await setUpModel(app)
      const { name, bytes } = sample('application/pdf')
      await attach(app, 'notes.docx', new TextEncoder().encode('no kind that can be attached'))
      await page.getByText(words.refusedKind('notes.docx')).waitFor()
      await attach(app, name, bytes)
      await page.getByRole('list', { name: text.chat.attachments }).getByText(words.pages(2)).waitFor()

      await pickModel(app, small)
      await page.getByText(words.notKnown(small, words.kinds.pdf)).waitFor()
      await chooseModel(app)
      const textOnly = page.getByRole('option').filter({ hasText: /deepseek/i })
      await textOnly.getByText(words.doesNotRead(words.kinds.pdf)).waitFor()
      expect(await textOnly.getAttribute('aria-disabled')).toBe('true')
      await page.keyboard.press('Escape')

      await send(app, 'What does it say?')
      await answered(app)
      await lastMessage(app).waitFor()
      expect(sentBodies(app).at(-1)).toContain(Buffer.from(bytes).toString('base64'))
      await messages(app).first().getByText(name).waitFor()
      await messages(app).first().getByRole('link', { name: words.save(name) }).waitFor()
    },
  },
]

const chooseModel = (app: AppHandle) => app.page.keyboard.press('ControlOrMeta+Shift+M')

async function pickModel(app: AppHandle, name: string): Promise<void> {
  await composer(app).focus()
  await chooseModel(app)
  await app.page.getByRole('option').filter({ hasText: name }).first().click()
}
