import { create } from 'zustand'
import type { EntryId, MessageId, SessionId } from '@shared/ids'

/** Where the person is. Kept in the address's hash, so that a reload and the back button work. */
export type Screen =
  | { readonly kind: 'chat'; readonly session: SessionId | null; readonly message?: MessageId }
  | { readonly kind: 'profile' }
  | { readonly kind: 'memory'; readonly page: MemoryPage; readonly entry?: EntryId }
  | { readonly kind: 'trash' }
  | { readonly kind: 'settings'; readonly page: SettingsPage }

export const memoryPages = ['review', 'all', 'history', 'rules'] as const
export type MemoryPage = (typeof memoryPages)[number]

export const settingsPages = ['general', 'models', 'memory', 'storage', 'about'] as const
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

/** Anything unknown is the start screen. */
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
    return { kind: 'settings', page: settingsPages.find((page) => page === first) ?? 'general' }
  }
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
