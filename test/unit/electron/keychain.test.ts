import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createKeychain, type SafeStorage } from '../../../electron/keychain'
import { FakeAsyncKeychain, FakeKeychain } from '../../helpers/fake-keychain'
import { findLeaks } from '../../helpers/leak-scan'

const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'
const urlPrefixes = ['https://api.example.com/v1']
const url = 'https://api.example.com/v1/models'
const input = { id: 'k', secret, urlPrefixes, scheme: 'bearer' as const }
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-keychain-'))
})

const path = () => join(folder, 'credentials.json')
const open = (safeStorage: SafeStorage, platform: NodeJS.Platform = 'linux') => createKeychain({ safeStorage, platform, path: path(), clock: { now: () => 1 } })
const failing = (code: string) => ({ ok: false, failure: { code, stage: 'bridge' } })

describe.each([
  ['the sync functions', () => new FakeKeychain()],
  ['the async functions', () => new FakeAsyncKeychain()],
])('the OS keychain through %s', (_name, createFake) => {
  test('SEC-1 a key survives a restart, and its file holds no part of it', async () => {
    const saved = await open(createFake()).save(input)
    expect(saved).toEqual({ ok: true, value: { id: 'k', hasKey: true, hint: 'p3Vn', urlPrefixes, scheme: 'bearer' } })
    const next = open(createFake())
    expect(await next.use('k', url)).toEqual({ ok: true, value: { url: new URL(url), scheme: 'bearer', secret } })
    expect(JSON.stringify(await next.list())).not.toContain('sk-proj')
    expect(findLeaks(folder, secret, 'sk-proj-')).toEqual([])
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['credentials.json'])
  })

  test('a keychain that is away for a while loses nothing', async () => {
    const keychain = createFake()
    const vault = open(keychain)
    await vault.save(input)
    keychain.isAvailable = false
    expect(await vault.state()).toMatchObject({ kind: 'unavailable' })
    expect(await vault.use('k', url)).toMatchObject(failing('key-storage-unavailable'))
    expect(await vault.save({ ...input, id: 'other' })).toMatchObject(failing('key-storage-unavailable'))
    keychain.isAvailable = true
    expect(await vault.use('k', url)).toMatchObject({ ok: true, value: { secret } })
    expect(await vault.list()).toHaveLength(1)
  })

  test('SEC-2 the address of a stored key changes only with the key typed again', async () => {
    const vault = open(createFake())
    await vault.save(input)
    expect(await vault.save({ ...input, secret: null, urlPrefixes: ['https://evil.example/v1'] })).toMatchObject(failing('url-not-allowed'))
    expect(await vault.save({ ...input, secret: null, scheme: 'x-api-key' })).toMatchObject(failing('url-not-allowed'))
    expect(await vault.save({ ...input, secret: null })).toMatchObject({ ok: true, value: { hasKey: true } })
    expect(await vault.use('k', 'https://evil.example/v1/models')).toMatchObject(failing('url-not-allowed'))
    expect(await vault.save({ ...input, urlPrefixes: ['https://new.example/v1'] })).toMatchObject({ ok: true })
    expect(await vault.use('k', url)).toMatchObject(failing('url-not-allowed'))
  })

  test('SEC-2 prefixes edited in the file, or a seal moved to another entry, free no key', async () => {
    await open(createFake()).save(input)
    const file = await readFile(path(), 'utf8')
    await writeFile(path(), file.replaceAll('https://api.example.com', 'https://evil.example'))
    expect(await open(createFake()).use('k', 'https://evil.example/v1/models')).toMatchObject(failing('url-not-allowed'))
    await writeFile(path(), file.replace('"id":"k"', '"id":"other"'))
    expect(await open(createFake()).use('other', url)).toMatchObject(failing('key-storage-unavailable'))
  })
})

test('a keychain with a new key seals again, once', async () => {
  const keychain = new FakeAsyncKeychain()
  const vault = open(keychain)
  await vault.save(input)
  const before = await readFile(path(), 'utf8')
  keychain.generation = 2
  expect(await vault.use('k', url)).toMatchObject({ ok: true, value: { secret } })
  const after = await readFile(path(), 'utf8')
  expect(after).not.toBe(before)
  await vault.use('k', url)
  expect(await readFile(path(), 'utf8')).toBe(after)
})

test.each([
  ['darwin', 'anything', 'keychain', 'macOS Keychain'],
  ['win32', 'anything', 'keychain', 'Windows DPAPI'],
  ['linux', 'gnome_libsecret', 'keychain', 'GNOME Keyring'],
  ['linux', 'kwallet6', 'keychain', 'KWallet'],
  ['linux', 'basic_text', 'unavailable', null],
  ['linux', 'unknown', 'unavailable', null],
] as const)('on %s with %s keys go to: %s', async (platform, backend, kind, name) => {
  const keychain = new FakeKeychain()
  keychain.backend = backend
  expect(await open(keychain, platform).state()).toEqual({ kind, name, isLocked: false })
})

