import { expect, test } from 'vitest'
import type { DeviceId, EntryId } from '@shared/ids'
import type { Author } from '@shared/memory/layout'
import type { ChangeKind } from '@shared/memory/history/kinds'
import type { PlainFields } from '@shared/memory/history/plain'
import type { Step } from '@shared/memory/history/state-at'
import { memory as text } from '@renderer/i18n/en/memory'
import { doerOf, toldSteps, verbOf } from '@renderer/features/memory/history/describe-change'

const me: Author = { kind: 'person' }
const model: Author = { kind: 'model', name: 'Small model' }
const chatgpt: Author = { kind: 'import', name: 'ChatGPT' }

const step = (kind: ChangeKind, at: number, author: Author, after: PlainFields, before: PlainFields | null = null): Step => ({
  record: { id: `${at}`, at, device: 'laptop' as DeviceId, author, entryId: 'e1' as EntryId, kind, back: {} },
  before,
  after,
})
const told = (...steps: Step[]) => toldSteps(steps).map((each) => [doerOf(each), verbOf(each, text)])

test('what was imported is proposed by where it comes from, and accepted by the person', () => {
  const waiting = { text: 'Likes tea', author: chatgpt, change: 'add' }
  expect(told(step('accepted', 60_000, me, { ...waiting, 'accepted/person': 60_000 }, waiting), step('proposed', 0, me, waiting))).toEqual([
    [me, text.change.accepted],
    [chatgpt, text.change.proposed],
  ])
})

test('what was taken up as it came is one change: added by the person who asked for it, noted by the model', () => {
  const asked = { text: 'Likes tea', author: me, change: 'add' }
  const plain = { text: 'Likes tea', author: model, change: 'add' }
  expect(told(step('accepted', 5, me, { ...asked, 'accepted/person': 5 }, asked), step('proposed', 0, me, asked))).toEqual([[me, text.change.created]])
  const noted = toldSteps([step('accepted', 5, model, { ...plain, 'accepted/rule': 5 }, plain), step('proposed', 0, model, plain)])
  expect(noted.map((each) => [doerOf(each), verbOf(each, text), each.before])).toEqual([[model, text.change.noted, null]])
})

test('what a rule takes up later is not the doing of the model', () => {
  const waiting = { text: 'Likes tea', author: model, change: 'add' }
  expect(told(step('accepted', 60_000, model, { ...waiting, 'accepted/rule': 60_000 }, waiting))).toEqual([[{ kind: 'app' }, text.change.accepted]])
})
