import { expect } from 'vitest'
import { welcomeTextFor } from '@renderer/i18n/welcome-text'
import { zhCN } from '@renderer/i18n/zh-CN'
import type { Scenario } from '../scenario'
import { answered, ask, check, composer, fillProvider, goTo, lastMessage, lookAround, seeText, send, setUpModel, slow, welcomeText } from '../steps'

const poem = '# A heading\n\nSome **bold** words, a list:\n\n- one\n- two\n\n```js\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'

export const firstRunScenarios: readonly Scenario[] = [
  {
    title: 'a first run leads from an address to an answer with its tokens and cost',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: poem, usage: { inputTokens: 412, outputTokens: 690 } })
      await ask(app, 'Show me Markdown')

      const answer = lastMessage(app)
      await answer.getByRole('heading', { name: 'A heading' }).waitFor()
      expect(await answer.getByRole('listitem').allTextContents()).toEqual(['one', 'two'])
      expect(await answer.locator('strong').textContent()).toBe('bold')
      await answer.getByRole('table').waitFor()
      await answer.getByText('const a = 1').waitFor()
      await answer.getByText(text.chat.tokensIn('412')).waitFor()
      await answer.getByText(text.chat.tokensOut('690')).waitFor()
      // The model is in no price list: unknown is said, never shown as nothing.
      await answer.getByText(text.chat.priceUnknown).waitFor()
      expect(await page.title()).toContain('Show me Markdown')
    },
  },
  {
    title: 'a rejected key, an empty account, a wrong address and a dead one are told apart',
    emulator: { key: 'sk-right-0123456789' },
    async run(app) {
      const { page, text, emulator } = app
      await fillProvider(app, { key: 'sk-wrong-0123456789' })
      await check(app)
      await seeText(page, text.providers.failed.keyRejected)

      emulator.fault({ kind: 'out-of-credit' })
      await fillProvider(app, { key: 'sk-right-0123456789' })
      await check(app)
      await seeText(page, text.providers.failed.noCredit)

      await fillProvider(app, { key: 'sk-right-0123456789', address: `${emulator.url}/elsewhere` })
      await check(app)
      await seeText(page, text.providers.failed.wrongAddress)

      await fillProvider(app, { key: 'sk-right-0123456789', address: 'http://127.0.0.1:9/v1' })
      await check(app)
      await seeText(page, new RegExp(`${text.providers.failed.unreachable('127.0.0.1:9')}|${text.providers.failed.wrongAddress}`))

      await fillProvider(app, { key: 'sk-right-0123456789' })
      await check(app)
      await page.getByRole('button', { name: welcomeText(app).start, exact: true }).waitFor()
    },
  },
  {
    title: 'without a network the check and the status bar say so',
    // Only a browser can be told that it is offline without taking the network from the whole machine.
    surfaces: ['web'],
    async run(app) {
      const { page, text } = app
      await page.getByRole('radio', { name: text.providers.openai }).click()
      await page.getByLabel(text.providers.key, { exact: true }).fill('sk-0123456789abcdef')
      await page.context().setOffline(true)
      await check(app)
      await seeText(page, text.providers.failed.offline)
      await lookAround(app)
      await page.getByText(text.frame.offline, { exact: true }).waitFor()
      await page.context().setOffline(false)
      await page.getByText(text.frame.offline, { exact: true }).waitFor({ state: 'detached' })
    },
  },
  {
    title: 'nothing blocks looking around without a key',
    async run(app) {
      const { page, text } = app
      await lookAround(app)
      await composer(app).fill('A thought to keep')
      await goTo(app, '#/profile')
      await goTo(app, '#/settings/models')
      await seeText(page, text.settings.noProvidersTitle)
      await goTo(app, '#/')
      await expect.poll(() => composer(app).inputValue(), slow).toBe('A thought to keep')
    },
  },
  {
    title: 'the whole way in Chinese: first run, question, answer, settings',
    async run(app) {
      const { page } = app
      await chooseChinese(app)
      app.text = zhCN
      await page.getByRole('heading', { name: welcomeTextFor('zh-CN').title }).waitFor()
      await setUpModel(app)
      app.emulator.script({ text: '今天**天气**很好。' })
      await ask(app, '今天天气怎么样？')
      await lastMessage(app).getByText('今天天气很好。').waitFor()
      await goTo(app, '#/settings/general')
      await page.getByRole('heading', { name: zhCN.settings.title, exact: true }).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    },
  },
  {
    title: 'an answer can be stopped, kept and continued',
    emulator: { tokensPerSecond: 20 },
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      emulator.script({ text: 'word '.repeat(400) }, { text: 'and this is the end.' })
      await send(app, 'Talk for long')
      await lastMessage(app).getByText(/word word word/).waitFor()
      await page.getByRole('button', { name: text.chat.stop, exact: true }).click()
      await answered(app)
      await lastMessage(app).getByText(/Stopped at/).waitFor()
      await page.getByRole('button', { name: text.chat.continueAnswer, exact: true }).click()
      await lastMessage(app).getByText(/word.*and this is the end\./).waitFor()
    },
  },
]

async function chooseChinese(app: Parameters<Scenario['run']>[0]): Promise<void> {
  await app.page.getByRole('combobox', { name: welcomeText(app).language }).selectOption({ label: '简体中文' })
}
