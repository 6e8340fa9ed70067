import * as Y from 'yjs'
import { seededRandom } from '../../helpers/memory'
import { updateFrame, type Wire } from './wire'

/** What one device writes in a run: real updates of a document of its own, each one character typed at the end of its text. */
export interface TypedUpdates {
  readonly client: number
  readonly updates: readonly Uint8Array[]
}

/** All frames of one device for one room, in one piece, so that any run of them is sent with one write. */
export interface Frames {
  /** Frames from the update number `from` up to but without `to`. */
  between(from: number, to: number): Uint8Array
}

const words = 'the plan for sunday is to leave early and meet at the station before the first train goes '

export function typeUpdates(devices: number, each: number, seed: number): TypedUpdates[] {
  const random = seededRandom(seed)
  return Array.from({ length: devices }, (_, device) => typeOnOne(random, device, each))
}

function typeOnOne(random: () => number, device: number, count: number): TypedUpdates {
  const doc = new Y.Doc()
  doc.clientID = Math.floor(random() * 2 ** 32)
  const text = doc.getText(`text of ${device}`)
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  for (let typed = 0; typed < count; typed++) text.insert(text.length, words[typed % words.length] ?? ' ')
  doc.destroy()
  return { client: doc.clientID, updates }
}

export function framesFor(wire: Wire, room: string, { updates }: TypedUpdates): Frames {
  const frames = updates.map((update) => updateFrame(wire, room, update))
  const starts = [0]
  for (const frame of frames) starts.push((starts.at(-1) ?? 0) + frame.length)
  const all = Buffer.concat(frames)
  return { between: (from, to) => all.subarray(starts[from], starts[to]) }
}
