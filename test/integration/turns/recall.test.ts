import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { putEntry } from '@shared/sessions/index-doc'
import type { CallRecord } from '@shared/usage/call-record'
import { createRecall, type Recall } from '@renderer/state/recall'
import { startEmulator, type Emulator } from '../../emulator/server'
import { markSession, recallPort, storeSession } from '../../helpers/recall-store'
import { createDisk, openWindow, type StorageWindow } from '../../helpers/storage'
import { watchSessionList } from '@renderer/state/sessions-list'
import { openTurnWindow, until, type TurnWindow } from '../../helpers/turn-window'

const question = 'Where did we sleep near Lisbon?'
const lastSent = (): string => emulator.requests().filter(({ method }) => method === 'POST').at(-1)?.body.toString('utf8') ?? ''
const lastCall = async (): Promise<CallRecord | undefined> => (await window.calls()).sort((a, b) => a.startedAt - b.startedAt).at(-1)

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', isStrict: true, tokensPerSecond: null })
})
afterAll(() => emulator.close())

let window: TurnWindow
let other: StorageWindow
let recall: Recall
beforeEach(async () => {
  const disk = createDisk()
  other = await openWindow(disk)
  await storeSession(other, 'trip' as SessionId, ['We slept in a lighthouse near Lisbon.', 'How romantic.'])
  const list = watchSessionList(other.index.doc)
  recall = createRecall({ sessions: list, store: other.store, startWorker: () => recallPort(other), summariesOf: () => [], answerWithinMs: 2000 })
  window = await openTurnWindow(emulator, { disk, recall })
  await until(async () => {
    await window.say(null, question)
    return lastSent().includes('lighthouse')
  })
})
afterEach(async () => {
  await window.close()
  await other.close()
})

describe('a turn with recall', () => {
  test('sends what another session says, and keeps the receipt with the call', async () => {
    await window.say(null, question)
    expect(lastSent()).toContain('Person: We slept in a lighthouse near Lisbon.')
    const passages = (await lastCall())?.manifest?.items.filter(({ kind }) => kind === 'passage')
    expect(passages?.[0]).toMatchObject({ sessionId: 'trip', reason: 'recalled', why: ['sleep', 'near', 'Lisbon'] })
  })

  test('a session that turned private or went to the trash is not sent any more', async () => {
    await markSession(other, 'trip' as SessionId, { isPrivate: true })
    await until(async () => {
      await window.say(null, question)
      return !lastSent().includes('lighthouse')
    })
  })

  test('a private session sends nothing of the others', async () => {
    const session = 'secret' as SessionId
    await window.index.edit((doc) => putEntry(doc, session, { createdAt: 1, updatedAt: 1, isPrivate: true }))
    await window.say(session, question)
    expect(lastSent()).not.toContain('lighthouse')
    expect((await lastCall())?.manifest?.omitted).toContainEqual(expect.objectContaining({ kind: 'passage', omission: 'private' }))
  })
})

test('a turn goes on without recall where that does not answer, and says so', async () => {
  await window.close()
  const silent = { postMessage: () => undefined, addEventListener: () => undefined }
  const none = createRecall({ sessions: watchSessionList(other.index.doc), store: other.store, startWorker: () => silent, summariesOf: () => [] })
  window = await openTurnWindow(emulator, { recall: none })
  const startedAt = performance.now()
  await window.say(null, question)
  expect(performance.now() - startedAt).toBeLessThan(3000)
  expect((await lastCall())?.manifest?.omitted).toContainEqual({ kind: 'passage', id: 'recall', tokens: 0, omission: 'unavailable', count: 0 })
})
