import type * as Y from 'yjs'
import type { Failure } from '@shared/errors'
import type { EntryId } from '@shared/ids'
import { createEraser, type Eraser } from '@shared/memory/history/eraser'
import { entriesSaying, forgetEntries, phrasesOf } from '@shared/memory/history/forget'
import { findEntry } from '@shared/memory/layout'
import { renderMirror } from '@shared/memory/mirror'
import { ok, type Result } from '@shared/result'
import { readEntries } from '@shared/sessions/index-doc'
import { foldDoc } from '@renderer/db/doc-store'
import { eraseDamagedUpdates, eraseHistory, eraseRows, findRows } from '@renderer/db/erase'
import { forgettingKey } from '@renderer/db/forgetting-key'
import { eraseIndex } from '@renderer/db/erase-index'
import { eraseSnapshots, findSnapshots } from '@renderer/db/erase-snapshots'
import { storageFailureOf } from '@renderer/db/storage-guard'
import type { ForgetOrder, ForgetPlan, ForgetPorts, ForgetTarget } from './forget'

interface Order {
  readonly phrases: readonly string[]
  readonly entries: readonly EntryId[]
}

export const planForgetting = (target: ForgetTarget, ports: ForgetPorts): Promise<Result<ForgetPlan | null, Failure>> =>
  refusable(() => makePlan(target, ports))

/** Notes what is to be forgotten before anything goes, so that it can be finished after a crash. */
export const beginForgetting = ({ phrases, lines }: ForgetOrder, ports: ForgetPorts): Promise<Result<null, Failure>> =>
  exclusively(ports, () =>
    refusable(async () => {
      const begun = await readOrder(ports)
      const order: Order = { phrases: [...begun.phrases, ...phrases], entries: [...begun.entries, ...lines.map(({ id }) => id)] }
      await ports.db.meta.put({ key: forgettingKey, value: order })
      return carryOut(order, ports)
    }),
  )

export async function finishForgetting(ports: ForgetPorts): Promise<void> {
  await exclusively(ports, () =>
    refusable(async () => {
      const begun = await readOrder(ports)
      return begun.phrases.length === 0 ? ok(null) : carryOut(begun, ports)
    }),
  )
}

async function readOrder({ db }: ForgetPorts): Promise<Order> {
  const stored = (await db.meta.get(forgettingKey))?.value as Order | undefined
  return stored ?? { phrases: [], entries: [] }
}

async function carryOut(order: Order, ports: ForgetPorts): Promise<Result<null, Failure>> {
  await ports.memory.refresh()
  const eraser = createEraser(order.phrases)
  for (const step of stepsFor(order, eraser, ports)) {
    const done = await step()
    if (!done.ok) return done
  }
  await ports.db.meta.delete(forgettingKey)
  return ok(null)
}

type Step = () => Promise<Result<unknown, Failure>>

/** In this order: first what others would be made from again. Each may be repeated. */
function stepsFor(order: Order, eraser: Eraser, ports: ForgetPorts): Step[] {
  const { db, memory, index, clock, bridge, titles } = ports
  const entries = new Set(order.entries)
  return [
    async () => {
      for (const { id } of entriesSaying(memory.doc, eraser)) entries.add(id)
      // An origin of its own: no undo brings it back.
      forgetEntries(memory.doc, entries, eraser, clock.now(), { author: { kind: 'person' } })
      return memory.flush()
    },
    async () => ok(await eraseHistory(db, entries, eraser, true)),
    async () => {
      await ports.drafts.flush()
      const { sessions } = await eraseRows(db, eraser)
      if (sessions.size > 0) ports.onErased([...sessions])
      return ok(null)
    },
    () => index.edit((doc) => eraseIndex(doc, eraser)),
    async () => {
      for (const name of ['memory', 'index']) await foldDoc(name, db)
      await eraseDamagedUpdates(db, eraser)
      return ok(null)
    },
    async () => {
      const written = await bridge.request('memoryMirror.write', renderMirror(memory.doc, titles))
      return written.ok || written.failure.code === 'not-supported-here' ? ok(null) : written
    },
    () => eraseSnapshots(eraser, ports),
    async () => {
      eraseStorage(ports.storage, eraser)
      return ok(null)
    },
  ]
}

async function makePlan(target: ForgetTarget, { db, memory, index, drafts, bridge }: ForgetPorts): Promise<Result<ForgetPlan | null, Failure>> {
  const phrases = 'entryId' in target ? phrasesOf(memory.doc, target.entryId) : [target.words]
  if (phrases.every((phrase) => phrase.trim() === '')) return ok(null)
  await Promise.all([memory.flush(), drafts.flush()])
  const eraser = createEraser(phrases)
  const lines = linesFor(target, memory.doc, eraser)
  const rows = await findRows(db, eraser)
  const snapshots = await findSnapshots(eraser, bridge)
  if (!snapshots.ok) return snapshots
  const entries = readEntries(index.doc)
  return ok({
    target,
    phrases,
    lines,
    sentences: rows.sentences,
    changes: await eraseHistory(db, new Set(lines.map(({ id }) => id)), eraser, false),
    messages: rows.messages,
    sessions: rows.sessions.size,
    titles: entries.filter(({ title }) => eraser.occursIn(title)).length,
    summaries: entries.filter(({ summary }) => summary !== null && eraser.eraseDeep(summary) !== summary).length,
    drafts: rows.drafts,
    records: rows.calls + rows.jobs + rows.other,
    snapshots: snapshots.value.length,
  })
}

/** The entry itself, also where its words are too few to be looked for, and whatever else says it. */
function linesFor(target: ForgetTarget, doc: Y.Doc, eraser: Eraser): ForgetPlan['lines'] {
  const saying = entriesSaying(doc, eraser)
  if (!('entryId' in target) || saying.some(({ id }) => id === target.entryId)) return saying
  const entry = findEntry(doc, target.entryId)
  return entry === null ? saying : [{ id: entry.id, text: entry.text }, ...saying]
}

function eraseStorage(storage: Storage | null, eraser: Eraser): void {
  if (storage === null) return
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter((name) => name !== null)
  for (const name of names) if (eraser.occursIn(storage.getItem(name) ?? '')) storage.removeItem(name)
}

/** One window forgets at a time. */
const exclusively = <T>({ locks }: ForgetPorts, work: () => Promise<T>): Promise<T> => locks.request('forget', {}, work)

async function refusable<T>(work: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await work()
  } catch (error) {
    const failure = storageFailureOf(error)
    if (failure === null) throw error
    return { ok: false, failure }
  }
}
