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
export const SearchEverything = lazy(() =>
  import('@renderer/features/sessions/search-everything').then((module) => ({ default: module.SearchEverything })),
)
export const Palette = lazy(() => import('@renderer/features/palette/palette').then((module) => ({ default: module.Palette })))
export const ShortcutsSheet = lazy(() =>
  import('@renderer/features/palette/shortcuts-sheet').then((module) => ({ default: module.ShortcutsSheet })),
)
export const WelcomeScreen = lazy(() =>
  import('@renderer/features/welcome/welcome-screen').then((module) => ({ default: module.WelcomeScreen })),
)
export const RecoveryScreen = lazy(() =>
  import('@renderer/features/recovery/recovery-screen').then((module) => ({ default: module.RecoveryScreen })),
)
