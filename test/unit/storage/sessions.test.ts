import { expect, test } from 'vitest'
import type { Bridge } from '@shared/bridge/bridge'
import type { FileHash, MessageId, SessionId } from '@shared/ids'
import { ok } from '@shared/result'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { createSessions, trashKeptMs, type SessionsService } from '@renderer/state/sessions'
import type { OpenPath } from '@renderer/state/services'
import { createDisk, messageRow, newId, openWindow, type Disk, type StorageWindow } from '../../helpers/storage'

interface Bench extends StorageWindow {
  readonly sessions: SessionsService
  readonly clock: { at: number; now(): number }
  readonly removedFiles: string[]
}

async function openBench(disk: Disk = createDisk()): Promise<Bench> {
  const window = await openWindow(disk)
  const clock = { at: 1_800_000_000_000, now: () => clock.at++ }
  const removedFiles: string[] = []
  const bridge = {
    request: async (_name: string, input: { hash?: string }) => {
      removedFiles.push(input.hash ?? '')
      return ok(null)
    },
  } as unknown as Pick<Bridge, 'request'>
  const sessions = createSessions({ ...window, clock, newId, bridge })
  return { ...window, sessions, clock, removedFiles }
}

async function say(bench: Bench, session: SessionId, change: Partial<MessageRow> = {}): Promise<MessageRow> {
  await bench.store.refresh()
  const tip = readEntry(bench.index.doc, session)?.tip ?? null
  const row = messageRow(session, { parentIds: tip === null ? [] : [tip], ...change })
  await bench.store.commit({
    rows: [row],
    editIndex: (index) => {
      if (readEntry(index, session) === null) putEntry(index, session, { title: 'Talk', createdAt: row.createdAt })
      moveTip(index, session, row.id, bench.clock.now())
    },
  })
  return row
}

const text = (words: string): Partial<MessageRow> => ({ parts: [{ type: 'text', text: words }] })

function shownIds(path: OpenPath): MessageId[] {
  const state = path.current()
  return state.kind === 'ready' ? state.items.map((item) => item.row.id) : []
}

/** Waits for a path to show exactly these messages. */
const expectShown = (path: OpenPath, ids: readonly MessageId[]): Promise<void> =>
  expect.poll(() => shownIds(path), { timeout: 5000 }).toEqual(ids)

test('an open path shows new messages of this and of another window, and leaves untouched ones as they are', async () => {
  const disk = createDisk()
  const [left, right] = [await openBench(disk), await openBench(disk)]
  const session = newId<SessionId>()
  const first = await say(left, session)
  const path = left.sessions.openPath(session)
  await expectShown(path, [first.id])
  const before = path.current()
  const second = await say(right, session)
  await expectShown(path, [first.id, second.id])
  const after = path.current()
  if (before.kind !== 'ready' || after.kind !== 'ready') throw new Error('ready expected')
  expect(after.items[0]).toBe(before.items[0])
  path.close()
})

test('earlier messages come by pages, and a new message does not move the first one shown', async () => {
  const bench = await openBench()
  const session = newId<SessionId>()
  const rows: MessageRow[] = []
  for (let at = 0; at < 130; at++) rows.push(await say(bench, session))
  const path = bench.sessions.openPath(session)
  await expectShown(path, rows.slice(-50).map(({ id }) => id))
  const next = await say(bench, session)
  await expectShown(path, [...rows.slice(-50).map(({ id }) => id), next.id])
  await path.loadEarlier()
  await expectShown(path, [...rows.slice(-100).map(({ id }) => id), next.id])
  await path.loadEarlier()
  expect(path.current()).toMatchObject({ kind: 'ready', hasEarlier: false })
  expect(shownIds(path)).toHaveLength(131)
})

test('a fork shows the path up to its message and goes on by itself', async () => {
  const bench = await openBench()
  const session = newId<SessionId>()
  const [first, second] = [await say(bench, session), await say(bench, session)]
  await say(bench, session)
  const forked = await bench.sessions.fork(second.id)
  if (!forked.ok) throw new Error('fork failed')
  const path = bench.sessions.openPath(forked.value)
  await expectShown(path, [first.id, second.id])
  const own = await say(bench, forked.value)
  await expectShown(path, [first.id, second.id, own.id])
  const state = path.current()
  // What was said after the fork in the older session is no sibling of what is said here.
  expect(state.kind === 'ready' && state.items.at(-1)?.siblingIds).toEqual([own.id])
})

