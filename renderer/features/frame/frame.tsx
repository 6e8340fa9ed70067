import { PanelRightClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocalisation } from '@renderer/i18n'
import type { MonthCost } from '@renderer/state/month-cost'
import { useServices } from '@renderer/state/services'
import { useSettings } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'
import { Sheet } from '@renderer/ui/dialog'
import { SkipLinks } from '@renderer/ui/feedback'
import { useIsCompact, useIsNarrow } from '@renderer/ui/use-media-query'
import { messageInputId } from './regions'
import { StatusBar } from './status-bar'

interface FrameProps {
  /** The sessions; `onHide` puts them away. */
  rail: (onHide: () => void) => ReactNode
  /** The screen. */
  children: ReactNode
  /** The right pane; null on screens that have none. */
  context: ReactNode
  isChat: boolean
  isDemo: boolean
  monthCost: MonthCost | null
}

/** Rail, centre, right pane and status bar; one pane with two sheets on a narrow screen. */
export function Frame({ rail, children, context, isChat, isDemo, monthCost }: FrameProps) {
  const { text } = useLocalisation()
  const { settings } = useServices()
  const { isRailOpen, isContextPaneOpen } = useSettings()
  const isNarrow = useIsNarrow()
  const isCompact = useIsCompact()
  const { sheet, setSheet } = useView()
  const closeSheet = () => setSheet(null)

  return (
    <div className="flex h-full flex-col">
      <SkipLinks
        label={text.frame.skipLinks}
        links={[
          ...(isChat ? [{ targetId: messageInputId, label: text.frame.skipToInput }] : []),
          { targetId: 'region-main', label: text.frame.skipToMain },
          ...(isNarrow || !isRailOpen ? [] : [{ targetId: 'region-sessions', label: text.frame.skipToSessions }]),
        ]}
      />
      <div className="flex min-h-0 flex-1">
        {!isNarrow && isRailOpen && (
          <aside id="region-sessions" tabIndex={-1} aria-label={text.frame.sessions} className="flex w-64 shrink-0 flex-col border-r border-line bg-sunken">
            {rail(() => void settings.update({ isRailOpen: false }))}
          </aside>
        )}
        <main id="region-main" tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col">
          {children}
        </main>
        {!isCompact && isContextPaneOpen && context !== null && (
          <aside id="region-context" tabIndex={-1} aria-label={text.frame.context} className="flex w-72 shrink-0 flex-col border-l border-line">
            <ContextHeader onHide={() => void settings.update({ isContextPaneOpen: false })} />
            {context}
          </aside>
        )}
      </div>
      <StatusBar isDemo={isDemo} monthCost={monthCost} />

      <Sheet isOpen={isNarrow && sheet === 'rail'} onClose={closeSheet} side="left" label={text.frame.sessions}>
        {rail(closeSheet)}
      </Sheet>
      <Sheet isOpen={isCompact && sheet === 'context' && context !== null} onClose={closeSheet} side="right" label={text.frame.context}>
        <ContextHeader onHide={closeSheet} />
        {context}
      </Sheet>
    </div>
  )
}

function ContextHeader({ onHide }: { onHide: () => void }) {
  const { text } = useLocalisation()
  return (
    <div className="flex h-12 shrink-0 items-center border-b border-line pr-2 pl-4">
      <h2 className="flex-1 text-base">{text.frame.context}</h2>
      <IconButton label={text.frame.hideContext} shortcut="Mod+Alt+B" icon={<PanelRightClose size={17} aria-hidden />} onClick={onHide} />
    </div>
  )
}
