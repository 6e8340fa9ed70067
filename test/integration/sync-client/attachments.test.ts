import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileHash, MessageId } from '@shared/ids'
import type { MessageRow } from '@shared/sessions/message'
import type { LiveTurn } from '@renderer/state/services'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

async function attach(on: Device, bytes: Uint8Array): Promise<FileHash> {
  const hash = createHash('sha256').update(bytes).digest('hex') as FileHash
  on.profile.files.set(hash, bytes)
  await on.db.files.put({ hash, mediaType: 'image/png', sizeBytes: bytes.byteLength, createdAt: 1 })
  const parts: MessageRow['parts'] = [{ type: 'file', hash, name: 'picture.png', mediaType: 'image/png', sizeBytes: bytes.byteLength }]
  await on.say('', undefined, { parts })
  return hash
}

test('attachments arrive sealed, below the limit; a larger one comes when it is asked for', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  await phone.client.setOptions({ attachmentLimitBytes: 2_000_000 })
  await areSynced(laptop, phone)
  const [small, large] = [randomBytes(1_500_000), randomBytes(3_200_000)]
  const smallHash = await attach(laptop, small)
  const largeHash = await attach(laptop, large)
  await until(() => expect(phone.profile.files.has(smallHash)).toBe(true), 40_000)
  expect(Buffer.compare(Buffer.from(phone.profile.files.get(smallHash) ?? []), small)).toBe(0)
  expect(await phone.db.files.get(smallHash)).toMatchObject({ mediaType: 'image/png', sizeBytes: small.byteLength })
  await until(async () => expect(await laptop.db.syncBlobs.get(largeHash)).toMatchObject({ state: 'held' }), 40_000)
  expect(phone.profile.files.has(largeHash)).toBe(false)
  expect(await phone.client.fetchFile(largeHash)).toBe(true)
  expect(Buffer.compare(Buffer.from(phone.profile.files.get(largeHash) ?? []), large)).toBe(0)
  expect(await phone.client.fetchFile('0'.repeat(64) as FileHash)).toBe(false)
}, 90_000)

test('an answer that is being written on one device is shown on the other while it is, and no longer', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const session = await laptop.say('Tell me a story')
  const turn: LiveTurn = {
    sessionId: session, messageId: 'answer' as MessageId, parentId: 'question' as MessageId, parts: [{ type: 'text', text: 'Once upon' }],
    model: { modelProviderId: 'p', modelId: 'm' }, modelName: 'm', phase: 'streaming', startedAt: 1, isElsewhere: false,
  }
  laptop.live.set(new Map([[session, turn]]))
  await until(() => expect(phone.writingElsewhere.current().get(session)).toMatchObject({ messageId: 'answer', deviceName: 'Laptop', textTail: 'Once upon' }))
  laptop.live.set(new Map([[session, { ...turn, parts: [{ type: 'text', text: 'Once upon a time' }] }]]))
  await until(() => expect(phone.writingElsewhere.current().get(session)?.textTail).toBe('Once upon a time'))
  expect(phone.vault.current()?.devices.map(({ isOnline }) => isOnline)).toEqual([true, true])
  laptop.live.set(new Map())
  await until(() => expect(phone.writingElsewhere.current().size).toBe(0))
  laptop.goOffline()
  await until(() => expect(phone.vault.current()?.devices.find(({ name }) => name === 'Laptop')?.isOnline).toBe(false), 40_000)
}, 90_000)