test('deleting a session for good keeps what its fork shows, and the fork\'s own end takes the rest', async () => {
  const bench = await openBench()
  const session = newId<SessionId>()
  const first = await say(bench, session)
  const file = { type: 'file', hash: 'ab'.repeat(32) as FileHash, name: 'a.png', mediaType: 'image/png', sizeBytes: 1 } as const
  await say(bench, session, { parts: [file] })
  const forked = await bench.sessions.fork(first.id)
  if (!forked.ok) throw new Error('fork failed')
  const own = await say(bench, forked.value)
  expect(await bench.sessions.purge(session)).toMatchObject({ ok: false })
  await bench.sessions.trash(session)
  expect(await bench.sessions.purge(session)).toEqual(ok(null))
  expect(await bench.db.messages.toCollection().primaryKeys()).toEqual([first.id, own.id])
  expect(bench.removedFiles).toEqual([file.hash])
  await expectShown(bench.sessions.openPath(forked.value), [first.id, own.id])
  expect(bench.sessions.list.current().map(({ id }) => id)).toEqual([forked.value])

  await bench.sessions.trash(forked.value)
  bench.clock.at += trashKeptMs + 1000
  await bench.sessions.purgeExpired()
  expect(await bench.db.messages.count()).toBe(0)
})

test('a title, a pin and the trash change one summary and leave the others as they are', async () => {
  const bench = await openBench()
  const [a, b] = [newId<SessionId>(), newId<SessionId>()]
  await say(bench, a)
  await say(bench, b)
  const before = bench.sessions.list.current()
  await bench.sessions.rename(a, ' Kyoto ')
  await bench.sessions.setPinned(a, true)
  await bench.sessions.trash(a)
  const after = bench.sessions.list.current()
  expect(after.find(({ id }) => id === a)).toMatchObject({ title: 'Kyoto', titleSource: 'person', isPinned: true, trashedAt: expect.any(Number) })
  expect(after.find(({ id }) => id === b)).toBe(before.find(({ id }) => id === b))
  await bench.sessions.restore(a)
  expect(bench.sessions.list.current().find(({ id }) => id === a)?.trashedAt).toBeNull()
})

test('choosing a sibling shows its newest continuation', async () => {
  const bench = await openBench()
  const session = newId<SessionId>()
  const question = await say(bench, session)
  const answer = await say(bench, session)
  const follow = await say(bench, session)
  const retried = await say(bench, session, { parentIds: [question.id], alternativeOf: answer.id })
  const path = bench.sessions.openPath(session)
  await expectShown(path, [question.id, retried.id])
  await bench.sessions.showSibling(session, answer.id)
  await expectShown(path, [question.id, answer.id, follow.id])
})

test('search finds titles first, then text newest first: Chinese inside a text, any case and width', async () => {
  const bench = await openBench()
  const [tea, trip] = [newId<SessionId>(), newId<SessionId>()]
  await say(bench, tea, text('我们明天去京都看红叶，好吗？'))
  await say(bench, tea, text('ＡＢＣ tea shop in Kyoto'))
  await say(bench, trip, text('about kyoto'))
  await bench.sessions.rename(trip, 'Kyoto trip')
  const signal = new AbortController().signal
  const hits = await bench.sessions.search('KYOTO', 10, signal)
  expect(hits.map(({ sessionId, messageId }) => [sessionId, messageId === null])).toEqual([[trip, true], [trip, false], [tea, false]])
  const [chinese] = await bench.sessions.search('京都', 10, signal)
  expect(chinese?.excerpt.slice(chinese.matchStart, chinese.matchEnd)).toBe('京都')
  const [wide] = await bench.sessions.search('abc', 10, signal)
  expect(wide?.excerpt.slice(wide.matchStart, wide.matchEnd)).toBe('ＡＢＣ')
  await bench.sessions.trash(tea)
  expect(await bench.sessions.search('京都', 10, signal)).toEqual([])
  expect(await bench.sessions.search('kyoto', 10, AbortSignal.abort())).toHaveLength(1)
})
