import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from '@shared/bridge/redact'
import { createLog } from '../../../electron/log'
import { slicesOf } from '../../helpers/leak-scan'

const base = fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'), minLength: 12, maxLength: 48 })

test('SEC-1 a text keeps no 8 characters of a known secret, wherever it stands (random)', () => {
  fc.assert(
    fc.property(base, fc.string(), fc.string(), fc.nat(), (secret, before, after, cut) => {
      const part = secret.slice(cut % 4)
      const clean = redact(`${before}${secret}${after} ${part}${secret}`, [secret])
      expect(slicesOf(secret).filter((slice) => clean.includes(slice))).toEqual([])
    }),
    { seed: 11, numRuns: 500 },
  )
})

test('SEC-1 a log line holds no key, also one that nobody told it of (random)', () => {
  const prefixes = ['sk-', 'sk-proj-', 'sk-ant-api03-', 'Bearer ', 'x-api-key: ', 'authorization: Bearer ', '"api_key":"', 'AIza', 'gsk_', 'xai-']
  fc.assert(
    fc.property(fc.constantFrom(...prefixes), base, (prefix, body) => {
      const lines: string[] = []
      const log = createLog((line) => lines.push(line))
      log.info(`request with ${prefix}${body} sent`)
      log.error('failed', new Error(`401 for ${prefix}${body}`))
      expect(lines).toHaveLength(2)
      expect(slicesOf(body).filter((slice) => lines.join('\n').includes(slice))).toEqual([])
    }),
    { seed: 12, numRuns: 500 },
  )
})

test('what is no key is left as it is, on one line', () => {
  const lines: string[] = []
  createLog((line) => lines.push(line)).info('the page is gone (crashed): reload\nagain')
  expect(lines).toEqual(['the page is gone (crashed): reload again'])
})
