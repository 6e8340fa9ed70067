import type { Command } from '@renderer/state/commands'
import type { Services, SyncStatus } from '@renderer/state/services'
import { useView, type Overlay, type Screen } from '@renderer/state/view'
import { compactQuery, narrowQuery } from '@renderer/ui/use-media-query'
import { focusNeighbourRegion } from './regions'

const go = (screen: Screen) => () => useView.getState().open(screen)

const toggleOverlay = (overlay: Exclude<Overlay, null>) => () => {
  const view = useView.getState()
  view.setOverlay(view.overlay === overlay ? null : overlay)
}

function togglePane(services: Services, side: 'rail' | 'context'): void {
  const view = useView.getState()
  const isSheet = window.matchMedia(side === 'rail' ? narrowQuery : compactQuery).matches
  if (isSheet) return view.setSheet(view.sheet === side ? null : side)
  const { isRailOpen, isContextPaneOpen } = services.settings.current()
  void services.settings.update(side === 'rail' ? { isRailOpen: !isRailOpen } : { isContextPaneOpen: !isContextPaneOpen })
}

const both = (shortcut: string) => ({ desktop: shortcut, browser: shortcut })

/** A command that is there only while sync is on. */
function syncCommand(name: string, label: Command['label'], fits: (kind: SyncStatus['kind']) => boolean, run: Command['run']): Command {
  const isAvailable = ({ sync }: Services) => {
    const { kind } = sync.status.current()
    return kind !== 'off' && fits(kind)
  }
  return { id: `sync.${name}`, label, group: 'app', isAvailable, run }
}

/** The frame's own commands. A browser keeps Mod+N, Mod+1 and others for itself: Alt stands in there. */
export const frameCommands: readonly Command[] = [
  {
    id: 'app.palette',
    label: (text) => text.commands.palette,
    group: 'app',
    shortcut: both('Mod+K'),
    run: toggleOverlay('palette'),
  },
  {
    id: 'session.new',
    label: (text) => text.commands.newSession,
    group: 'chat',
    shortcut: { desktop: 'Mod+N', browser: 'Alt+N' },
    run: go({ kind: 'chat', session: null }),
  },
  {
    id: 'app.search',
    label: (text) => text.commands.findEverywhere,
    group: 'go',
    shortcut: both('Mod+Shift+F'),
    run: toggleOverlay('search'),
  },
  {
    id: 'go.profile',
    label: (text) => text.commands.openProfile,
    group: 'go',
    shortcut: { desktop: 'Mod+Shift+P', browser: 'Alt+P' },
    run: go({ kind: 'profile' }),
  },
  {
    id: 'go.memory',
    label: (text) => text.commands.openMemory,
    group: 'go',
    shortcut: { desktop: 'Mod+Shift+Y', browser: 'Alt+M' },
    run: go({ kind: 'memory', page: 'review' }),
  },
  { id: 'go.trash', label: (text) => text.commands.openTrash, group: 'go', run: go({ kind: 'trash' }) },
  {
    id: 'app.settings',
    label: (text) => text.commands.openSettings,
    group: 'go',
    shortcut: { desktop: 'Mod+,', browser: 'Alt+,' },
    run: go({ kind: 'settings', page: 'general' }),
  },
  { id: 'go.models', label: (text) => text.commands.openModels, group: 'go', run: go({ kind: 'settings', page: 'models' }) },
  { id: 'go.storage', label: (text) => text.commands.openStorage, group: 'go', run: go({ kind: 'settings', page: 'storage' }) },
  { id: 'go.sync', label: (text) => text.commands.openSync, group: 'go', run: go({ kind: 'settings', page: 'sync' }) },
  syncCommand('now', (text) => text.commands.syncNow, (kind) => kind !== 'paused', ({ sync }) => sync.syncNow()),
  syncCommand('pause', (text) => text.commands.pauseSync, (kind) => kind !== 'paused', ({ sync }) => sync.pause()),
  syncCommand('resume', (text) => text.commands.resumeSync, (kind) => kind === 'paused', ({ sync }) => sync.resume()),
  syncCommand('add-device', (text) => text.commands.addDevice, () => true, go({ kind: 'settings', page: 'sync', start: { kind: 'add-device' } })),
  { id: 'app.about', label: (text) => text.commands.openAbout, group: 'app', run: go({ kind: 'settings', page: 'about' }) },
  {
    id: 'app.shortcuts',
    label: (text) => text.commands.shortcuts,
    group: 'app',
    shortcut: both('Mod+/'),
    run: toggleOverlay('shortcuts'),
  },
  {
    id: 'view.toggle-rail',
    label: (text) => text.commands.toggleRail,
    group: 'view',
    shortcut: both('Mod+B'),
    run: (services) => togglePane(services, 'rail'),
  },
  {
    id: 'view.toggle-context',
    label: (text) => text.commands.toggleContext,
    group: 'view',
    shortcut: both('Mod+Alt+B'),
    run: (services) => togglePane(services, 'context'),
  },
  {
    id: 'view.next-region',
    label: (text) => text.commands.nextRegion,
    group: 'view',
    shortcut: both('F6'),
    run: () => focusNeighbourRegion(document, 1),
  },
  {
    id: 'view.previous-region',
    label: (text) => text.commands.previousRegion,
    group: 'view',
    shortcut: both('Shift+F6'),
    run: () => focusNeighbourRegion(document, -1),
  },
  ...(['light', 'dark', 'system'] as const).map(
    (theme): Command => ({
      id: `view.theme-${theme}`,
      label: ({ commands }) =>
        ({ light: commands.themeLight, dark: commands.themeDark, system: commands.themeSystem })[theme],
      group: 'view',
      isAvailable: (services) => services.settings.current().theme !== theme,
      run: (services) => void services.settings.update({ theme }),
    }),
  ),
  {
    id: 'view.switch-language',
    label: (text) => text.commands.switchLanguage,
    group: 'view',
    run: (services) =>
      void services.settings.update({ language: document.documentElement.lang === 'en' ? 'zh-CN' : 'en' }),
  },
]
