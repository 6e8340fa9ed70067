import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { ContextMenu as RadixContext, DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd'

export type MenuItem =
  | {
      readonly kind: 'item'
      readonly id: string
      readonly label: string
      /** A second line, or what choosing it will mean. */
      readonly hint?: string | undefined
      readonly icon?: ReactNode
      readonly shortcut?: string | undefined
      readonly isDanger?: boolean
      readonly isDisabled?: boolean
      readonly onSelect: () => void
    }
  | {
      readonly kind: 'choice'
      readonly id: string
      readonly label: string
      readonly hint?: string | undefined
      readonly isChosen: boolean
      readonly onSelect: () => void
    }
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
  | { readonly kind: 'separator'; readonly id: string }

const panel =
  'z-50 min-w-48 max-w-80 max-h-[min(26rem,var(--radix-popper-available-height))] overflow-y-auto rounded-lg border ' +
  'border-line bg-raised p-1 shadow-float animate-appear'
const row =
  'flex items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none select-none touch-target ' +
  'data-[highlighted]:bg-hover data-[disabled]:opacity-50'

interface MenuProps {
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Where focus goes back to after closing is the trigger, unless this takes it elsewhere. */
  onCloseAutoFocus?: (event: Event) => void
  onOpenChange?: (isOpen: boolean) => void
}

export function Menu({ trigger, items, align = 'start', side = 'bottom', onCloseAutoFocus, onOpenChange }: MenuProps) {
  return (
    <Radix.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={panel}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
        >
          <MenuRows items={items} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The same items on a right click or long press; every one of them also has a visible way. */
export function ContextMenu({ items, children }: { items: readonly MenuItem[]; children: ReactElement }) {
  return (
    <RadixContext.Root modal={false}>
      <RadixContext.Trigger asChild>{children}</RadixContext.Trigger>
      <RadixContext.Portal>
        <RadixContext.Content collisionPadding={8} className={panel}>
          <MenuRows items={items} parts={RadixContext} />
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
  )
}

type Parts = Pick<typeof Radix, 'Item' | 'CheckboxItem' | 'ItemIndicator' | 'Label' | 'Separator'>

function MenuRows({ items, parts }: { items: readonly MenuItem[]; parts: Parts }) {
  return items.map((item) => {
    switch (item.kind) {
      case 'separator':
        return <parts.Separator key={item.id} className="my-1 h-px bg-line" />
      case 'heading':
        return (
          <parts.Label key={item.id} className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">
            {item.label}
          </parts.Label>
        )
      case 'choice':
        return (
          <parts.CheckboxItem key={item.id} checked={item.isChosen} onSelect={item.onSelect} className={row}>
            <span className="flex w-4 justify-center">
              <parts.ItemIndicator>
                <Check size={14} aria-hidden />
              </parts.ItemIndicator>
            </span>
            <Words label={item.label} hint={item.hint} />
          </parts.CheckboxItem>
        )
      case 'item':
        return (
          <parts.Item
            key={item.id}
            disabled={item.isDisabled ?? false}
            onSelect={item.onSelect}
            className={clsx(row, item.isDanger && 'text-danger')}
          >
            {item.icon !== undefined && <span className="flex w-4 justify-center text-faint">{item.icon}</span>}
            <Words label={item.label} hint={item.hint} />
            {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
          </parts.Item>
        )
    }
  })
}

const Words = ({ label, hint }: { label: string; hint: string | undefined }) => (
  <span className="min-w-0 flex-1">
    <span className="block truncate">{label}</span>
    {hint !== undefined && <span className="block truncate text-xs text-faint">{hint}</span>}
  </span>
)
