import * as Y from 'yjs'
import type { EntryId } from '../../ids'
import { change, editEntryText, type MemoryWriter } from '../operations'
import { settledOf } from '../repeats'
import { isDefaultSection } from '../seed'
import { readStandings } from '../status'
import { fingerprintOf } from '../words/same-statement'
import { statementOf } from '../profile-markdown'
import { changedKeys } from './change'
import { liveFields, mapOf, readPlainMemory, readSubject, subjectKinds, type PlainFields, type PlainMemory, type Subject } from './plain'

/** What a restoring left as it is: what the person rejected is not brought back by it (MEM-4). */
export interface Restoring {
  readonly changed: readonly Subject[]
  readonly refused: readonly Subject[]
}

/** Where a line comes from, and when it was said, stays what it is. */
const isLasting = (key: string): boolean => /^(author|editedBy|createdAt|updatedAt|confirmedAt|from\/.*)$/.test(key)

/**
 * Brings the whole memory to an earlier state, as changes of this writer: nothing is rewritten, and they can be
 * undone. Lines that came later are archived, proposals that wait go on waiting.
 */
export function restoreMemory(writer: MemoryWriter, then: PlainMemory): Restoring {
  const now = readPlainMemory(writer.doc)
  const subjects = subjectKinds.flatMap((kind) => [...new Set([...then[kind].keys(), ...now[kind].keys()])].map((id): Subject => ({ kind, id })))
  return restoreSubjects(writer, subjects, then)
}

/** Brings one entry or section to an earlier state; null: to when it was not there. */
export function restoreSubject(writer: MemoryWriter, subject: Subject, then: PlainFields | null): Restoring {
  const state = { entry: new Map<string, PlainFields>(), section: new Map<string, PlainFields>() }
  if (then !== null) state[subject.kind].set(subject.id, then)
  return restoreSubjects(writer, [subject], state)
}

function restoreSubjects(writer: MemoryWriter, subjects: readonly Subject[], then: PlainMemory): Restoring {
  const { statuses } = readStandings(writer.doc)
  const changed: Subject[] = []
  const refused: Subject[] = []
  change(writer, () => {
    for (const subject of subjects) {
      const before = readSubject(writer.doc, subject)
      const wanted = then[subject.kind].get(subject.id) ?? null
      if (!differs(before, wanted)) continue
      const status = subject.kind === 'entry' ? statuses.get(subject.id as EntryId) : undefined
      if (status === 'rejected' || (before === null && wasRejected(writer.doc, wanted))) refused.push(subject)
      else if (wanted !== null ? write(writer, subject, wanted) : putAway(writer, subject, status === 'active')) changed.push(subject)
    }
  })
  return { changed, refused }
}

const differs = (now: PlainFields | null, then: PlainFields | null): boolean =>
  now === null || then === null ? now !== then : changedKeys(now, then).some((key) => !isLasting(key))

/** It left the document since; what is known of it is that the person said no. */
function wasRejected(doc: Y.Doc, fields: PlainFields | null): boolean {
  const text = fields?.['text']
  if (typeof text !== 'string') return false
  const settled = settledOf(doc).get(fingerprintOf(statementOf(text)))
  return (settled as { kind?: unknown } | undefined)?.kind === 'rejected'
}

function write(writer: MemoryWriter, subject: Subject, then: PlainFields): boolean {
  const map = mapOf(writer.doc, subject.kind)
  const fields = map.get(subject.id)
  if (!(fields instanceof Y.Map)) {
    map.set(subject.id, liveFields(then))
    return true
  }
  const now = readSubject(writer.doc, subject) ?? {}
  for (const key of changedKeys(now, then).filter((candidate) => candidate !== 'text' && !isLasting(candidate))) {
    if (then[key] === undefined) fields.delete(key)
    else fields.set(key, then[key])
  }
  const text = then['text']
  if (subject.kind === 'entry' && typeof text === 'string' && text !== now['text']) editEntryText(writer, subject.id as EntryId, text)
  return true
}

/** What came later is out of the profile, and stays where it can be found. */
function putAway(writer: MemoryWriter, { kind, id }: Subject, isActive: boolean): boolean {
  const fields = mapOf(writer.doc, kind).get(id)
  if (!(fields instanceof Y.Map)) return false
  if (kind === 'section') {
    if (isDefaultSection(id) || fields.get('status') === 'deleted') return false
    fields.set('status', 'deleted')
    return true
  }
  if (isActive) fields.set('archivedAt', writer.clock.now())
  return isActive
}
