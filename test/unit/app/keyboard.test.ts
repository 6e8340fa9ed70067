import { expect, test } from 'vitest'
import { commandForKey, type KeyPlace } from '@renderer/app/keyboard'
import { commands } from '@renderer/app/commands'

const press = (key: string, held: readonly ('meta' | 'ctrl' | 'alt' | 'shift')[] = [], code = '') => ({
  key,
  code,
  metaKey: held.includes('meta'),
  ctrlKey: held.includes('ctrl'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
})
const somewhere: KeyPlace = { surface: 'desktop', isMac: false, isEditing: false, isInDialog: false }
const idOf = (pressed: ReturnType<typeof press>, place: Partial<KeyPlace> = {}) =>
  commandForKey(pressed, commands, { ...somewhere, ...place })?.id ?? null

test('UX 1.1 the desktop has the expected keys', () => {
  expect([
    idOf(press('k', ['ctrl'])),
    idOf(press('n', ['ctrl'])),
    idOf(press('f', ['ctrl'])),
    idOf(press('F', ['ctrl', 'shift'])),
    idOf(press('l', ['ctrl'])),
    idOf(press('[', ['ctrl'])),
    idOf(press('Tab', ['ctrl'])),
    idOf(press('Tab', ['ctrl', 'shift'])),
    idOf(press('3', ['ctrl'])),
    idOf(press(',', ['ctrl'])),
    idOf(press('/', ['ctrl'])),
    idOf(press('F6')),
  ]).toEqual([
    'app.palette',
    'session.new',
    'chat.find',
    'app.search',
    'chat.focus-input',
    'session.previous',
    'session.next',
    'session.previous',
    'session.pinned-3',
    'app.settings',
    'app.shortcuts',
    'view.next-region',
  ])
})

test('UX 1.1 a browser keeps its own keys: a second set stands in', () => {
  const inBrowser = { surface: 'browser' as const }
  expect([
    idOf(press('n', ['ctrl']), inBrowser),
    idOf(press('Tab', ['ctrl']), inBrowser),
    idOf(press('3', ['ctrl']), inBrowser),
    idOf(press('n', ['alt']), inBrowser),
    idOf(press('3', ['alt']), inBrowser),
    idOf(press('˜', ['alt'], 'KeyN'), { ...inBrowser, isMac: true }),
  ]).toEqual([null, null, null, 'session.new', 'session.pinned-3', 'session.new'])
})

test('UX 1.1 no two commands share a key on a surface', () => {
  const taken = (surface: 'desktop' | 'browser') => commands.flatMap(({ shortcut }) => shortcut?.[surface] ?? [])
  expect([taken('desktop'), taken('browser')].map((keys) => keys.length - new Set(keys).size)).toEqual([0, 0])
})

test('UX 1.1 where text is typed, editing keys stay with the text', () => {
  const editing = { isEditing: true }
  expect([
    idOf(press('z', ['ctrl']), editing),
    idOf(press('Backspace', ['ctrl']), editing),
    idOf(press('k', ['ctrl']), editing),
    idOf(press('Escape'), editing),
    idOf(press('z', ['ctrl'])),
    idOf(press('Backspace', ['ctrl'])),
  ]).toEqual([null, null, 'app.palette', 'chat.stop', 'app.undo', 'session.trash'])
})

test('UX 1.1 under a dialog only the overlays answer', () => {
  expect([idOf(press('n', ['ctrl']), { isInDialog: true }), idOf(press('k', ['ctrl']), { isInDialog: true })]).toEqual([null, 'app.palette'])
})

test('command ids are unique: a menu item of the desktop names one', () => {
  const ids = commands.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