describe('without a keychain', () => {
  const open2 = () => {
    const keychain = new FakeKeychain()
    keychain.backend = 'basic_text'
    return open(keychain)
  }

  test('SEC-1 nothing is stored until the person has chosen', async () => {
    expect(await open2().save(input)).toMatchObject(failing('key-storage-unavailable'))
    expect(await readdir(folder)).toEqual([])
  })

  test('SEC-1 until-quit writes nothing to the disk and is gone after a restart', async () => {
    const vault = open2()
    expect(await vault.choose({ kind: 'until-quit' })).toMatchObject({ ok: true, value: { kind: 'until-quit' } })
    await vault.save(input)
    expect(await vault.use('k', url)).toMatchObject({ ok: true, value: { secret } })
    expect(await readdir(folder)).toEqual([])
    expect(await open2().list()).toEqual([])
  })

  test('SEC-1 a passphrase seals; after a restart it is asked for, and a wrong one opens nothing', async () => {
    const vault = open2()
    await vault.choose({ kind: 'passphrase', passphrase: 'correct horse' })
    await vault.save(input)
    expect(findLeaks(folder, secret, 'sk-proj-')).toEqual([])
    expect(findLeaks(folder, 'correct horse', '')).toEqual([])
    const next = open2()
    expect(await next.state()).toEqual({ kind: 'passphrase', name: null, isLocked: true })
    expect(await next.use('k', url)).toMatchObject(failing('key-storage-unavailable'))
    expect(await next.unlock('wrong horse')).toMatchObject(failing('invalid-input'))
    expect(await next.unlock('correct horse')).toMatchObject({ ok: true, value: { isLocked: false } })
    expect(await next.use('k', url)).toMatchObject({ ok: true, value: { secret } })
  }, 30_000)

  test('what was kept until quit goes along when a passphrase is set after all', async () => {
    const vault = open2()
    await vault.choose({ kind: 'until-quit' })
    await vault.save(input)
    await vault.choose({ kind: 'passphrase', passphrase: 'correct horse' })
    const next = open2()
    await next.unlock('correct horse')
    expect(await next.use('k', url)).toMatchObject({ ok: true, value: { secret } })
  }, 30_000)

  test('a new passphrase in place of a forgotten one keeps the addresses and says that the keys are gone', async () => {
    const vault = open2()
    await vault.choose({ kind: 'passphrase', passphrase: 'correct horse' })
    await vault.save(input)
    const next = open2()
    await next.choose({ kind: 'passphrase', passphrase: 'another horse' })
    expect(await next.list()).toEqual([{ id: 'k', hasKey: false, hint: null, urlPrefixes, scheme: 'bearer' }])
    expect(await next.use('k', url)).toMatchObject(failing('no-key'))
  }, 30_000)
})

test('a local model needs no key, and nothing to seal it with', async () => {
  const keychain = new FakeKeychain()
  keychain.isAvailable = false
  const vault = open(keychain)
  const local = { id: 'local', secret: null, urlPrefixes: ['http://127.0.0.1:11434/v1'], scheme: 'none' as const }
  expect(await vault.save(local)).toMatchObject({ ok: true, value: { hasKey: false } })
  expect(await vault.use('local', 'http://127.0.0.1:11434/v1/models')).toMatchObject({ ok: true, value: { secret: null } })
  expect(await vault.remove('local')).toEqual({ ok: true, value: null })
  expect(await vault.use('local', 'http://127.0.0.1:11434/v1/models')).toMatchObject(failing('no-key'))
})

test.each(['sk-key\n', 'sk\u00a0key', 'sk-\u200bkey', 'sk key'])('a key that no header can carry is refused: %j', async (bad) => {
  expect(await open(new FakeKeychain()).save({ ...input, secret: bad })).toMatchObject(failing('invalid-input'))
})

test('keys saved at the same moment are all kept, and a damaged file is put aside', async () => {
  await writeFile(path(), '{"version":1,"entr')
  const vault = open(new FakeKeychain())
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => vault.save({ ...input, id })))
  expect((await vault.list()).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect((await readdir(folder)).sort()).toEqual(['credentials.json', 'credentials.json.damaged-1'])
})

test('a file of a newer version is neither used nor written over', async () => {
  const newer = JSON.stringify({ version: 2, entries: [] })
  await writeFile(path(), newer)
  const vault = open(new FakeKeychain())
  expect(await vault.save(input)).toMatchObject(failing('storage-failed'))
  expect(await vault.use('k', url)).toMatchObject(failing('key-storage-unavailable'))
  expect(await readFile(path(), 'utf8')).toBe(newer)
})
