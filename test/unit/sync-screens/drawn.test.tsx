import readCode from 'jsqr'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Language, languages, loadLanguage, localisationFor, LocalisationProvider } from '@renderer/i18n'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { actionOf, SyncFailureNotice, type SyncAction } from '@renderer/parts/sync/failure-notice'
import { CompareWords, PairingSteps } from '@renderer/parts/sync/pairing-steps'
import { QrCode } from '@renderer/parts/sync/qr-code'
import type { PairingFailure, SyncFailure, SyncFailureCode } from '@renderer/state/services'
import { createFakeSync } from '../../helpers/fake-sync'

await loadLanguage('zh-CN')

const draw = (element: React.ReactNode, language: Language = 'en') =>
  renderToStaticMarkup(<LocalisationProvider value={localisationFor(language)}>{element}</LocalisationProvider>)

const codes = Object.keys(actionOf) as SyncFailureCode[]
const everyAction = Object.fromEntries((['address', 'token', 'phrase', 'join', 'retry', 'storage'] as const).map((kind: SyncAction) => [kind, () => undefined]))
const notice = (failure: SyncFailure, language: Language = 'en') => draw(<SyncFailureNotice failure={failure} actions={everyAction} />, language)

test('every failure is said in words of its own, with one action, in both languages', () => {
  for (const language of languages) {
    const drawn = codes.map((code) => notice({ code }, language))
    for (const [index, markup] of drawn.entries()) {
      expect(markup, codes[index]).toContain('role="alert"')
      expect(markup.match(/<button/g), codes[index]).toHaveLength(1)
    }
    const messages = codes.map((code) => syncTextFor(language).failures[code].message)
    expect(new Set(messages).size).toBe(codes.length)
  }
})

test('a failure that a place can do nothing about has no button', () => {
  expect(draw(<SyncFailureNotice failure={{ code: 'exists' }} actions={{}} />)).not.toContain('<button')
})

test('what is wrong with a phrase is said in words, what a server said can be looked up', () => {
  const slip = { kind: 'unknown-word', word: 7, typed: 'rivver', suggestion: 'river' } as const
  expect(notice({ code: 'phrase-wrong', detail: 'word-7', phrase: slip })).toMatch(/Word 7.*rivver.*river/)
  expect(notice({ code: 'phrase-wrong', detail: 'checksum' })).toContain(syncTextFor('en').phraseFaults.checksum)
  for (const detail of ['word-7', 'checksum', 'length']) expect(notice({ code: 'phrase-wrong', detail })).not.toContain('<details')
  expect(notice({ code: 'unreachable', detail: 'ECONNREFUSED 127.0.0.1' })).toMatch(/<details.*ECONNREFUSED/s)
})

test('every way in which pairing fails is said, with what to do next', () => {
  const reasons: readonly PairingFailure[] = ['expired', 'words-differ', 'cancelled', 'network', 'code-wrong', 'refused', 'storage-failed']
  const pairing = createFakeSync().offer()
  for (const language of languages) {
    const { pairingFailures } = syncTextFor(language)
    for (const reason of reasons) {
      const markup = draw(
        <PairingSteps pairing={pairing} state={{ kind: 'failed', reason }} opening={null} waiting={() => null} done={() => null} onAgain={() => undefined} />,
        language,
      )
      expect(markup).toContain(pairingFailures[reason].message)
      expect(markup).toContain(pairingFailures[reason].action)
    }
  }
})

test('the three words are a list in English in every language, and both answers are buttons', () => {
  const markup = draw(<CompareWords words={['river', 'candle', 'stone']} otherName="Pixel 9" onAnswer={() => undefined} />, 'zh-CN')
  expect(markup).toMatch(/<ol[^>]*lang="en"[^>]*>.*river.*candle.*stone.*<\/ol>/s)
  expect(markup.match(/<button/g)).toHaveLength(2)
  expect(markup).toContain('Pixel 9')
})

test('the drawn QR code is read back, with its quiet zone, as the link', () => {
  const link = 'https://home.example.net:1234/#/pair/4KD2-9QTM-71XC'
  const markup = draw(<QrCode text={link} label="QR code with the link" />)
  const side = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1])
  const quiet = Number(/translate\((\d+)/.exec(markup)?.[1])
  expect(quiet).toBeGreaterThanOrEqual(4)
  expect(markup).toContain('aria-label="QR code with the link"')
  const scale = 4
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255)
  for (const [, x, y, length] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let dx = 0; dx < Number(length) * scale; dx++) {
      for (let dy = 0; dy < scale; dy++) {
        const at = (((Number(y) + quiet) * scale + dy) * side * scale + (Number(x) + quiet) * scale + dx) * 4
        pixels.fill(0, at, at + 3)
      }
    }
  }
  expect(readCode(pixels, side * scale, side * scale)?.data).toBe(link)
})
