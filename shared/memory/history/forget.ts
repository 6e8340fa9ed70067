import * as Y from 'yjs'
import type { EntryId } from '../../ids'
import { entriesOf, mapsIn, readEntry, readText, sectionsOf } from '../layout'
import { statementOf } from '../profile-markdown'
import { settledOf } from '../repeats'
import { rulesOf } from '../rules'
import { readStandings } from '../status'
import { fingerprintOf } from '../words/same-statement'
import type { Eraser } from './eraser'

/** What to look for: an entry's statement and the words that it rests on. */
export function phrasesOf(doc: Y.Doc, id: EntryId): string[] {
  const fields = entriesOf(doc).get(id)
  if (!(fields instanceof Y.Map)) return []
  const { text, provenance } = readEntry(id, fields)
  return [text, ...provenance.map(({ quote }) => quote)].filter((phrase) => phrase.trim() !== '')
}

/** Entries, proposals among them, that say it; whatever their status. */
export function entriesSaying(doc: Y.Doc, eraser: Eraser): { readonly id: EntryId; readonly text: string }[] {
  return mapsIn(entriesOf(doc)).flatMap(([id, fields]) => {
    const text = readText(fields)
    return eraser.occursIn(statementOf(text)) ? [{ id: id as EntryId, text }] : []
  })
}

/**
 * Takes entries out of the document, and what others say of them. Their fingerprints stay, so that nothing proposes
 * them again (MEM-4). What they had replaced does not come back: it is archived.
 */
export function forgetEntries(doc: Y.Doc, ids: ReadonlySet<EntryId>, eraser: Eraser, now: number, origin: unknown): void {
  const { successors } = readStandings(doc)
  doc.transact(() => {
    for (const [former, successor] of successors) {
      if (ids.has(successor) && !ids.has(former)) entriesOf(doc).get(former)?.set('archivedAt', now)
    }
    for (const id of ids) forgetEntry(doc, id, now)
    for (const map of [entriesOf(doc), sectionsOf(doc)]) for (const [, fields] of mapsIn(map)) eraseFields(fields, eraser)
    for (const [id, rule] of rulesOf(doc).entries()) if (eraser.eraseDeep(rule) !== rule) rulesOf(doc).delete(id)
  }, origin)
}

function forgetEntry(doc: Y.Doc, id: EntryId, now: number): void {
  const fields = entriesOf(doc).get(id)
  if (fields === undefined) return
  const statement = fields instanceof Y.Map ? statementOf(readText(fields)) : ''
  if (statement !== '') settledOf(doc).set(fingerprintOf(statement), { kind: 'deleted', at: now })
  entriesOf(doc).delete(id)
}

function eraseFields(fields: Y.Map<unknown>, eraser: Eraser): void {
  for (const [key, value] of fields.entries()) {
    if (value instanceof Y.AbstractType) continue
    const erased = eraser.eraseDeep(value)
    if (erased !== value) fields.set(key, erased)
  }
}
