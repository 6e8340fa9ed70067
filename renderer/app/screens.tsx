import { preloadChatParts } from '@renderer/features/chat/chat-screen'
import { preloadable } from '@renderer/ui/preloadable'

/** The conversation is what people come for: it is in the first load, the rest comes in files of its own. */
export { ChatScreen } from '@renderer/features/chat/chat-screen'

export const ContextPane = preloadable(() => import('@renderer/features/context-pane').then((module) => module.default))
export const ProfileScreen = preloadable(() => import('@renderer/features/profile').then((module) => module.ProfileScreen))
export const MemoryScreen = preloadable(() => import('@renderer/features/memory').then((module) => module.MemoryScreen))
export const SettingsScreen = preloadable(() =>
  import('@renderer/features/settings/settings-screen').then((module) => module.SettingsScreen),
)
export const PairScreen = preloadable(() => import('@renderer/features/pair').then((module) => module.PairScreen))
export const TrashScreen = preloadable(() => import('@renderer/features/sessions/trash-screen').then((module) => module.TrashScreen))
export const SearchEverything = preloadable(() =>
  import('@renderer/features/sessions/search-everything').then((module) => module.SearchEverything),
)
export const Palette = preloadable(() => import('@renderer/features/palette/palette').then((module) => module.Palette))
export const ShortcutsSheet = preloadable(() =>
  import('@renderer/features/palette/shortcuts-sheet').then((module) => module.ShortcutsSheet),
)
export const WelcomeScreen = preloadable(() =>
  import('@renderer/features/welcome/welcome-screen').then((module) => module.WelcomeScreen),
)
export const RecoveryScreen = preloadable(() =>
  import('@renderer/features/recovery/recovery-screen').then((module) => module.RecoveryScreen),
)

// Beside the conversation from the start, and asked for while the database is still being opened.
ContextPane.preload()

/** What has to be there the moment it is asked for. Called when the first screen stands. */
export function preloadOverlays(): void {
  preloadChatParts()
  for (const part of [Palette, SearchEverything, ShortcutsSheet, MemoryScreen, SettingsScreen, TrashScreen]) part.preload()
}
