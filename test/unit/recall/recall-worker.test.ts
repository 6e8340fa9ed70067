import { afterEach, describe, expect, test } from 'vitest'
import { summaryMessages } from '@shared/context/recall/summary-message'
import type { MessageId, SessionId } from '@shared/ids'
import { changeEntry, readEntry } from '@shared/sessions/index-doc'
import { purgeSession } from '@renderer/db/purge'
import { dropStoredRecall } from '@renderer/db/recall-segments'
import { createRecall, type Recall } from '@renderer/state/recall'
import { watchSessionList } from '@renderer/state/sessions-list'
import { createQueuedLocks, markSession, recallPort, recallQuestion, storeSession, textsOf } from '../../helpers/recall-store'
import { createDisk, messageRow, openWindow, type StorageWindow } from '../../helpers/storage'
import { until } from '../../helpers/turn-window'

const trip = 'trip' as SessionId
const work = 'work' as SessionId
const lines = ['Where did we sleep in Lisbon?', 'A small room near the river.']

const open: StorageWindow[] = []
afterEach(async () => {
  for (const window of open.splice(0)) await window.close()
})

async function window(disk = createDisk()): Promise<StorageWindow> {
  const opened = await openWindow(disk)
  open.push(opened)
  return opened
}

const recallOf = (opened: StorageWindow, locks = createQueuedLocks()): Recall =>
  createRecall({
    sessions: watchSessionList(opened.index.doc),
    store: opened.store,
    startWorker: () => recallPort(opened, locks),
    summariesOf: (ids) => summaryMessages(ids, (id) => readEntry(opened.index.doc, id)?.summary ?? null),
    answerWithinMs: 2000,
  })

const asked = async (recall: Recall, question = 'Lisbon'): Promise<string[]> => textsOf(await recall.ask(recallQuestion(question)))
const holds = (recall: Recall, count: number, question?: string) => until(async () => (await asked(recall, question)).length === count)
const storedText = async ({ db }: StorageWindow): Promise<string> =>
  (await db.recallSegments.where('number').aboveOrEqual(0).toArray()).map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('')

describe('recall over the database', () => {
  test('finds what was said before it started, and what is said afterwards', async () => {
    const here = await window()
    await storeSession(here, trip, lines)
    const recall = recallOf(here)
    await holds(recall, 2)
    await storeSession(here, work, ['The Lisbon server crashed.'])
    await holds(recall, 3)
  })

  test('finds what a summary says, as it says it now, and not of a private session', async () => {
    const here = await window()
    await storeSession(here, trip, lines)
    const recall = recallOf(here)
    await holds(recall, 2)
    const summary = (text: string, at: number) => ({ lines: [{ kind: 'decision' as const, text, from: [] }], upTo: 'm1' as MessageId, at, model: 'small' })
    await here.index.edit((doc) => changeEntry(doc, trip, { summary: summary('They decided for the overnight ferry', 10) }))
    await until(async () => (await asked(recall, 'ferry')).includes('They decided for the overnight ferry'))
    await here.index.edit((doc) => changeEntry(doc, trip, { summary: summary('They decided for the bus', 20) }))
    await until(async () => (await asked(recall, 'bus')).includes('They decided for the bus'))
    expect(await asked(recall, 'ferry')).toEqual([])
    await here.index.edit((doc) => changeEntry(doc, trip, { summary: { ...summary('', 30), lines: [] } }))
    await holds(recall, 0, 'bus')
    await here.index.edit((doc) => changeEntry(doc, trip, { summary: summary('They decided for the tram', 40) }))
    await until(async () => (await asked(recall, 'tram')).includes('They decided for the tram'))
    await here.index.edit((doc) => changeEntry(doc, trip, { isPrivate: true }))
    await holds(recall, 0, 'tram')
  })

  test('answers from the stored index after a restart, before anything was looked at again', async () => {
    const disk = createDisk()
    const first = await window(disk)
    await storeSession(first, trip, lines)
    await holds(recallOf(first), 2)
    await until(async () => (await first.db.recallSegments.count()) === 1)
    const second = await window(disk)
    const { createRecallKeeper } = await import('@renderer/workers/recall/recall-keeper')
    const keeper = createRecallKeeper(second.db, { locks: createQueuedLocks(), saveAfterMs: 1 })
    expect(textsOf((await keeper({ kind: 'ask', question: recallQuestion('Lisbon') })) as never)).toEqual(lines)
  })

  test('a stored index with a hole or of another format is built anew from the messages', async () => {
    const disk = createDisk()
    const first = await window(disk)
    await storeSession(first, trip, lines)
    await first.db.recallSegments.put({ number: 1, bytes: new Uint8Array([9, 9]) })
    await holds(recallOf(first), 2)
  })

  test('recalls an edited answer as it is shown, and neither failed nor cut answers nor tool results', async () => {
    const here = await window()
    const [question, answer] = await storeSession(here, trip, lines)
    const parentIds = question === undefined ? [] : [question.id]
    const rows = [
      messageRow(trip, { role: 'assistant', parentIds, parts: [{ type: 'text', text: 'A castle in Lisbon.' }], overlayOf: answer?.id ?? question!.id }),
      messageRow(trip, { role: 'assistant', parentIds, parts: [{ type: 'text', text: 'Lisbon half' }], status: 'interrupted' }),
      messageRow(trip, { role: 'assistant', parentIds, parts: [{ type: 'text', text: 'Lisbon failed' }], status: 'failed' }),
      messageRow(trip, { role: 'tool', author: 'tool', parentIds, parts: [{ type: 'tool-result', toolCallId: 'c', text: 'Lisbon page', isError: false }] }),
    ]
    await here.store.commit({ rows })
    const recall = recallOf(here)
    await holds(recall, 2)
    expect(await asked(recall)).toEqual([lines[0], 'A castle in Lisbon.'])
  })

  test('an answer edited later is recalled as edited', async () => {
    const here = await window()
    const [, answer] = await storeSession(here, trip, lines)
    const recall = recallOf(here)
    await holds(recall, 2)
    if (answer === undefined) throw new Error('no answer')
    await here.store.commit({ rows: [messageRow(trip, { role: 'assistant', parts: [{ type: 'text', text: 'A castle.' }], overlayOf: answer.id })] })
    await until(async () => (await asked(recall)).includes('A castle.'))
    expect(await asked(recall)).toHaveLength(2)
  })
})

