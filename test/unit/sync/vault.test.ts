import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeviceId } from '@shared/ids'
import { openBox, sealFor } from '@shared/sync/box'
import { fromBase64Url, toBase64Url, toHex, toUtf8 } from '@shared/sync/bytes'
import { phraseWords } from '@shared/sync/phrase'
import { journalNumber, roomName } from '@shared/sync/rooms'
import { createDevice, createVault, deviceTagOf, hashToken, recoverVault, vaultIdOf } from '@shared/sync/vault'
import { x25519 } from '@noble/curves/ed25519.js'
import { seededRandom } from '../../helpers/sync-devices'

const created = createVault(seededRandom(11))
const words = created.phrase.split(' ')

describe('the recovery phrase', () => {
  test('has 24 words and gives the same vault again, however it is typed', () => {
    expect(words).toHaveLength(24)
    const { phrase, ...vault } = created
    const typings = [
      phrase,
      phrase.toUpperCase(),
      words.map((word, index) => `${index + 1}. ${word}`).join('\n'),
      `  ${words.join(',  ')} `,
      words.map((word) => word.slice(0, 4)).join(' '),
    ]
    for (const typed of typings) expect(recoverVault(typed)).toEqual({ ok: true, value: vault })
  })

  test('what is wrong with it is said: which word, how many, or that it is no phrase', () => {
    const slipped = [...words]
    const longest = words.findIndex((word) => word.length >= 6)
    const word = words[longest] ?? ''
    slipped[longest] = `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`
    expect(recoverVault(slipped.join(' '))).toMatchObject({ ok: false, failure: { kind: 'unknown-word', word: longest + 1, suggestion: word } })
    expect(recoverVault(words.slice(1).join(' '))).toEqual({ ok: false, failure: { kind: 'word-count', words: 23 } })
    expect(recoverVault('')).toEqual({ ok: false, failure: { kind: 'word-count', words: 0 } })
    const exchanged = [words[1], words[0], ...words.slice(2)].join(' ')
    expect(recoverVault(exchanged)).toEqual({ ok: false, failure: { kind: 'checksum' } })
  })

  test('a typo never opens another vault without a word', () => {
    fc.assert(
      fc.property(fc.nat(23), fc.nat(2047), (at, other) => {
        const typed = [...words]
        typed[at] = phraseWords[other] ?? ''
        const recovered = recoverVault(typed.join(' '))
        // One in 256 wrong words passes the checksum: it is another vault, which the server does not know.
        if (recovered.ok && typed[at] !== words[at]) expect(vaultIdOf(recovered.value.secrets.vaultKey)).not.toBe(vaultIdOf(created.secrets.vaultKey))
        else if (typed[at] !== words[at]) expect(recovered).toEqual({ ok: false, failure: { kind: 'checksum' } })
      }),
      { numRuns: 60 },
    )
  })
})

describe('names', () => {
  test('rooms, vaults and devices have names from which nothing can be told', () => {
    const { vaultKey } = created.secrets
    const names = (['keys', 'memory', 'index', 'journal/1', 'journal/2'] as const).map((kind) => roomName(vaultKey, kind))
    expect(new Set(names).size).toBe(5)
    for (const name of names) expect(name).toMatch(/^[\w-]{22}$/)
    expect(vaultIdOf(vaultKey)).toMatch(/^[\w-]{22}$/)
    expect(deviceTagOf(vaultKey, 'laptop' as DeviceId)).toHaveLength(8)
    expect([journalNumber('journal/12'), journalNumber('memory'), journalNumber('journal/0')]).toEqual([12, null, null])
  })

  test('a token has 43 characters, its hash another 43', () => {
    const device = createDevice({ deviceId: 'phone' as DeviceId, name: 'Phone', kind: 'phone' }, seededRandom(1))
    expect(device.token).toMatch(/^[\w-]{43}$/)
    expect(hashToken(device.token)).toMatch(/^[\w-]{43}$/)
    expect(toHex(device.boxSecret)).not.toBe(toHex(device.signSecret))
  })
})

describe('bytes', () => {
  test('base64url goes both ways and is refused where it is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect([...(fromBase64Url(toBase64Url(bytes)) ?? [])]).toEqual([...bytes])
      }),
      { numRuns: 100 },
    )
    for (const text of ['a', 'a+b=', 'ä', 'ab c']) expect(fromBase64Url(text)).toBeNull()
  })

  test('a box opens for its recipient and its purpose only', () => {
    const random = seededRandom(4)
    const [mine, other, salt] = [random(32), random(32), random(32)]
    const sealed = sealFor(x25519.getPublicKey(mine), toUtf8('epoch key'), 'epoch 1', salt, random)
    expect(openBox(mine, sealed, 'epoch 1', salt)).toEqual(toUtf8('epoch key'))
    expect(openBox(other, sealed, 'epoch 1', salt)).toBeNull()
    expect(openBox(mine, sealed, 'epoch 2', salt)).toBeNull()
    expect(openBox(mine, sealed, 'epoch 1', other)).toBeNull()
    expect(openBox(mine, sealed.map((byte, at) => (at === 50 ? byte ^ 1 : byte)), 'epoch 1', salt)).toBeNull()
    expect(openBox(mine, new Uint8Array(3), 'epoch 1', salt)).toBeNull()
  })
})
