import { describe, expect, test } from 'vitest'
import { failureCodes } from '@shared/errors'
import { languages, loadLanguage, localisationFor } from '@renderer/i18n'
import { failureActions, failureView } from '@renderer/state/failure-view'

await loadLanguage('zh-CN')

describe.each(languages)('%s', (language) => {
  const localisation = localisationFor(language)

  test.each(failureCodes)('PRV-9 %s has a sentence and one action', (code) => {
    const view = failureView({ code, stage: 'connect' }, localisation)
    expect(view.text).toMatch(language === 'en' ? /^[A-Z].+\.$/s : /\p{Script=Han}.*。$/su)
    expect(view.actionLabel).toMatch(language === 'en' ? /^[A-Z]/ : /\p{Script=Han}/u)
    expect(view.text).not.toMatch(/undefined|null|NaN/)
    expect(view.text).not.toBe(code)
    expect(failureActions).toContain(view.action)
  })
})

test('PRV-9 the figures of a failure are said in the language', () => {
  const [en, zh] = [localisationFor('en'), localisationFor('zh-CN')]
  const wait = { code: 'rate-limited', stage: 'connect', retryAfterMs: 12_000 } as const
  const long = { code: 'context-too-long', stage: 'connect', limit: 200_000 } as const
  const large = { code: 'attachment-too-large', stage: 'context', limit: 32 * 1024 ** 2 } as const
  expect([wait, long, large].map((failure) => failureView(failure, en).text)).toEqual([
    'Too many requests for now. The provider asks for 12 sec.',
    'The conversation is longer than the 200K tokens this model can read.',
    'The file is larger than 32 MB.',
  ])
  expect(failureView(wait, zh).text).toBe('请求过于频繁，服务商要求等待 12秒。')
})

test('PRV-9 the other side’s own words are a detail, never the sentence', () => {
  const failure = { code: 'bad-request', stage: 'connect', status: 400, detail: 'unknown field', requestId: 'req_1' } as const
  const view = failureView(failure, localisationFor('en'))
  expect(view).toMatchObject({ action: 'choose-model', detail: 'unknown field\nHTTP 400\nreq_1' })
  expect(view.text).not.toContain('unknown field')
})
