import { randomBytes } from 'node:crypto'
import { openKeyring, type Keyring } from '@shared/sync/keyring'
import { createChain } from '@shared/sync/chain-state'
import { openSealedDocument } from '@shared/sync/sealed-document'
import { createDevice, createVault } from '@shared/sync/vault'
import type { DeviceId, EntryId, MessageId, SessionId } from '@shared/ids'
import { addEntry, editEntryText, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { topSectionId } from '@shared/memory/layout'
import * as Y from 'yjs'
import { memoryWriter } from '../../helpers/memory'
import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { syntheticCorpus } from '../recall/synthetic'
import { VirtualTime } from './virtual-time'
import { updateFrame } from './wire'

interface Trace {
  readonly name: string
  /** Writes for a while; waits in between as a person or the editor of memory does. */
  readonly write: (writer: MemoryWriter, time: VirtualTime) => void
}

/** Words as frequent as in real text, so that it can be compressed as little as that. */
const texts = syntheticCorpus(2000, 0)
  .messages.filter(({ text }) => /^[\x20-\x7e]{60,}$/.test(text))
  .map(({ text }) => text)
const textAt = (index: number, length: number): string => (texts[index % texts.length] ?? '').slice(0, length)

const traces: readonly Trace[] = [
  { name: 'memory edited after turns', write: editAfterTurns },
  { name: 'a profile typed at six keys a second', write: (writer, time) => type(writer, time, 167) },
  { name: 'a profile typed without a pause', write: (writer, time) => type(writer, time, 10) },
]

/** What a device sends for the same edits, sealed in batches and as plain sync, which sends each edit by itself. */
export function* sealedFigures({ log }: BenchOptions): Generator<Figure> {
  log('bytes of sealed sync')
  for (const { name, write } of traces) {
    const { plain, sealed, plainState, sealedState } = measure(write)
    yield atMost(1.4, {
      figure: `bytes sent, sealed and batched, compared with plain sync: ${name}`,
      unit: 'ratio',
      values: [sealed / plain],
      peers: { 'plain, KB': plain / 1024, 'sealed, KB': sealed / 1024, 'state compared with plain': sealedState / plainState },
    })
  }
}

function measure(write: Trace['write']): { plain: number; sealed: number; plainState: number; sealedState: number } {
  const time = new VirtualTime()
  const writer = memoryWriter(1)
  const outer = new Y.Doc()
  const room = openSealedDocument(writer.doc, {
    kind: 'memory',
    outer,
    keyring: foundedKeyring(time),
    clock: time,
    random: randomBytes,
    timer: time,
    chain: createChain(randomBytes),
    onChain: () => undefined,
    report: () => undefined,
  })
  room.start()
  let plain = 0
  let sealed = 0
  writer.doc.on('update', (update: Uint8Array) => (plain += updateFrame('y-websocket', '', update).length))
  outer.on('update', (update: Uint8Array) => (sealed += updateFrame('y-websocket', '', update).length))
  write(writer, time)
  time.pass(60_000)
  room.close()
  return { plain, sealed, plainState: Y.encodeStateAsUpdate(writer.doc).length, sealedState: Y.encodeStateAsUpdate(outer).length }
}

function foundedKeyring(time: VirtualTime): Keyring {
  const vault = createVault(randomBytes)
  const device = createDevice({ deviceId: 'laptop' as DeviceId, name: 'Laptop', kind: 'desktop' }, randomBytes)
  const keyring = openKeyring({ outer: new Y.Doc(), vault: vault.secrets, device, recovery: vault.recovery, clock: time, random: randomBytes })
  keyring.found()
  return keyring
}

/** Every minute the editor notes a few things at once, some of which change what is there. */
function editAfterTurns(writer: MemoryWriter, time: VirtualTime): void {
  const known: EntryId[] = []
  for (let turn = 0; turn < 200; turn++) {
    for (let note = 0; note < 4; note++) known.push(addEntry(writer, noteOf(turn, note)))
    const changed = known[(turn * 7) % known.length]
    if (changed !== undefined) editEntryText(writer, changed, `Since week ${turn}: ${textAt(turn * 5 + 4, 60)}`)
    if (changed !== undefined && turn % 5 === 0) setPinned(writer, changed, true)
    time.pass(60_000)
  }
}

function noteOf(turn: number, note: number): Parameters<typeof addEntry>[1] {
  const quote = textAt(turn * 5 + note, 90).slice(30)
  return {
    text: textAt(turn * 5 + note, 60),
    sectionId: topSectionId,
    provenance: [{ sessionId: `session-${turn >> 3}` as SessionId, messageId: `message-${turn}` as MessageId, quote, at: turn }],
  }
}

function type(writer: MemoryWriter, time: VirtualTime, keyMs: number): void {
  for (let line = 0; line < 12; line++) {
    const entry = addEntry(writer, { text: '', sectionId: topSectionId })
    for (let typed = 1; typed <= 90; typed++) {
      editEntryText(writer, entry, textAt(line, typed))
      time.pass(keyMs)
    }
    time.pass(4000)
  }
}
