import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { MessageId, SessionId } from '@shared/ids'
import { changeEntry, deriveTitle, moveTip, purgeEntry, putEntry, readEntry, type IndexEntry } from '@shared/sessions/index-doc'
import { exchange } from '../../helpers/memory'

const session = 's1' as SessionId
const id = (name: string): MessageId => name as MessageId

type Act = (doc: Y.Doc) => void

const trash = (at: number): Act => (doc) => changeEntry(doc, session, { trashedAt: at })
const restore: Act = (doc) => changeEntry(doc, session, { trashedAt: null })
const goOn = (tip: string, at: number): Act => (doc) => moveTip(doc, session, id(tip), at)
const rename = (title: string): Act => (doc) => changeEntry(doc, session, { title, titleSource: 'person' })
const derive = (title: string): Act => (doc) => deriveTitle(doc, session, title)
const purge = (at: number): Act => (doc) => purgeEntry(doc, session, at)
const both = (...acts: readonly Act[]): Act => (doc) => acts.forEach((act) => act(doc))

interface Case {
  readonly name: string
  readonly one: Act
  readonly other: Act
  readonly apart: Partial<IndexEntry>
  readonly oneThenOther?: Partial<IndexEntry>
  readonly otherThenOne?: Partial<IndexEntry>
}

const inTrash = { trashedAt: 20, continuedAfter: null } as const
const back = { trashedAt: null, continuedAfter: 'trashed' } as const
const gone = { purgedAt: 30, continuedAfter: null, title: '' } as const

const cases: readonly Case[] = [
  {
    name: 'trash against going on: it comes back from the trash and says so; going on with what is known to be there leaves it there',
    ...{ one: trash(20), other: goOn('m2', 15) },
    ...{ apart: { ...back, tip: id('m2') }, oneThenOther: inTrash, otherThenOne: { ...inTrash, tip: id('m2') } },
  },
  {
    name: 'trash against going on, where the one who put it there had gone on too: it comes back',
    ...{ one: both(goOn('m3', 18), trash(20)), other: goOn('m2', 15), apart: back },
  },
  {
    name: 'an answer that ends after its session was put into the trash leaves it there',
    ...{ one: both(trash(20), goOn('m3', 21)), other: () => undefined, apart: { ...inTrash, tip: id('m3') } },
  },
  {
    name: 'trash against renaming and pinning: in the trash, with its new name',
    one: trash(20),
    other: both(rename('Mine'), (doc) => changeEntry(doc, session, { pinned: true })),
    apart: { ...inTrash, title: 'Mine', pinned: true },
  },
  {
    name: 'trash on both: in the trash',
    ...{ one: trash(20), other: trash(20), apart: inTrash, oneThenOther: inTrash, otherThenOne: inTrash },
  },
  {
    name: 'put into the trash, and back, against going on: in the list',
    ...{ one: both(trash(20), restore), other: goOn('m2', 15), apart: { trashedAt: null, continuedAfter: null, tip: id('m2') } },
  },
  {
    name: 'deleted for good against going on: what was said without knowing is left, the name is not',
    one: both(trash(20), purge(30)),
    other: goOn('m2', 15),
    apart: { purgedAt: null, trashedAt: null, continuedAfter: 'purged', tip: id('m2'), title: '' },
    otherThenOne: gone,
  },
  {
    name: 'deleted for good against going on, where the one who deleted it had gone on too: what the other said is left',
    ...{ one: both(goOn('m3', 18), trash(20), purge(30)), other: goOn('m2', 15), apart: { continuedAfter: 'purged', tip: id('m2') } },
  },
  {
    name: 'deleted for good against renaming, and against a summary: deleted, and the name is to be seen nowhere',
    ...{ one: both(trash(20), purge(30)), other: rename('Mine'), apart: { purgedAt: 30, continuedAfter: null }, otherThenOne: gone },
  },
  {
    name: 'deleted for good against giving back from the trash: deleted',
    ...{ one: both(trash(20), purge(30)), other: restore, apart: gone },
  },
  {
    name: 'a typed name against one that was made from the talk: the typed one, whoever wrote last',
    ...{ one: rename('Mine'), other: derive('First words'), apart: { title: 'Mine', titleSource: 'person' } },
    ...{ oneThenOther: { title: 'Mine' }, otherThenOne: { title: 'Mine' } },
  },
  {
    name: 'going on against going on: both ends are there to be joined, one of them is the tip',
    ...{ one: goOn('m2', 15), other: goOn('m3', 16), apart: { continuedAfter: null, trashedAt: null } },
  },
]

function outcomes({ one, other }: Case, order: 'apart' | 'oneThenOther' | 'otherThenOne'): (IndexEntry | null)[] {
  return [false, true].flatMap((isSwapped) => {
    const docs = [new Y.Doc(), new Y.Doc()] as const
    docs[0].clientID = 11
    docs[1].clientID = 12
    putEntry(docs[0], session, { title: 'First', createdAt: 1, updatedAt: 1 })
    moveTip(docs[0], session, id('m1'), 10)
    exchange(...docs)
    const [a, b] = isSwapped ? [docs[1], docs[0]] : docs
    const acts = [[a, one], [b, other]] as const
    const [first, second] = order === 'otherThenOne' ? [acts[1], acts[0]] : acts
    first[1](first[0])
    if (order !== 'apart') exchange(a, b)
    second[1](second[0])
    exchange(a, b)
    return [readEntry(a, session), readEntry(b, session)]
  })
}

describe('SYN-9 what devices do to one session apart comes to the documented outcome', () => {
  for (const each of cases) {
    test(each.name, () => {
      for (const order of ['apart', 'oneThenOther', 'otherThenOne'] as const) {
        const expected = each[order]
        const seen = outcomes(each, order)
        for (const way of [seen.slice(0, 2), seen.slice(2)]) expect(way[1], order).toEqual(way[0])
        if (expected !== undefined) for (const entry of seen) expect(entry, order).toMatchObject(expected)
      }
    })
  }

  test('what came in after a session was deleted for good is emptied where it is noticed, and its end stays', () => {
    const docs = [new Y.Doc(), new Y.Doc()] as const
    putEntry(docs[0], session, { title: 'First', createdAt: 1, updatedAt: 1 })
    exchange(...docs)
    both(trash(20), purge(30))(docs[0])
    rename('Secret')(docs[1])
    exchange(...docs)
    purge(30)(docs[1])
    exchange(...docs)
    for (const doc of docs) expect(JSON.stringify(doc.getMap('sessions').toJSON())).not.toMatch(/Secret|First/)
    expect(readEntry(docs[0], session)).toMatchObject({ purgedAt: 30 })
  })
})
