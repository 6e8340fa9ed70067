import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { MessageId, SessionId } from '@shared/ids'
import { deriveTitle, moveTip, putEntry, readEntries, readEntry } from '@shared/sessions/index-doc'

const session = 's1' as SessionId

test('unknown and broken fields of an entry fall back one by one', () => {
  const doc = new Y.Doc()
  const sessions = doc.getMap('sessions')
  sessions.set(session, new Y.Map<unknown>([['title', 7], ['tip', 'm1'], ['pinned', 'yes'], ['model', { modelId: 1 }], ['future', [1]], ['updatedAt', 5]]))
  sessions.set('s2', 'not a map')
  sessions.set('s3', new Y.Text('not a map either'))
  expect(readEntries(doc)).toEqual([
    {
      id: session, title: '', titleSource: 'derived', createdAt: 0, updatedAt: 5, pinned: false, tip: 'm1', interrupted: false, forkedFrom: null,
      trashedAt: null, purgedAt: null, model: null, isPrivate: false, summary: null, memoryUpTo: null, schemaVersion: 1, continuedAfter: null,
    },
  ])
})

test('an edit that changes nothing makes no update', () => {
  const doc = new Y.Doc()
  putEntry(doc, session, { title: 'A', model: { modelProviderId: 'p', modelId: 'm' } })
  let updates = 0
  doc.on('update', () => updates++)
  putEntry(doc, session, { title: 'A', model: { modelProviderId: 'p', modelId: 'm' } })
  expect(updates).toBe(0)
})

test('a typed title is never overwritten by a derived one', () => {
  const doc = new Y.Doc()
  putEntry(doc, session, { title: 'Mine', titleSource: 'person' })
  deriveTitle(doc, session, 'First words')
  expect(readEntry(doc, session)?.title).toBe('Mine')
})

test('two devices that change different fields of a session keep both changes', () => {
  const [laptop, phone] = [new Y.Doc(), new Y.Doc()]
  putEntry(laptop, session, { title: 'A' })
  Y.applyUpdate(phone, Y.encodeStateAsUpdate(laptop))
  putEntry(laptop, session, { pinned: true })
  moveTip(phone, session, 'm9' as MessageId, 9)
  Y.applyUpdate(phone, Y.encodeStateAsUpdate(laptop))
  expect(readEntry(phone, session)).toMatchObject({ title: 'A', pinned: true, tip: 'm9', updatedAt: 9 })
})
