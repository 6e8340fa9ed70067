import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { readPlainMemory } from '@shared/memory/history/plain'
import { CompactionModel, entryIds, textOf, tokensIn, type ModelDevice } from '../helpers/compaction-model'
import { killWindow, openMemoryWindow, type MemoryWindow } from '../helpers/memory-window'
import { createDisk } from '../helpers/storage'

const window = fc.nat(1)
const id = fc.constantFrom(...entryIds)
const at = fc.nat(20)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('say' as const, 'unsay' as const), window, id, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('phone-says' as const, 'phone-unsays' as const), id, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('phone-rebuilds' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rebuild' as const), window }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('meet-phone' as const, 'hear-phone' as const), window }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('flush' as const, 'refresh' as const), window }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'close' as const), window }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pause' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Two windows of a laptop on one disk, one of them hearing a phone at a time, and the phone. */
class Laptop {
  readonly disk = createDisk()
  /** Words whose fate is open: said or unsaid in a window that was killed before it had written them. */
  readonly open = new Set<string>()
  private windows: { readonly window: MemoryWindow; readonly device: ModelDevice; waiting: Set<string> }[] = []

  constructor(
    readonly model: CompactionModel,
    readonly phone: ModelDevice,
  ) {}

  async start(): Promise<void> {
    const state = Y.encodeStateAsUpdate(this.phone.doc)
    for (const _ of [0, 1]) await this.openWindow()
    const [first] = this.windows
    if (first !== undefined) Y.applyUpdate(first.window.memory.doc, state, 'sync')
    for (const { window: opened } of this.windows) await opened.memory.flush()
    for (const { window: opened } of this.windows) await opened.memory.refresh()
  }

  private async openWindow(): Promise<void> {
    const opened = await openMemoryWindow(this.disk)
    this.windows.push({ window: opened, device: { doc: opened.memory.doc, heard: new Set() }, waiting: new Set() })
  }

  async run(action: Step): Promise<void> {
    const acting = this.windows['window' in action ? action.window : 0]
    if (acting === undefined) throw new Error('no such window')
    const { memory } = acting.window
    switch (action.kind) {
      case 'say':
      case 'unsay':
        return this.note(acting, this.model[action.kind](acting.device, action.id, action.at))
      case 'phone-says':
        return void this.model.say(this.phone, action.id, action.at)
      case 'phone-unsays':
        return void this.model.unsay(this.phone, action.id, action.at)
      case 'phone-rebuilds':
        return this.model.compact(this.phone)
      case 'rebuild':
        return this.model.compact(acting.device)
      case 'meet-phone':
        this.model.meet(acting.device, this.phone)
        return acting.waiting.clear()
      case 'hear-phone':
        return this.model.send(this.phone, acting.device)
      case 'flush': {
        const waiting = [...acting.waiting]
        await memory.flush()
        return waiting.forEach((word) => acting.waiting.delete(word))
      }
      case 'refresh':
        return memory.refresh()
      case 'pause':
        return new Promise((resolve) => setTimeout(resolve, 2))
      case 'kill':
      case 'close':
        return this.replace(action.kind, acting)
    }
  }

  private async replace(how: 'kill' | 'close', gone: (typeof this.windows)[number]): Promise<void> {
    if (how === 'close') await gone.window.close()
    else {
      killWindow(gone.window)
      for (const word of gone.waiting) this.open.add(word)
    }
    const index = this.windows.indexOf(gone)
    await this.openWindow()
    const [fresh] = this.windows.splice(-1)
    if (fresh !== undefined) this.windows[index] = fresh
  }

  private note({ waiting }: { readonly waiting: Set<string> }, word: string | null): void {
    if (word !== null) waiting.add(word)
  }

  async end(): Promise<Y.Doc[]> {
    for (let round = 0; round < 3; round++) {
      for (const { device, window: opened } of this.windows) {
        this.model.meet(device, this.phone)
        await opened.memory.flush()
      }
      for (const { window: opened } of this.windows) await opened.memory.refresh()
    }
    for (const { window: opened } of this.windows) await opened.close()
    const reopened = await openMemoryWindow(this.disk)
    const stored = reopened.memory.doc
    const docs = [this.phone.doc, ...this.windows.map(({ device }) => device.doc), stored]
    const plain = docs.map((doc) => readPlainMemory(doc))
    await reopened.close()
    for (const other of plain.slice(1)) expect(other).toEqual(plain[0])
    return docs
  }
}

test('MEM-2 what is written in two windows is there once, whichever of them takes up a rebuilt entry and whichever is killed', async () => {
  let rebuilt = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }), async (steps) => {
      const model = new CompactionModel(1)
      const laptop = new Laptop(model, model.device(0))
      await laptop.start()
      for (const action of steps) await laptop.run(action)
      const [end] = await laptop.end()
      for (const entry of entryIds) {
        const text = end === undefined ? '' : textOf(end, entry).toString()
        const said = tokensIn(text)
        expect(text.replaceAll(/<\d+>/g, '')).toBe('')
        expect(new Set(said).size).toBe(said.length)
        const known = [...(model.words.get(entry) ?? [])].filter((word) => !laptop.open.has(word))
        expect(said.filter((word) => !laptop.open.has(word)).sort()).toEqual(known.sort())
      }
      rebuilt += model.rebuilt
    }),
    { numRuns: process.env['COMMONPLACE_EXHAUSTIVE'] === undefined ? 60 : 600 },
  )
  expect(rebuilt).toBeGreaterThan(30)
}, 600_000)
