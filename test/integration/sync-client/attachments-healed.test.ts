import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileHash } from '@shared/ids'
import { blobIdOf } from '@renderer/sync/blobs'
import { areSynced, closeAfterEach, device, startServer, turnOn, until } from '../../helpers/sync-vault'

closeAfterEach()

test('SYN-4 attachments that the server has lost are sent to it again', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  const bytes = new TextEncoder().encode('what the picture shows')
  const hash = createHash('sha256').update(bytes).digest('hex') as FileHash
  laptop.profile.files.set(hash, bytes)
  await laptop.say('Look', undefined, { parts: [{ type: 'file', hash, name: 'picture.png', mediaType: 'image/png', sizeBytes: bytes.byteLength }] })
  const [vault] = await server.storage.listVaults()
  const usedBytes = async (): Promise<number> => (await server.storage.getVault(vault?.vaultId ?? ''))?.usedBytes ?? 0
  const blobs = async (): Promise<string[]> => (await laptop.db.syncBlobs.toArray()).map(({ state }) => state)
  await until(async () => expect(await blobs()).toEqual(['held']))
  await areSynced(laptop)
  const before = await usedBytes()

  const running = laptop.client.core.running
  if (running === null || vault === undefined) throw new Error('running')
  const id = blobIdOf(running.membership.secrets.vaultKey, hash)
  expect(await server.storage.deleteBlob(vault.vaultId, id)).toBe(true)
  expect(await usedBytes()).toBeLessThan(before)
  await running.engine.journals?.reread()
  await until(async () => expect(await server.storage.getBlob(vault.vaultId, id)).not.toBeNull())
  await until(async () => expect(await blobs()).toEqual(['held']))
}, 60_000)
