import { expect, test } from 'vitest'
import type { EntryId } from '@shared/ids'
import { createProfile, type Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, device, pair, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

/** Long enough that the window in which a batch is collected has grown to its two seconds. */
async function typeOn(window: Device, line: EntryId, start: string, text: string): Promise<void> {
  let said = start
  for (const each of text) {
    said += each
    window.edit(line, said)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

test('SYN-8 what was typed last is at the server before the window goes, however long its batch would have waited', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  await typeOn(laptop, laptop.remember('L'), 'L', 'ikes green tea')
  await laptop.client.lastWord()
  laptop.crash()
  await until(() => expect(phone.memories()).toEqual(['Likes green tea']))
}, 60_000)

test('the last word of a window without a network holds nothing up', { timeout: 60_000, retry: 2 }, async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await areSynced(laptop)
  laptop.goOffline()
  await until(() => expect(laptop.status.current().kind).toBe('offline'))
  laptop.remember('Said offline')
  const startedAt = performance.now()
  await laptop.client.lastWord()
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test('what is typed on and on in a window that does not lead goes once the person looks elsewhere', async () => {
  const server = await startServer()
  const profile = createProfile()
  const leading = await device({ profile })
  const other = await device({ profile })
  await turnOn(server, leading)
  const phone = await device()
  await pair(leading, phone, server)
  await areSynced(leading, phone)
  // The leading window is told, and looks for itself: the other's ring need not have come.
  await typeOn(other, other.remember('L'), 'L', 'ikes green tea')
  other.rest()
  await until(() => expect(other.client.core.running).toBeNull())
  await until(() => expect(phone.memories()).toEqual(['Likes green tea']), 1500)
}, 60_000)
