import type { ReactNode } from 'react'
import { useLocalisation } from '@renderer/i18n'
import type { Command } from '@renderer/state/commands'
import { useSettings } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Dialog } from '@renderer/ui/dialog'
import { Kbd } from '@renderer/ui/kbd'

const groups = ['chat', 'go', 'view', 'app'] as const

interface ShortcutsSheetProps {
  commands: readonly Command[]
  surface: 'desktop' | 'browser'
}

/** Every shortcut, as this surface and platform has it. */
export function ShortcutsSheet({ commands, surface }: ShortcutsSheetProps) {
  const { text } = useLocalisation()
  const { sendWith } = useSettings()
  const setOverlay = useView((view) => view.setOverlay)
  const [sendKeys, breakKeys] = sendWith === 'enter' ? ['Enter', 'Shift+Enter'] : ['Mod+Enter', 'Enter']

  return (
    <Dialog
      isOpen
      onClose={() => setOverlay(null)}
      title={text.palette.shortcutsTitle}
      description={text.palette.shortcutsHint}
      closeLabel={text.common.close}
      width="wide"
      isReading
    >
      <div className="gap-x-10 sm:columns-2">
        {groups.map((group) => (
          <section key={group} aria-label={text.commands.groups[group]} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-faint">{text.commands.groups[group]}</h3>
            <dl className="divide-y divide-line">
              {group === 'chat' && (
                <>
                  <Row label={text.palette.sendMessage} keys={<Kbd isAlwaysShown keys={sendKeys} />} />
                  <Row label={text.palette.newLine} keys={<Kbd isAlwaysShown keys={breakKeys} />} />
                </>
              )}
              {commands
                .filter((command) => command.group === group && command.shortcut !== undefined && !isLaterPinned(command))
                .map((command) => (
                  <Row
                    key={command.id}
                    label={command.id === firstPinned ? text.palette.pinnedRange : command.label(text)}
                    keys={
                      <>
                        <Kbd isAlwaysShown keys={command.shortcut?.[surface] ?? ''} />
                        {command.id === firstPinned && <span className="text-xs text-faint">–9</span>}
                      </>
                    }
                  />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const firstPinned = 'session.pinned-1'

/** One line stands for all nine. */
const isLaterPinned = ({ id }: Command) => id.startsWith('session.pinned-') && id !== firstPinned

const Row = ({ label, keys }: { label: string; keys: ReactNode }) => (
  <div className="flex items-baseline gap-3 py-1.5">
    <dt className="min-w-0 flex-1">{label}</dt>
    <dd>{keys}</dd>
  </div>
)
