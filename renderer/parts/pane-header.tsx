import { PanelLeft, PanelRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { useObservable, useSettings } from '@renderer/state/use-observable'
import { waitingProposals } from '@renderer/state/session-proposals'
import { useView } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'
import { useIsCompact, useIsNarrow } from '@renderer/ui/use-media-query'

interface PaneHeaderProps {
  /** The screen's h1 and what belongs to it; cut rather than wrapped. */
  children: ReactNode
  /** At the right end, before the button of the context pane. */
  actions?: ReactNode
  /** Screens without a context pane leave its button out. */
  hasContext?: boolean
}

/** Says how much waits in the pane for the person to decide, since the pane itself cannot. */
function ContextButton({ onClick }: { onClick: () => void }) {
  const { text } = useLocalisation()
  const { memory } = useServices()
  const screen = useView((view) => view.screen)
  const view = useObservable(memory.view)
  const count = screen.kind === 'chat' ? waitingProposals(view, screen.session).ofSession.length : 0
  const icon = (
    <>
      <PanelRight size={17} aria-hidden />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full border border-surface bg-accent px-1 text-[0.625rem] leading-none font-semibold text-on-accent tabular-nums"
        >
          {count > 9 ? '9+' : count}
        </span>
      )}
    </>
  )
  const label = count === 0 ? text.frame.showContext : text.context.showWithProposals(count)
  return <IconButton label={label} shortcut="Mod+Alt+B" icon={icon} className="relative" onClick={onClick} />
}

/** The bar on top of every screen of the centre; holds the ways back to panes that are not shown. */
export function PaneHeader({ children, actions, hasContext = false }: PaneHeaderProps) {
  const { text } = useLocalisation()
  const { settings } = useServices()
  const { isRailOpen, isContextPaneOpen } = useSettings()
  const isNarrow = useIsNarrow()
  const isCompact = useIsCompact()
  const setSheet = useView((view) => view.setSheet)
  const showRail = () => (isNarrow ? setSheet('rail') : void settings.update({ isRailOpen: true }))
  const showContext = () => (isCompact ? setSheet('context') : void settings.update({ isContextPaneOpen: true }))

  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2">
      {(isNarrow || !isRailOpen) && (
        <IconButton label={text.frame.showSessions} shortcut="Mod+B" icon={<PanelLeft size={17} aria-hidden />} onClick={showRail} />
      )}
      <div className="flex min-w-0 flex-1 items-center gap-2 px-2">{children}</div>
      {actions}
      {hasContext && (isCompact || !isContextPaneOpen) && (
        <ContextButton onClick={showContext} />
      )}
    </header>
  )
}
