import { expect } from 'vitest'
import * as Y from 'yjs'
import { watchRebuilt } from '@shared/memory/carry-over'
import { compact, compactAfterMs } from '@shared/memory/compact'
import { readPlainMemory } from '@shared/memory/history/plain'
import { entriesOf } from '@shared/memory/layout'

export const entryIds = ['e1', 'e2'] as const
export const flags = ['flag-a', 'flag-b'] as const

const now = 1_790_000_000_000

/** A device in the model: its document, and which writings to each flag it has heard of. */
export interface ModelDevice {
  doc: Y.Doc
  heard: Set<number>
}

interface Written {
  readonly flag: string
  /** null: taken away. */
  readonly value: number | null
  /** Writings that it was made in knowledge of. */
  readonly after: ReadonlySet<number>
}

/** What devices did to two entries, and what must come of it. */
export class CompactionModel {
  readonly devices: ModelDevice[]
  readonly words = new Map<string, Set<string>>(entryIds.map((id) => [id, new Set<string>()]))
  readonly marks = new Map<string, string>()
  readonly written = new Map<number, Written>()
  rebuilt = 0
  private number = 0
  private client = 100

  /** @param clientOf numbers of clients decide who wins: give them in any order. */
  constructor(count: number, private readonly clientOf: (number: number) => number = (number) => number) {
    const first = new Y.Doc()
    first.clientID = 1
    for (const id of entryIds) {
      entriesOf(first).set(id, new Y.Map<unknown>([['text', new Y.Text()], ['createdAt', 1]]))
      churn(first, id)
    }
    const state = Y.encodeStateAsUpdate(first)
    this.devices = Array.from({ length: count }, () => ({ doc: this.open(state), heard: new Set<number>() }))
  }

  open(state: Uint8Array): Y.Doc {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, state)
    doc.clientID = this.clientOf((this.client += 1))
    watchRebuilt(doc)
    return doc
  }

  device(index: number): ModelDevice {
    const device = this.devices[index % this.devices.length]
    if (device === undefined) throw new Error('no such device')
    return device
  }

  /** Answers with the word. */
  say(device: ModelDevice, id: string, at: number): string {
    const text = textOf(device.doc, id)
    const tokens = tokensIn(text.toString())
    const token = `<${(this.number += 1)}>`
    const before = tokens[at % (tokens.length + 1)]
    text.insert(before === undefined ? text.length : text.toString().indexOf(before), token)
    this.words.get(id)?.add(token)
    return token
  }

  /** Answers with the word; null where there was none. */
  unsay(device: ModelDevice, id: string, at: number): string | null {
    const text = textOf(device.doc, id)
    const tokens = tokensIn(text.toString())
    const token = tokens[at % Math.max(1, tokens.length)]
    if (token === undefined) return null
    text.delete(text.toString().indexOf(token), token.length)
    this.words.get(id)?.delete(token)
    return token
  }

  /** A value that no other device touches. */
  mark(device: ModelDevice, id: string, key: string): void {
    entriesOf(device.doc).get(id)?.set(key, true)
    this.marks.set(`${id} ${key}`, key)
  }

  /** A value that all devices write to and take away. */
  flag(device: ModelDevice, id: string, flag: string, isSet: boolean): void {
    const fields = entriesOf(device.doc).get(id)
    const name = `${id} ${flag}`
    if (!isSet && fields?.has(flag) !== true) return
    const number = (this.number += 1)
    if (isSet) fields?.set(flag, number)
    else fields?.delete(flag)
    const after = new Set([...device.heard].filter((known) => this.written.get(known)?.flag === name))
    this.written.set(number, { flag: name, value: isSet ? number : null, after })
    device.heard.add(number)
  }

  compact({ doc }: ModelDevice): void {
    for (const id of entryIds) churn(doc, id)
    const before = readPlainMemory(doc)
    this.rebuilt += compact(doc, { now: now + 2 * compactAfterMs })
    expect(readPlainMemory(doc)).toEqual(before)
  }

  restart(device: ModelDevice): void {
    device.doc = this.open(Y.encodeStateAsUpdate(device.doc))
  }

  /** One way, and cut before anything comes back. */
  send(from: ModelDevice, to: ModelDevice): void {
    Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)), 'sync')
  }

  /** Until neither has anything to say that the other does not know: this comes to an end soon. */
  meet(a: ModelDevice, b: ModelDevice): void {
    let rounds = 0
    do {
      this.send(a, b)
      this.send(b, a)
      expect((rounds += 1)).toBeLessThan(5)
    } while (!Y.equalSnapshots(Y.snapshot(a.doc), Y.snapshot(b.doc)))
    for (const number of a.heard) b.heard.add(number)
    for (const number of b.heard) a.heard.add(number)
  }

  /** Everybody has met everybody. */
  expectEnd(): void {
    const [first, ...others] = this.devices.map(({ doc }) => readPlainMemory(doc))
    for (const other of others) expect(other).toEqual(first)
    for (const id of entryIds) {
      expect(tokensIn(String(first?.entry.get(id)?.['text'])).sort()).toEqual([...(this.words.get(id) ?? [])].sort())
      expect(String(first?.entry.get(id)?.['text']).replaceAll(/<\d+>/g, '')).toBe('')
      for (const flag of flags) this.expectFlag(`${id} ${flag}`, (first?.entry.get(id)?.[flag] ?? null) as number | null)
    }
    for (const [name, key] of this.marks) expect(first?.entry.get(name.split(' ')[0] ?? '')?.[key], name).toBe(true)
  }

  /** Of the writings that nobody wrote over knowingly, one holds. */
  private expectFlag(flag: string, value: number | null): void {
    const all = [...this.written].filter(([, written]) => written.flag === flag)
    const overwritten = new Set(all.flatMap(([, { after }]) => [...after]))
    const last = all.filter(([number]) => !overwritten.has(number)).map(([, written]) => written.value)
    expect(last.length === 0 ? [null] : last, flag).toContain(value)
  }
}

/** Leaves many dead pieces and changes nothing in the end. */
function churn(doc: Y.Doc, id: string): void {
  const fields = entriesOf(doc).get(id)
  for (let at = 0; at < 12; at++) {
    fields?.set('churn', at)
    fields?.set(`churn-${at % 3}`, at)
  }
}

export const textOf = (doc: Y.Doc, id: string): Y.Text => entriesOf(doc).get(id)?.get('text') as Y.Text
export const tokensIn = (text: string): string[] => text.match(/<\d+>/g) ?? []
