import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { RadioGroup, Tabs as RadixTabs } from 'radix-ui'
import { useEffect, useId, useRef, type ReactNode } from 'react'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
  readonly icon?: ReactNode
}

interface SelectProps<Value extends string> {
  label: string
  isLabelHidden?: boolean
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  hint?: string
  className?: string
}

/** The platform's own list: right on a phone, with type-ahead, and outside every stacking problem. */
export function Select<Value extends string>({ label, isLabelHidden = false, value, options, onChange, hint, className }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-muted'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className="h-8 w-full appearance-none truncate rounded-md border border-control/70 bg-raised pr-8 pl-2.5 text-base text-text transition-colors touch-target hover:border-control"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-faint" />
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

interface GroupProps<Value extends string> {
  label: string
  isLabelHidden?: boolean
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  className?: string
}

/** A few choices that each need a line of explanation. */
export function RadioCards<Value extends string>({ label, isLabelHidden = false, value, options, onChange, className }: GroupProps<Value>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-muted'}>
        {label}
      </span>
      <RadioGroup.Root aria-labelledby={id} value={value} onValueChange={(next) => onChange(next as Value)} className={clsx('grid gap-2', className)}>
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className="flex items-center gap-2.5 rounded-lg border border-line bg-raised px-3 py-2.5 text-left transition-colors hover:border-control data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
          >
            {option.icon}
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{option.label}</span>
              {option.hint !== undefined && <span className="block text-xs text-muted">{option.hint}</span>}
            </span>
            <span className="flex size-4 items-center justify-center rounded-full border border-control in-data-[state=checked]:border-accent in-data-[state=checked]:bg-accent in-data-[state=checked]:text-on-accent">
              <RadioGroup.Indicator>
                <Check size={11} strokeWidth={3} aria-hidden />
              </RadioGroup.Indicator>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}

/** Two to five short choices side by side. */
export function SegmentedControl<Value extends string>({ label, isLabelHidden = false, value, options, onChange, className }: GroupProps<Value>) {
  const id = useId()
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <span id={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-muted'}>
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className="inline-flex w-fit max-w-full flex-wrap gap-0.5 rounded-lg border border-line bg-sunken p-0.5"
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className="inline-flex h-7 items-center gap-1.5 rounded-md border border-transparent px-2.5 text-sm text-muted transition-colors touch-target hover:text-text data-[state=checked]:border-line data-[state=checked]:bg-raised data-[state=checked]:font-medium data-[state=checked]:text-text"
          >
            {option.icon}
            {option.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}

interface TabsProps<Value extends string> {
  label: string
  value: Value
  tabs: readonly Option<Value>[]
  onChange: (value: Value) => void
  /** The panel of the current tab. */
  children: ReactNode
  orientation?: 'horizontal' | 'vertical'
  className?: string
}

export function Tabs<Value extends string>({ label, value, tabs, onChange, children, orientation = 'horizontal', className }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  // More tabs than a phone is wide: the one that is open is not the one that is hidden.
  useEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      orientation={orientation}
      className={clsx('flex min-h-0', orientation === 'horizontal' ? 'flex-col' : 'flex-row', className)}
    >
      <RadixTabs.List
        ref={list}
        aria-label={label}
        className={clsx('flex shrink-0', orientation === 'horizontal' ? 'gap-[clamp(0.5rem,2.5vw,1rem)] overflow-x-auto border-b border-line [scrollbar-width:none]' : 'w-44 flex-col gap-0.5')}
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              'inline-flex shrink-0 items-center gap-2 whitespace-nowrap text-muted transition-colors touch-target hover:text-text data-[state=active]:text-text',
              orientation === 'horizontal'
                ? 'h-9 border-b-2 border-transparent data-[state=active]:border-accent data-[state=active]:font-medium'
                : 'h-8 rounded-md px-2.5 hover:bg-hover data-[state=active]:bg-selected data-[state=active]:font-medium',
            )}
          >
            {tab.icon}
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value={value} className="min-h-0 min-w-0 flex-1 focus-visible:outline-offset-4">
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  )
}
