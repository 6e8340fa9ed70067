/** One key with its modifiers. `mod` is Cmd on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  readonly key: string
  readonly mod: boolean
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

interface KeyPress {
  readonly key: string
  readonly code?: string
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Reads "Mod+Shift+F", "Ctrl+Tab", "F6", "Mod+,"; the last piece is the key. */
export function parseShortcut(written: string): Shortcut {
  const pieces = written.endsWith('++') ? [...written.slice(0, -2).split('+'), '+'] : written.split('+')
  const modifiers = new Set(pieces.slice(0, -1).map((piece) => piece.toLowerCase()))
  return {
    key: (pieces.at(-1) ?? '').toLowerCase(),
    mod: modifiers.has('mod'),
    ctrl: modifiers.has('ctrl'),
    alt: modifiers.has('alt'),
    shift: modifiers.has('shift'),
  }
}

/**
 * Whether a key press is this shortcut, exactly: one modifier more and it is another one.
 * Letters and digits are also matched by their place on the keyboard, so that Alt+letter works on a Mac (where it
 * types another character) and under a Chinese or Russian layout.
 */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut, isMac: boolean): boolean {
  const wantsMeta = isMac && shortcut.mod
  const wantsCtrl = shortcut.ctrl || (!isMac && shortcut.mod)
  if (press.metaKey !== wantsMeta || press.ctrlKey !== wantsCtrl || press.altKey !== shortcut.alt) return false
  const typed = press.key.toLowerCase()
  // Punctuation may need Shift on some layouts: the character decides, not the modifier.
  const isPunctuation = /^[^a-z0-9]$/.test(shortcut.key)
  if (!isPunctuation && press.shiftKey !== shortcut.shift) return false
  if (typed === shortcut.key) return true
  const isLatinTyped = /^[a-z0-9]$/.test(typed)
  return !isLatinTyped && press.code !== undefined && placeOf(press.code) === shortcut.key
}

function placeOf(code: string): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? /^Digit(\d)$/.exec(code)?.[1] ?? placesOfPunctuation[code]
}

const placesOfPunctuation: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Slash: '/',
}

const macSigns: Readonly<Record<string, string>> = { ctrl: '⌃', alt: '⌥', shift: '⇧', mod: '⌘', enter: '↩', backspace: '⌫' }

const keySigns: Readonly<Record<string, string>> = {
  escape: 'Esc',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  arrowup: '↑',
  arrowdown: '↓',
  tab: 'Tab',
  ' ': 'Space',
}

/** As this platform writes it, one string per key cap: ["⇧", "⌘", "F"] or ["Ctrl", "Shift", "F"]. */
export function shortcutCaps(written: string, isMac: boolean): readonly string[] {
  const shortcut = parseShortcut(written)
  const sign = keySigns[shortcut.key] ?? (isMac ? macSigns[shortcut.key] : undefined)
  const key = sign ?? (shortcut.key.length === 1 ? shortcut.key.toUpperCase() : capitalise(shortcut.key))
  if (isMac) {
    const order = ['ctrl', 'alt', 'shift', 'mod'] as const
    return [...order.filter((name) => shortcut[name]).map((name) => macSigns[name] ?? ''), key]
  }
  const held = [shortcut.mod || shortcut.ctrl ? 'Ctrl' : '', shortcut.alt ? 'Alt' : '', shortcut.shift ? 'Shift' : '']
  return [...held.filter((name) => name !== ''), key]
}

export const shortcutText = (written: string, isMac: boolean): string =>
  shortcutCaps(written, isMac).join(isMac ? '' : '+')

/** The form that `aria-keyshortcuts` wants. */
export const ariaShortcut = (written: string, isMac: boolean): string =>
  written.replace(/\bMod\b/g, isMac ? 'Meta' : 'Control').replace(/\bCtrl\b/g, 'Control')

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
