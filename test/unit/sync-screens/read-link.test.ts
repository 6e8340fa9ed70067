import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCode, readPairing, readSetupLink } from '@renderer/parts/sync/read-link'

test('a setup link is taken apart, also broken over lines by a terminal and in brackets', () => {
  const link = { address: 'https://home.example.net:1234', token: 'a1-B2_c3~d4.e5' }
  const written = `${link.address}/#/settings/sync?setup=${link.token}`
  for (const pasted of [written, ` ${written}\n`, `<${written}>`, `“${written}”`, written.replace('settings', 'sett\n  ings'), written.replace('/#', '#')]) {
    expect(readSetupLink(pasted), pasted).toEqual(link)
  }
})

test('what holds no setup token is no setup link', () => {
  for (const pasted of ['', 'https://home.example.net', 'home.example.net/#/settings/sync', 'https://home.example.net/#/settings/sync?setup=', 'abc']) {
    expect(readSetupLink(pasted), pasted).toBeNull()
  }
})

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = fc.array(fc.constantFrom(...alphabet), { minLength: 12, maxLength: 12 }).map((letters) => letters.join(''))
const grouped = (code: string) => `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`

test('a code is read however it is typed: capitals, spaces, dashes, O for 0 and I or L for 1', () => {
  const slips = fc.record({ isLower: fc.boolean(), between: fc.constantFrom('', ' ', '-', '–', '.', '_'), one: fc.constantFrom('1', 'I', 'l'), zero: fc.constantFrom('0', 'O', 'o') })
  fc.assert(
    fc.property(codes, slips, (code, { isLower, between, one, zero }) => {
      const cased = isLower ? code.toLowerCase() : code
      const typed = [cased.slice(0, 4), cased.slice(4, 8), cased.slice(8)].join(between).replaceAll('1', one).replaceAll('0', zero)
      expect(readCode(typed)).toBe(grouped(code))
    }),
  )
})

test('no code: too short, too long, a letter that codes do not have', () => {
  for (const typed of ['', '4KD2-9QTM-71X', '4KD2-9QTM-71XCC', '4KD2-9QTM-71XU', '四KD2-9QTM-71XC']) expect(readCode(typed), typed).toBeNull()
})

test('the link of a QR code gives code and server, a code alone gives no server', () => {
  fc.assert(
    fc.property(codes, fc.constantFrom('https://home.example.net', 'http://localhost:1234'), (code, address) => {
      expect(readPairing(`${address}/#/pair/${grouped(code)}`)).toEqual({ address, code: grouped(code) })
      expect(readPairing(grouped(code))).toEqual({ address: null, code: grouped(code) })
    }),
  )
  expect(readPairing('https://home.example.net/#/pair/abc')).toBeNull()
  expect(readPairing('https://example.org')).toBeNull()
})
