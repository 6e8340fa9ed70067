import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useDialogFocus } from './dialog-focus'
import { useImeGuard } from './ime'

export interface PickerItem {
  readonly id: string
  readonly content: ReactNode
  readonly onPick: () => void
  /** Shown and reached with the arrows, so that its content can say why; not picked. */
  readonly isDisabled?: boolean
}

export interface PickerGroup {
  readonly id: string
  readonly label: string
  readonly items: readonly PickerItem[]
}

interface PickerDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Names the dialog and its field. */
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  groups: readonly PickerGroup[]
  /** Shown in the list's place while it is empty, and said when it changes. */
  status: string | null
  /** Said, not shown: "12 results". */
  announcement?: string
}

const pick = (item: PickerItem | undefined): void => {
  if (item?.isDisabled !== true) item?.onPick()
}

const focusField = (content: HTMLElement) => content.querySelector('input')?.focus()

/** A field over a list: type, arrow to a row, Enter. The focus stays in the field (combobox with a listbox). */
export function PickerDialog(props: PickerDialogProps) {
  const { isOpen, onClose, label } = props
  const focus = useDialogFocus(focusField)
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-appear" />
        <Radix.Content
          aria-describedby={undefined}
          // UI-1: the picker closes itself on Escape, after the input method had its say.
          onEscapeKeyDown={(event) => event.preventDefault()}
          // Not by autoFocus, which comes before the dialog has noted where the focus goes back to.
          {...focus}
          className="fixed inset-x-3 top-[10vh] z-40 mx-auto flex max-h-[70vh] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-float animate-rise focus:outline-none"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <PickerBody {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function PickerBody({ onClose, label, placeholder, query, onQuery, groups, status, announcement }: PickerDialogProps) {
  const id = useId()
  const isImeKey = useImeGuard()
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups])
  const [activeId, setActiveId] = useState<string | null>(null)
  const found = items.findIndex((item) => item.id === activeId)
  const active = found === -1 ? 0 : found
  const optionId = (item: PickerItem | undefined) => (item === undefined ? undefined : `${id}-${item.id}`)

  const move = (to: number) => {
    const next = items[(to + items.length) % items.length]
    if (next === undefined) return
    setActiveId(next.id)
    document.getElementById(optionId(next) ?? '')?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    PageDown: () => move(Math.min(active + 8, items.length - 1)),
    PageUp: () => move(Math.max(active - 8, 0)),
    Enter: () => pick(items[active]),
    Escape: onClose,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || isImeKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={16} aria-hidden className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={optionId(items[active])}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setActiveId(null)
            onQuery(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent text-read outline-none"
        />
      </div>
      <div role="status" className={status === null ? 'sr-only' : 'px-4 py-8 text-center text-muted'}>
        {status ?? announcement}
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={clsx('min-h-0 overflow-y-auto', items.length > 0 && 'p-1.5')}>
        {groups.map((group) =>
          group.items.length === 0 ? null : (
            <div key={group.id} role="group" aria-labelledby={`${id}-group-${group.id}`}>
              <div id={`${id}-group-${group.id}`} className="px-2.5 pt-2 pb-1 text-xs font-medium text-faint">
                {group.label}
              </div>
              {group.items.map((item) => (
                <div
                  key={item.id}
                  id={optionId(item)}
                  role="option"
                  aria-selected={item === items[active]}
                  onPointerMove={() => setActiveId(item.id)}
                  aria-disabled={item.isDisabled === true || undefined}
                  // The focus stays in the field, also where the row is not picked.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(item)}
                  className={clsx('flex items-center gap-2.5 rounded-md px-2.5 py-2 touch-target', item === items[active] && 'bg-hover', item.isDisabled === true && 'text-muted')}
                >
                  {item.content}
                </div>
              ))}
            </div>
          ),
        )}
      </div>
    </>
  )
}
