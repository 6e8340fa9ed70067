import { describe, expect, test } from 'vitest'
import type * as Y from 'yjs'
import type { LocalDate } from '@shared/clock'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import { findConflicts } from '@shared/memory/conflicts'
import { accept, acceptByRule, archive, confirm, extend, keepInstead, reject, undecide } from '@shared/memory/decisions'
import { maintain } from '@shared/memory/maintain'
import { addEntry, addSection, deletedEntries, deleteEntry, deleteSection, editEntryText, moveEntry, renameSection, restoreEntry, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { renderProfile } from '@shared/memory/profile-markdown'
import { submit } from '@shared/memory/submit'
import { readMemory } from '@shared/memory/view'
import { exchange, memoryWriter, titles } from '../../helpers/memory'

const today = '2026-12-01' as LocalDate
const identity = 'identity' as SectionId
const said = 'I live in Kyoto now.'

/** One line that stands, a proposal to put another one in its place, one to add, and a section with a title. */
interface Things {
  readonly line: EntryId
  readonly other: EntryId
  readonly proposal: EntryId
  readonly addition: EntryId
  readonly section: SectionId
}

type Act = (writer: MemoryWriter, things: Things) => void

function propose(writer: MemoryWriter, change: 'add' | 'revise' | 'supersede', targets: EntryId[], text: string): EntryId {
  const before = new Set(readMemory(writer.doc).entries.keys())
  submit(
    writer,
    {
      ...{ change, targets, sectionId: identity, text, topic: null, basis: 'inferred', isUntrusted: false, author: { kind: 'model', name: 'Editor' } },
      provenance: [{ sessionId: 's1' as SessionId, messageId: `m-${text}` as MessageId, quote: said, at: Date.UTC(2026, 10, 30, 9) }],
    },
    { sourceText: () => said, today },
  )
  const made = [...readMemory(writer.doc).entries.keys()].find((id) => !before.has(id))
  if (made === undefined) throw new Error('nothing was proposed')
  return made
}

function prepare(): { writers: readonly [MemoryWriter, MemoryWriter]; things: Things } {
  const first = memoryWriter(1)
  const section = addSection(first, 'Work', 1)
  const line = addEntry(first, { text: '- Lives in Lyon', sectionId: identity })
  const other = addEntry(first, { text: '- Has two cats', sectionId: section })
  const proposal = propose(first, 'supersede', [line], 'Lives in Kyoto')
  const addition = propose(first, 'add', [], 'Rides a bicycle')
  extend(first, other, '2026-11-30' as LocalDate)
  const second = memoryWriter(2, { isSeeded: false })
  exchange(first.doc, second.doc)
  return { writers: [first, second], things: { line, other, proposal, addition, section } }
}

/** What is to be seen in the end, of the line and of whatever else the case is about. */
interface Seen {
  readonly line: string
  readonly text: string
  readonly other: string
  readonly proposal: string
  readonly addition: string
  readonly profile: string
  readonly conflicts: readonly string[]
  readonly canBeGivenBack: readonly string[]
}

function look(doc: Y.Doc, { line, other, proposal, addition }: Things): Seen {
  const view = readMemory(doc)
  return {
    line: view.entries.get(line)?.status ?? 'none',
    text: view.entries.get(line)?.text ?? '',
    other: view.entries.get(other)?.status ?? 'none',
    proposal: view.entries.get(proposal)?.status ?? 'none',
    addition: view.entries.get(addition)?.status ?? 'none',
    profile: renderProfile(doc, titles).split('\n').filter((text) => text.startsWith('-') || text === '# Work').join('\n'),
    conflicts: findConflicts(view).map(({ kind }) => kind),
    canBeGivenBack: deletedEntries(doc, 10).map(({ text }) => text),
  }
}

const editing: Act = (writer, { line }) => editEntryText(writer, line, '- Lives in Lyon, near the river')
const deleting: Act = (writer, { line }) => deleteEntry(writer, line)
const superseding: Act = (writer, { proposal }) => accept(writer, proposal)

interface Case {
  readonly name: string
  readonly one: Act
  readonly other: Act
  /** Apart from each other. */
  readonly apart: Partial<Seen>
  readonly oneThenOther?: Partial<Seen>
  readonly otherThenOne?: Partial<Seen>
  /** The later decision holds, so that it is not the same whichever device is the later one. */
  readonly isEither?: true
}

const deletedWithEdit = { line: 'deleted', text: '- Lives in Lyon, near the river', canBeGivenBack: ['- Lives in Lyon, near the river'] }

const cases: readonly Case[] = [
  {
    name: 'delete against edit: deleted, and what can be given back has the edit',
    ...{ one: deleting, other: editing, apart: deletedWithEdit, oneThenOther: deletedWithEdit, otherThenOne: deletedWithEdit },
  },
  {
    name: 'delete against pin and move: deleted',
    one: deleting,
    other: (writer, { line, section }) => {
      setPinned(writer, line, true)
      moveEntry(writer, line, section, null)
    },
    ...{ apart: { line: 'deleted' }, oneThenOther: { line: 'deleted' }, otherThenOne: { line: 'deleted' } },
  },
  {
    name: 'delete against confirm and more time: deleted',
    one: deleting,
    other: (writer, { line }) => {
      confirm(writer, line)
      extend(writer, line, '2027-12-01' as LocalDate)
    },
    ...{ apart: { line: 'deleted' }, oneThenOther: { line: 'deleted' }, otherThenOne: { line: 'deleted' } },
  },
  {
    name: 'delete against giving back: who gave it back knowing that it was deleted has it; deleted anew elsewhere it is deleted',
    one: (writer, things) => {
      deleting(writer, things)
      restoreEntry(writer, things.line)
    },
    other: deleting,
    ...{ apart: { line: 'deleted' }, oneThenOther: { line: 'deleted' }, otherThenOne: { line: 'active' } },
  },
  {
    name: 'edit against edit: both',
    one: editing,
    other: (writer, { line }) => editEntryText(writer, line, '- She lives in Lyon'.replace('She l', 'L').replace('Lives', 'Now lives')),
    apart: { line: 'active', text: '- Now lives in Lyon, near the river' },
  },
  {
    name: 'supersede against edit: replaced, and shown as edited while it was replaced',
    ...{ one: superseding, other: editing },
    apart: { line: 'superseded', proposal: 'active', conflicts: ['edited-while-replaced'], text: '- Lives in Lyon, near the river' },
    otherThenOne: { line: 'superseded', proposal: 'active', conflicts: [] },
  },
  {
    name: 'supersede against delete: the line is deleted, what replaces it stands',
    ...{ one: superseding, other: deleting },
    ...{ apart: { line: 'deleted', proposal: 'active' }, oneThenOther: { line: 'deleted', proposal: 'active' }, otherThenOne: { line: 'deleted', proposal: 'active' } },
  },
  {
    name: 'supersede against archive: replaced',
    ...{ one: superseding, other: (writer, { line }) => archive(writer, line), apart: { line: 'superseded', proposal: 'active' } },
  },
  {
    name: "accept against reject: the person's yes outranks a no that did not know of it; a no that did know holds",
    one: (writer, { addition }) => accept(writer, addition),
    other: (writer, { addition }) => reject(writer, addition),
    ...{ apart: { addition: 'active' }, oneThenOther: { addition: 'rejected' }, otherThenOne: { addition: 'active' } },
  },
  {
    name: 'accepted by rule against reject: rejected',
    one: (writer, { addition }) => acceptByRule(writer, addition),
    other: (writer, { addition }) => reject(writer, addition),
    ...{ apart: { addition: 'rejected' }, oneThenOther: { addition: 'rejected' }, otherThenOne: { addition: 'rejected' } },
  },
  {
    name: 'accept against delete of the proposal: deleted; accepted knowing of it, it stands',
    one: (writer, { addition }) => accept(writer, addition),
    other: (writer, { addition }) => deleteEntry(writer, addition),
    ...{ apart: { addition: 'deleted' }, oneThenOther: { addition: 'deleted' }, otherThenOne: { addition: 'active' } },
  },
  {
    name: 'reject against taking back what was decided: rejected',
    one: (writer, { addition }) => reject(writer, addition),
    other: (writer, { addition }) => undecide(writer, addition),
    ...{ apart: { addition: 'rejected' }, oneThenOther: { addition: 'proposed' }, otherThenOne: { addition: 'rejected' } },
  },
  {
    name: 'two lines joined against an edit of one of them: what was changed can be given back',
    one: (writer, { line, other }) => {
      editEntryText(writer, other, '- Has two cats and lives in Lyon')
      deleteEntry(writer, line, other)
    },
    other: editing,
    apart: { line: 'deleted', canBeGivenBack: ['- Lives in Lyon, near the river'] },
    otherThenOne: { line: 'deleted', canBeGivenBack: [] },
  },
  {
    name: 'one line kept instead of another against the other way round: one stands, shown as decided both ways',
    one: (writer, { line, other }) => keepInstead(writer, line, other),
    other: (writer, { line, other }) => keepInstead(writer, other, line),
    isEither: true,
    apart: { conflicts: ['both-replaced'] },
    oneThenOther: { line: 'superseded', other: 'active', conflicts: [] },
    otherThenOne: { line: 'active', other: 'superseded', conflicts: [] },
  },
  {
    name: 'a section deleted against a line added to it: the line is there, without the heading',
    one: (writer, { section }) => deleteSection(writer, section),
    other: (writer, { section }) => void addEntry(writer, { text: '- Works at Acme', sectionId: section }),
    apart: { profile: '- Lives in Lyon\n- Has two cats\n- Works at Acme' },
  },
  {
    name: 'a section deleted against its renaming: deleted, its lines stay',
    one: (writer, { section }) => deleteSection(writer, section),
    other: (writer, { section }) => renameSection(writer, section, 'Work and play'),
    apart: { profile: '- Lives in Lyon\n- Has two cats' },
  },
  {
    name: 'expired by its date against more time given: it stands',
    one: (writer) => void maintain(writer.doc, { today, ...writer }),
    other: (writer, { other }) => extend(writer, other, '2027-12-01' as LocalDate),
    ...{ apart: { other: 'active' }, oneThenOther: { other: 'active' }, otherThenOne: { other: 'active' } },
  },
]

/** Both ways to meet, and both devices having the larger number. */
function outcomes({ one, other }: Case, order: 'apart' | 'oneThenOther' | 'otherThenOne'): Seen[] {
  return [false, true].flatMap((isSwapped) => {
    const { writers, things } = prepare()
    const [a, b] = isSwapped ? [writers[1], writers[0]] : writers
    const [first, second] = order === 'otherThenOne' ? [[b, other], [a, one]] as const : [[a, one], [b, other]] as const
    first[1](first[0], things)
    if (order !== 'apart') exchange(a.doc, b.doc)
    second[1](second[0], things)
    exchange(a.doc, b.doc)
    return [look(a.doc, things), look(b.doc, things)]
  })
}

describe('SYN-9 what devices decide about one thing apart comes to the documented outcome', () => {
  for (const each of cases) {
    test(each.name, () => {
      for (const order of ['apart', 'oneThenOther', 'otherThenOne'] as const) {
        const expected = each[order]
        const seen = outcomes(each, order)
        for (const ways of each.isEither === true ? [seen.slice(0, 2), seen.slice(2)] : [seen]) {
          for (const other of ways) expect(other, order).toEqual(ways[0])
        }
        if (expected !== undefined) for (const each of seen) expect(each, order).toMatchObject(expected)
      }
    })
  }
})
