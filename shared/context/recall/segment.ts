import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { DocumentNumber, DocumentTable } from './document-table'
import { PackedLists, packLists, readLists, writeLists, type WordLists } from './word-lists'

/** Messages of a segment: small enough to rewrite when one is erased, large enough that a query touches few. */
export const segmentSize = 4096

/** Grows with the layout below and with what `wordsOf` makes of a text; older bytes are built anew. */
const formatVersion = 1

/** Everything that is stored of a segment; names and words only of messages that are there. */
export function writeSegment(segment: number, documents: DocumentTable, lists: WordLists): Uint8Array {
  const first = segment * segmentSize
  const places = Math.min(segmentSize, documents.count - first)
  const present = Array.from({ length: places }, (_, local) => first + local).filter((number) => documents.isPresent(number))
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, formatVersion)
  encoding.writeVarUint(encoder, places)
  encoding.writeVarUint(encoder, present.length)
  for (const number of present) encoding.writeVarUint(encoder, number - first)
  for (const number of present) encoding.writeVarString(encoder, documents.ids[number] ?? '')
  writeNames(encoder, present.map((number) => documents.sessions.names[documents.session[number] ?? 0] ?? ''))
  writeNames(encoder, present.map((number) => documents.speakers.names[documents.speaker[number] ?? 0] ?? ''))
  for (const number of present) writeFacts(encoder, documents, number)
  writeLists(lists instanceof PackedLists ? lists : packLists(lists), encoder)
  return encoding.toUint8Array(encoder)
}

/** Places the messages of a segment behind those that are there. @throws where the bytes are of another format. */
export function readSegment(bytes: Uint8Array, documents: DocumentTable): PackedLists {
  const decoder = decoding.createDecoder(bytes)
  const version = decoding.readVarUint(decoder)
  if (version !== formatVersion) throw new Error(`a recall segment of format ${version}, not ${formatVersion}`)
  const places = decoding.readVarUint(decoder)
  const count = decoding.readVarUint(decoder)
  const locals = Array.from({ length: count }, () => decoding.readVarUint(decoder))
  const ids = Array.from({ length: count }, () => decoding.readVarString(decoder))
  const sessions = readNames(decoder, count)
  const speakers = readNames(decoder, count)
  const first = documents.count
  for (const [index, local] of locals.entries()) {
    while (documents.count < first + local) documents.reserve()
    const [createdAt, wordCount, cost] = [decoding.readFloat64(decoder), decoding.readVarUint(decoder), decoding.readVarUint(decoder)]
    const [print, isQuestion] = [decoding.readUint32(decoder), decoding.readUint8(decoder) === 1]
    const names = { id: ids[index] ?? '', sessionId: sessions[index] ?? '', speaker: speakers[index] ?? '' }
    documents.place({ ...names, createdAt }, { wordCount, cost, print, isQuestion })
  }
  while (documents.count < first + places) documents.reserve()
  return readLists(decoder)
}

function writeFacts(encoder: encoding.Encoder, documents: DocumentTable, number: DocumentNumber): void {
  encoding.writeFloat64(encoder, documents.createdAt[number] ?? 0)
  encoding.writeVarUint(encoder, documents.wordCount[number] ?? 0)
  encoding.writeVarUint(encoder, documents.cost[number] ?? 0)
  encoding.writeUint32(encoder, documents.print[number] ?? 0)
  encoding.writeUint8(encoder, documents.isQuestion[number] ?? 0)
}

/** Each different name once, then for every message which. */
function writeNames(encoder: encoding.Encoder, names: readonly string[]): void {
  const different = [...new Set(names)]
  const numbers = new Map(different.map((name, number) => [name, number]))
  encoding.writeVarUint(encoder, different.length)
  for (const name of different) encoding.writeVarString(encoder, name)
  for (const name of names) encoding.writeVarUint(encoder, numbers.get(name) ?? 0)
}

function readNames(decoder: decoding.Decoder, count: number): string[] {
  const different = Array.from({ length: decoding.readVarUint(decoder) }, () => decoding.readVarString(decoder))
  return Array.from({ length: count }, () => different[decoding.readVarUint(decoder)] ?? '')
}
