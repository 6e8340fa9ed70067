import { expect, test } from 'vitest'
import type { DeviceId } from '@shared/ids'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { openPassing, openPresence, sealPassing, sealPresence } from '@shared/sync/awareness'
import { openHandOver, sealHandOver, type HandOverMessage } from '@shared/sync/hand-over'
import { devicesOf, exchangeKeys, type TestDevice } from '../../helpers/sync-devices'

const [laptopId, phoneId] = ['laptop', 'phone'] as DeviceId[] as [DeviceId, DeviceId]
const nonce = 'abcdefghijklmnopqrstuv'
const provider: ModelProvider = {
  ...plainAccess,
  id: 'p', preset: 'openai', name: 'Mine', baseUrl: 'https://api.example.com/v1', api: 'openai-chat', credentialId: 'k', models: [], checkedAt: null, createdAt: 1,
}

function three(): [TestDevice, TestDevice, TestDevice] {
  const [laptop, tablet, phone] = devicesOf(['laptop', 'tablet', 'phone'])
  if (laptop === undefined || tablet === undefined || phone === undefined) throw new Error('Three were made')
  for (const each of [laptop, tablet, phone]) each.start()
  return [laptop, tablet, phone]
}

const sealed = (by: TestDevice, message: HandOverMessage): Uint8Array => sealHandOver(message, by.keyring, by.random) ?? new Uint8Array()
const sealedBytes = (by: TestDevice, text: string): Uint8Array => sealPassing('hand-over', new TextEncoder().encode(text), by.keyring, by.random) ?? new Uint8Array()

test('every step of handing keys over opens as it was sealed, and says who sealed it', () => {
  const [laptop, , phone] = three()
  const steps: HandOverMessage[] = [
    { to: phoneId, nonce, step: 'ask' },
    { to: phoneId, nonce, step: 'key', publicKey: new Uint8Array(32).fill(7) },
    { to: phoneId, nonce, step: 'parcel', parcel: Uint8Array.of(1, 2, 255), providers: [provider] },
    { to: phoneId, nonce, step: 'kept', count: 2 },
    { to: phoneId, nonce, step: 'not-kept', reason: 'storage-failed' },
  ]
  for (const message of steps) expect(openHandOver(sealed(laptop, message), phone.keyring)).toEqual({ from: laptopId, message })
})

test('SYN-7 a device that was removed hands nothing over, and reads nothing of what is handed over afterwards', () => {
  const [laptop, tablet, phone] = three()
  const before = sealed(phone, { to: laptopId, nonce, step: 'ask' })
  expect(openHandOver(before, laptop.keyring)).not.toBeNull()
  laptop.keyring.removeDevice(phoneId, new Map([['memory', laptop.room.chainsOf(phoneId)]]))
  exchangeKeys(laptop, tablet)
  expect(openHandOver(before, laptop.keyring)).toBeNull()
  expect(openHandOver(sealed(phone, { to: laptopId, nonce, step: 'ask' }), tablet.keyring)).toBeNull()
  exchangeKeys(laptop, tablet, phone)
  expect(openHandOver(sealed(laptop, { to: phoneId, nonce, step: 'ask' }), phone.keyring)).toBeNull()
  expect(openHandOver(sealed(laptop, { to: 'tablet' as DeviceId, nonce, step: 'ask' }), tablet.keyring)).not.toBeNull()
})

test('SYN-4 neither presence nor a changed byte passes for a message', () => {
  const [laptop, , phone] = three()
  const message = sealed(laptop, { to: phoneId, nonce, step: 'ask' })
  expect(openPresence(message, phone.keyring)).toMatchObject({ ok: false })
  expect(openPassing('presence', message, phone.keyring)).toMatchObject({ ok: false })
  expect(openHandOver(sealPresence({ device: laptopId, at: 1 }, laptop.keyring, laptop.random) ?? message, phone.keyring)).toBeNull()
  for (let at = 0; at < message.byteLength; at += 3) expect(openHandOver(message.map((byte, here) => (here === at ? byte ^ 1 : byte)), phone.keyring)).toBeNull()
})

test('what is no message is refused, whatever length it claims; of providers only what is known is taken', () => {
  const [laptop, , phone] = three()
  for (const body of ['', 'abc', '\u007f\u007f\u007f\u007f{}', '\0\0\0\u0002{}']) expect(openHandOver(sealedBytes(laptop, body), phone.keyring)).toBeNull()
  const newer = { ...provider, colour: 'red' }
  const opened = openHandOver(sealed(laptop, { to: phoneId, nonce, step: 'parcel', parcel: Uint8Array.of(1), providers: [newer, { ...provider, preset: 'of-tomorrow' as ModelProvider['preset'] }] }), phone.keyring)
  expect(opened?.message).toMatchObject({ providers: [provider] })
  expect(JSON.stringify(opened)).not.toContain('colour')
  expect(openHandOver(sealed(laptop, { to: phoneId, nonce, step: 'key', publicKey: new Uint8Array(31) }), phone.keyring)).toBeNull()
})
