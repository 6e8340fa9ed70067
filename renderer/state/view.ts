import { create } from 'zustand'
import type { EntryId, MessageId, SessionId } from '@shared/ids'

/** Where the person is. Kept in the address's hash, so that a reload and the back button work. */
export type Screen =
  | { readonly kind: 'chat'; readonly session: SessionId | null; readonly message?: MessageId }
  | { readonly kind: 'profile' }
  | { readonly kind: 'memory'; readonly page: MemoryPage; readonly entry?: EntryId }
  | { readonly kind: 'trash' }
  | { readonly kind: 'settings'; readonly page: SettingsPage; readonly start?: SyncStart }
  /** A new device comes to the others; with the code of the link that was followed. */
  | { readonly kind: 'pair'; readonly code?: string }

/** What the page of sync begins with. */
export type SyncStart = { readonly kind: 'setup'; readonly token: string } | { readonly kind: 'add-device' }

export const memoryPages = ['review', 'all', 'history', 'rules'] as const
export type MemoryPage = (typeof memoryPages)[number]

export const settingsPages = ['general', 'models', 'memory', 'sync', 'storage', 'about'] as const
export type SettingsPage = (typeof settingsPages)[number]

export type Overlay = 'palette' | 'shortcuts' | 'search' | null

interface View {
  readonly screen: Screen
  readonly overlay: Overlay
  /** Narrow widths only: which side is out as a sheet. */
  readonly sheet: 'rail' | 'context' | null
  open(screen: Screen): void
  setOverlay(overlay: Overlay): void
  setSheet(sheet: 'rail' | 'context' | null): void
}

export function screenToHash(screen: Screen): string {
  switch (screen.kind) {
    case 'chat':
      if (screen.session === null) return '#/'
      return screen.message === undefined ? `#/s/${screen.session}` : `#/s/${screen.session}/${screen.message}`
    case 'memory':
      return screen.entry === undefined ? `#/memory/${screen.page}` : `#/memory/${screen.page}/${screen.entry}`
    case 'settings':
      return `#/settings/${screen.page}`
    default:
      return `#/${screen.kind}`
  }
}

/** Anything unknown is the start screen. A secret in the address becomes part of the screen, and of no address again. */
export function screenFromHash(hash: string): Screen {
  const [head, first, second] = hash.replace(/^#\/?/, '').split('/')
  if (head === 's' && first) {
    const session = first as SessionId
    return second ? { kind: 'chat', session, message: second as MessageId } : { kind: 'chat', session }
  }
  if (head === 'memory') {
    const page = memoryPages.find((known) => known === first) ?? 'review'
    return second ? { kind: 'memory', page, entry: second as EntryId } : { kind: 'memory', page }
  }
  if (head === 'settings') {
    const [name, query] = (first ?? '').split('?')
    const token = new URLSearchParams(query).get('setup')
    if (name === 'sync' && token) return { kind: 'settings', page: name, start: { kind: 'setup', token } }
    return { kind: 'settings', page: settingsPages.find((page) => page === name) ?? 'general' }
  }
  if (head === 'pair') return first ? { kind: head, code: first } : { kind: head }
  if (head === 'profile' || head === 'trash') return { kind: head }
  return { kind: 'chat', session: null }
}

export const useView = create<View>((set) => ({
  screen: { kind: 'chat', session: null },
  overlay: null,
  sheet: null,
  open: (screen) => set({ screen, overlay: null, sheet: null }),
  setOverlay: (overlay) => set({ overlay }),
  setSheet: (sheet) => set({ sheet }),
}))
