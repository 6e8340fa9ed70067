import { Switch as RadixSwitch } from 'radix-ui'
import { useId } from 'react'

interface SwitchProps {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Apart from the other choices: the empty chat has one, and what loads before it is small. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-faint">
            {hint}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="relative h-5 w-9 shrink-0 rounded-full border border-control bg-hover transition-colors pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1.5 pointer-coarse:after:-inset-y-3.5 pointer-coarse:after:content-[''] data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full border border-transparent bg-control transition-transform data-[state=checked]:translate-x-[1.125rem] data-[state=checked]:bg-on-accent" />
      </RadixSwitch.Root>
    </div>
  )
}
