import { afterEach, expect, test } from 'vitest'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { carriedKey, carry, peekCarried, readCarried } from '@renderer/parts/sync/carried'
import { connectServer } from '@renderer/parts/sync/connect-server'
import { suggestDeviceName } from '@renderer/parts/sync/device-name'
import { timeLeft } from '@renderer/features/settings/sync/time-left'
import { createFakeServices } from '../../helpers/fake-services'
import { createFakeSync, type FakeSyncState } from '../../helpers/fake-sync'

const stored = new Map<string, string>()
const storage: Storage = {
  get length() {
    return stored.size
  },
  clear: () => stored.clear(),
  key: (index) => [...stored.keys()][index] ?? null,
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
}
afterEach(() => stored.clear())

const form = { flow: 'turn-on', address: 'home.example.net', token: 'one-time', deviceName: 'Laptop' } as const
const servicesWith = (surface: 'desktop' | 'browser', state: FakeSyncState) => ({ ...createFakeServices({ surface }), sync: createFakeSync(state) })

test('what a form holds is carried over one load of the page, for its own flow, however often the form is drawn until it is there', () => {
  carry(form, storage)
  expect(readCarried('turn-on', storage)).toEqual(form)
  expect(readCarried('turn-on', storage)).toEqual(form)
  expect(readCarried('join', storage)).toBeNull()
  storage.setItem(carriedKey, '{broken')
  expect(peekCarried(storage)).toBeNull()
})

test('the desktop allows the address first: what was typed waits for the page to come back', async () => {
  const services = servicesWith('desktop', { allowed: 'reloading' })
  expect(await connectServer(services, form, storage)).toBeNull()
  expect(services.sync.calls).toEqual([['allowServer', 'home.example.net']])
  expect(peekCarried(storage)).toEqual(form)
})

test('a token does not stay behind when the page need not be loaded anew', async () => {
  const services = servicesWith('desktop', {})
  expect((await connectServer(services, form, storage))?.ok).toBe(true)
  expect(stored.size).toBe(0)
})

test('a browser asks the server at once; an empty address asks nobody', async () => {
  const services = servicesWith('browser', { failures: { checkServer: { code: 'not-our-server' } } })
  expect(await connectServer(services, form, storage)).toEqual({ ok: false, failure: { code: 'not-our-server' } })
  expect(await connectServer(services, { ...form, address: '  ' }, storage)).toEqual({ ok: false, failure: { code: 'invalid-address' } })
  expect(services.sync.calls).toEqual([['checkServer', 'home.example.net']])
})

test('a device is named after what it is', () => {
  const names = syncTextFor('en').deviceNames
  const nameOf = (agent: string, fingers = 0) => suggestDeviceName(agent, fingers, syncTextFor('en'))
  expect(nameOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5)).toBe(names.iphone)
  expect(nameOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe(names.ipad)
  expect(nameOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(names.mac)
  expect(nameOf('Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5)).toBe(names.android)
  expect(nameOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe(names.linux)
  expect(nameOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe(names.windows)
  expect(nameOf('something else')).toBe(names.other)
})

test('the time that is left of a code', () => {
  expect([272_000, 60_000, 59_001, 1, 0, -5].map(timeLeft)).toEqual(['4:32', '1:00', '1:00', '0:01', null, null])
})
