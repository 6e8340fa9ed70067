import type { Command } from '@renderer/state/commands'
import type { Services } from '@renderer/state/services'
import { isImeKey } from '@renderer/ui/ime'
import { matchesShortcut, parseShortcut, type Shortcut } from '@renderer/ui/shortcut'

export interface KeyPlace {
  readonly surface: 'desktop' | 'browser'
  readonly isMac: boolean
  /** The focus is where text is typed. */
  readonly isEditing: boolean
  /** The focus is inside a dialog. */
  readonly isInDialog: boolean
}

type KeyPress = Parameters<typeof matchesShortcut>[0]

/** Second shortcuts, on the desktop only: a browser keeps Ctrl+Tab for itself. */
const desktopAliases: readonly (readonly [shortcut: string, commandId: string])[] = [
  ['Ctrl+Tab', 'session.next'],
  ['Ctrl+Shift+Tab', 'session.previous'],
]

/** What a dialog lets through: the overlays themselves. */
const worksInDialogs = new Set(['app.palette', 'app.search', 'app.shortcuts'])

/** Editing keys that a text field needs for itself. */
const fieldKeys = new Set(['Mod+Z', 'Mod+Backspace', 'Mod+Shift+Enter'])

/** The command of a key press at a place, or null where the key is not the app's. */
export function commandForKey(press: KeyPress, commands: readonly Command[], place: KeyPlace): Command | null {
  const aliases = place.surface === 'desktop' ? desktopAliases : []
  const isFree = (written: string, { id }: Command) =>
    !(place.isEditing && belongsToField(written)) && (!place.isInDialog || worksInDialogs.has(id))

  for (const command of commands) {
    const own = command.shortcut?.[place.surface]
    const written = [...(own === undefined ? [] : [own]), ...aliases.filter(([, id]) => id === command.id).map(([keys]) => keys)]
    const matching = written.find((keys) => matchesShortcut(press, parsed(keys), place.isMac))
    if (matching !== undefined && isFree(matching, command)) return command
  }
  return null
}

function belongsToField(written: string): boolean {
  const { key, mod, ctrl, alt } = parsed(written)
  const isPlain = !mod && !ctrl && !alt
  const isNamed = key === 'escape' || /^f\d+$/.test(key)
  return fieldKeys.has(written) || (isPlain && !isNamed)
}

const cache = new Map<string, Shortcut>()

function parsed(written: string): Shortcut {
  const known = cache.get(written) ?? parseShortcut(written)
  cache.set(written, known)
  return known
}

interface KeyboardPorts {
  readonly services: Services
  readonly commands: readonly Command[]
  readonly isMac: boolean
}

/** Runs commands by their shortcuts; returns the function that stops it. */
export function startKeyboard(page: Document, { services, commands, isMac }: KeyboardPorts): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // UI-1: what an input method or a field has taken is not a shortcut.
    if (event.defaultPrevented || isImeKey(event)) return
    const usable = commands.filter((command) => command.isAvailable?.(services) ?? true)
    const command = commandForKey(event, usable, placeOf(event, services.bridge.surface, isMac))
    if (command === null) return
    event.preventDefault()
    if (!event.repeat || command.group === 'go') void command.run(services)
  }
  page.addEventListener('keydown', onKeyDown)
  return () => page.removeEventListener('keydown', onKeyDown)
}

function placeOf(event: KeyboardEvent, surface: 'desktop' | 'browser', isMac: boolean): KeyPlace {
  const target = event.target instanceof Element ? event.target : null
  return {
    surface,
    isMac,
    isEditing: target !== null && target.closest('input, textarea, select, [contenteditable="true"]') !== null,
    isInDialog: target !== null && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null,
  }
}
