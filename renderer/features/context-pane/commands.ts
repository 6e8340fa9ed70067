import type { Command } from '@renderer/state/commands'
import { waitingProposals } from '@renderer/state/session-proposals'
import type { Services } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { compactQuery } from '@renderer/ui/use-media-query'
import { useProposalFocus } from './proposal-focus'

function hasProposals({ memory }: Services): boolean {
  const { screen } = useView.getState()
  return screen.kind === 'chat' && waitingProposals(memory.view.current(), screen.session).ofSession.length > 0
}

function goToProposals({ settings }: Services): void {
  useProposalFocus.setState({ isWanted: true })
  if (window.matchMedia(compactQuery).matches) useView.getState().setSheet('context')
  else if (!settings.current().isContextPaneOpen) void settings.update({ isContextPaneOpen: true })
}

export const contextCommands: readonly Command[] = [
  {
    id: 'context.proposals',
    label: (text) => text.context.goToProposals,
    group: 'go',
    shortcut: { desktop: 'Mod+Shift+O', browser: 'Alt+Shift+O' },
    isAvailable: hasProposals,
    run: goToProposals,
  },
]