describe('what is not recalled', () => {
  test('sessions in the trash and private ones, until they come back', async () => {
    const here = await window()
    await storeSession(here, trip, lines)
    await markSession(here, trip, { isPrivate: true })
    await storeSession(here, work, ['The Lisbon server crashed.'])
    const recall = recallOf(here)
    await holds(recall, 1)
    await markSession(here, work, { trashedAt: 1 })
    await holds(recall, 0)
    await markSession(here, work, { trashedAt: null })
    await holds(recall, 1)
    await until(async () => (await here.db.recallSegments.count()) > 0)
    expect(await storedText(here)).not.toContain('river')
  })

  test('nothing of a session deleted for good stays in the stored index', async () => {
    const here = await window()
    await storeSession(here, trip, lines)
    await storeSession(here, work, ['The server crashed.'])
    const recall = recallOf(here)
    await holds(recall, 2)
    await until(async () => (await storedText(here)).includes('river'))
    await purgeSession(trip, 1, here)
    expect(await storedText(here)).toBe('')
    await holds(recall, 0)
    await until(async () => (await storedText(here)).includes('crash'))
    expect(await storedText(here)).not.toMatch(/river|lisbon/)
  })
})

describe('a message whose words were erased in place', () => {
  async function erase(here: StorageWindow, id: string): Promise<void> {
    await here.db.messages.update(id as never, { parts: [{ type: 'text', text: 'A small room.' }] } as never)
    await here.db.transaction('rw', here.db.recallSegments, () => dropStoredRecall(here.db))
  }

  test('is not written again by the window that keeps the index, which builds it anew', async () => {
    const here = await window()
    const rows = await storeSession(here, trip, lines)
    const recall = recallOf(here)
    await holds(recall, 2)
    await until(async () => (await storedText(here)).includes('river'))
    await erase(here, rows[1]?.id ?? '')
    await storeSession(here, work, ['The server crashed.'])
    await until(async () => (await storedText(here)).includes('crash'))
    expect(await storedText(here)).not.toContain('river')
    expect(await asked(recall, 'river')).toEqual([])
  })

  test('nor by a window that takes over with an older index', async () => {
    const here = await window()
    const rows = await storeSession(here, trip, lines)
    let release = (): void => undefined
    const locks = createQueuedLocks()
    void locks.request('recall-index', () => new Promise<void>((resolve) => (release = resolve)))
    const recall = recallOf(here, locks)
    await holds(recall, 2)
    await erase(here, rows[1]?.id ?? '')
    release()
    await until(async () => (await storedText(here)).includes('lisbon'))
    expect(await storedText(here)).not.toContain('river')
  })
})

describe('several windows', () => {
  test('one writes, both answer, and the other takes over', async () => {
    const disk = createDisk()
    const [one, two] = [await window(disk), await window(disk)]
    await storeSession(one, trip, lines)
    const locks = createQueuedLocks()
    const [first, second] = [recallOf(one, locks), recallOf(two, locks)]
    await holds(first, 2)
    await two.index.refresh()
    await holds(second, 2)
  })
})

describe('recall that is not there', () => {
  test('is null and not an exception: the worker died, cannot be started, or is late', async () => {
    const here = await window()
    const sessions = watchSessionList(here.index.doc)
    const ask = (startWorker: Parameters<typeof createRecall>[0]['startWorker']) =>
      createRecall({ sessions, store: here.store, startWorker, summariesOf: () => [], answerWithinMs: 20 }).ask(recallQuestion('Lisbon'))
    const silent = { postMessage: () => undefined, addEventListener: () => undefined }
    expect(await ask(() => silent)).toBeNull()
    expect(await ask(() => ({ ...silent, addEventListener: (type: string, listener: () => void) => void (type === 'error' && setTimeout(listener, 1)) }) as never)).toBeNull()
    expect(
      await ask(() => {
        throw new Error('no workers here')
      }),
    ).toBeNull()
  })
})
