import { lazy } from 'react'

/** The conversation is what people come for: it is in the first load, the rest comes when it is asked for. */
export { ChatScreen } from '@renderer/features/chat/chat-screen'

export const ContextPane = lazy(() => import('@renderer/features/context-pane'))
export const ProfileScreen = lazy(() => import('@renderer/features/profile').then((module) => ({ default: module.ProfileScreen })))
export const SettingsScreen = lazy(() =>
  import('@renderer/features/settings/settings-screen').then((module) => ({ default: module.SettingsScreen })),
)
export const TrashScreen = lazy(() =>
  import('@renderer/features/sessions/trash-screen').then((module) => ({ default: module.TrashScreen })),
)
const loadSearch = () => import('@renderer/features/sessions/search-everything')
const loadPalette = () => import('@renderer/features/palette/palette')
export const SearchEverything = lazy(() => loadSearch().then((module) => ({ default: module.SearchEverything })))
export const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))

/** What is typed into at once must not have to load first: the keys would be lost. Called when the app is idle. */
export function preloadOverlays(): void {
  void loadPalette()
  void loadSearch()
}

export const ShortcutsSheet = lazy(() =>
  import('@renderer/features/palette/shortcuts-sheet').then((module) => ({ default: module.ShortcutsSheet })),
)
export const WelcomeScreen = lazy(() =>
  import('@renderer/features/welcome/welcome-screen').then((module) => ({ default: module.WelcomeScreen })),
)
export const RecoveryScreen = lazy(() =>
  import('@renderer/features/recovery/recovery-screen').then((module) => ({ default: module.RecoveryScreen })),
)
