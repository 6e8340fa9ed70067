import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Bridge } from '@shared/bridge/bridge'
import type { MessageId, SessionId } from '@shared/ids'
import { ok } from '@shared/result'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import type { PathPage } from '@renderer/db/message-store'
import { createSessions, type SessionsService } from '@renderer/state/sessions'
import { messageRow, newId, openWindow, type StorageWindow } from './storage'

/** A window with its sessions, and every row that was ever written in it. */
export type World = StorageWindow & { readonly sessions: SessionsService; readonly written: Map<MessageId, MessageRow> }

export const kinds = [
  'begin', 'say', 'say', 'say', 'retry', 'edit-question', 'edit-answer', 'continue', 'fork', 'join', 'show-sibling', 'trash', 'restore', 'purge',
] as const
export interface Action {
  readonly kind: (typeof kinds)[number]
  /** Picks the session, and the message on its shown path. */
  readonly session: number
  readonly message: number
}
export const action: fc.Arbitrary<Action> = fc.record({ kind: fc.constantFrom(...kinds), session: fc.nat(), message: fc.nat() })

export async function openWorld(): Promise<World> {
  const window = await openWindow()
  const bridge = { request: async () => ok(null) } as unknown as Pick<Bridge, 'request'>
  let now = 1_000_000
  const sessions = createSessions({ ...window, clock: { now: () => now++ }, newId, bridge })
  return { ...window, sessions, written: new Map() }
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

export const shown = (world: World, session: SessionId): Promise<PathPage> => world.store.readPath(session, 500, new Map())

async function write(world: World, row: MessageRow, movesTip = true): Promise<void> {
  world.written.set(row.id, row)
  const editIndex = (index: Parameters<typeof putEntry>[0]): void => {
    if (readEntry(index, row.sessionId) === null) putEntry(index, row.sessionId, { title: 'Talk' })
    if (movesTip) moveTip(index, row.sessionId, row.id, row.createdAt)
  }
  expect(await world.store.commit({ rows: [row], editIndex })).toMatchObject({ ok: true })
}

export async function act(world: World, { kind, session: which, message }: Action): Promise<void> {
  const list = world.sessions.list.current()
  const summary = pick([...list].sort((a, b) => (a.id < b.id ? -1 : 1)), which)
  if (kind === 'begin' || summary === undefined) return write(world, messageRow(newId<SessionId>()))
  const session = summary.id
  if (kind === 'restore') return void (await world.sessions.restore(session))
  if (kind === 'trash' || kind === 'purge') await world.sessions.trash(session)
  if (kind === 'purge') expect(await world.sessions.purge(session)).toMatchObject({ ok: true })
  if (kind === 'trash' || kind === 'purge') return
  const { items, tips } = await shown(world, session)
  const item = pick(items, message)
  if (item === undefined) return
  const { id, parentIds, role } = item.row
  const answer = { role: 'assistant', author: 'model' } as const
  switch (kind) {
    case 'say': {
      const isQuestion = items.at(-1)?.row.role === 'assistant'
      return write(world, messageRow(session, { parentIds: [...tips], ...(isQuestion ? {} : answer) }))
    }
    case 'retry':
    case 'edit-question':
      return write(world, messageRow(session, { parentIds, alternativeOf: id, role }))
    case 'edit-answer':
      return write(world, messageRow(session, { parentIds, overlayOf: id, role }), false)
    case 'continue':
      return write(world, messageRow(session, { parentIds, continuationOf: id, ...answer }), parentIds.length > 0)
    case 'join':
      return write(world, messageRow(session, { parentIds: [id] }))
    case 'fork':
      return void (await world.sessions.fork(id))
    case 'show-sibling':
      return void (await world.sessions.showSibling(session, pick(item.siblingIds, message) ?? id))
  }
}

/** Every id that a person can bring on the screen by choosing siblings, any number of times. */
export async function visibleIds(world: World, session: SessionId): Promise<Set<MessageId>> {
  const visible = new Set<MessageId>()
  const tried = new Set<MessageId>()
  const look = async (): Promise<MessageId[]> => {
    const { items } = await shown(world, session)
    for (const { row } of items) visible.add(row.id)
    return items.flatMap(({ siblingIds }) => [...siblingIds])
  }
  const open = await look()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (tried.has(id)) continue
    tried.add(id)
    await world.sessions.showSibling(session, id)
    expect((await shown(world, session)).items.map(({ row }) => row.id)).toContain(id)
    open.push(...(await look()))
  }
  return visible
}
