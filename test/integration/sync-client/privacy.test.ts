import { expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import type { LiveTurn } from '@renderer/state/services'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

const sessionId = 'one' as SessionId

const write = ({ live }: Device, text: string): void =>
  live.set(new Map([[sessionId, { sessionId, messageId: 'answer' as MessageId, parts: [{ type: 'text', text }], phase: 'writing', startedAt: 1 } as unknown as LiveTurn]]))

test('an answer that is being written shows on the other devices, but not where its sessions stay on one', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  write(phone, 'Being written')
  await until(() => expect(laptop.writingElsewhere.current().get(sessionId)?.textTail).toBe('Being written'))

  await phone.client.setOptions({ sessions: false })
  await areSynced(phone)
  await until(() => expect(laptop.writingElsewhere.current().size).toBe(0))
  write(phone, 'Only on the phone')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(laptop.writingElsewhere.current().size).toBe(0)
}, 60_000)
