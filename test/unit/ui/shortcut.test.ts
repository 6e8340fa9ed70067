import { expect, test } from 'vitest'
import { ariaShortcut, matchesShortcut, parseShortcut, shortcutText } from '@renderer/ui/shortcut'

const press = (key: string, held: readonly ('meta' | 'ctrl' | 'alt' | 'shift')[] = [], code?: string) => ({
  key,
  ...(code !== undefined && { code }),
  metaKey: held.includes('meta'),
  ctrlKey: held.includes('ctrl'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
})
const matches = (pressed: ReturnType<typeof press>, written: string, isMac = false) =>
  matchesShortcut(pressed, parseShortcut(written), isMac)

test('Mod is Cmd on a Mac and Ctrl elsewhere, and never both', () => {
  expect([
    matches(press('k', ['ctrl']), 'Mod+K'),
    matches(press('k', ['meta']), 'Mod+K'),
    matches(press('k', ['meta']), 'Mod+K', true),
    matches(press('k', ['ctrl']), 'Mod+K', true),
    matches(press('k', ['ctrl', 'meta']), 'Mod+K', true),
  ]).toEqual([true, false, true, false, false])
})

test('a modifier more or less is another shortcut', () => {
  expect([
    matches(press('F', ['ctrl', 'shift']), 'Mod+Shift+F'),
    matches(press('f', ['ctrl']), 'Mod+Shift+F'),
    matches(press('F', ['ctrl', 'shift']), 'Mod+F'),
    matches(press('f', ['ctrl', 'alt']), 'Mod+F'),
  ]).toEqual([true, false, false, false])
})

test('a key is found by its place where the layout types another sign', () => {
  expect([
    matches(press('˜', ['alt'], 'KeyN'), 'Alt+N', true),
    matches(press('т', ['ctrl'], 'KeyN'), 'Mod+N'),
    // On Dvorak the key at KeyN types "b": the letter typed decides.
    matches(press('b', ['ctrl'], 'KeyN'), 'Mod+N'),
  ]).toEqual([true, true, false])
})

test('punctuation and named keys match', () => {
  expect([
    matches(press('/', ['ctrl', 'shift'], 'Digit7'), 'Mod+/'),
    matches(press(',', ['meta']), 'Mod+,', true),
    matches(press('Tab', ['ctrl', 'shift']), 'Ctrl+Shift+Tab'),
    matches(press('F6'), 'F6'),
    matches(press('Escape'), 'Escape'),
  ]).toEqual([true, true, true, true, true])
})

test('a shortcut is written the platform’s way', () => {
  expect([
    shortcutText('Mod+Shift+F', true),
    shortcutText('Mod+Shift+F', false),
    shortcutText('Ctrl+Tab', true),
    shortcutText('Mod+Enter', true),
    shortcutText('Mod+Enter', false),
    ariaShortcut('Mod+K', false),
  ]).toEqual(['⇧⌘F', 'Ctrl+Shift+F', '⌃Tab', '⌘↩', 'Ctrl+Enter', 'Control+K'])
})
