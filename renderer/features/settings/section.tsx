import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  hint?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** One part of a settings page. */
export function Section({ title, hint, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="mb-9 last:mb-0">
      <div className="mb-2.5 flex min-h-8 items-end gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg">{title}</h2>
          {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A name on the left, its value on the right; under each other where it is narrow. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2 last:border-b">
      <dt className="min-w-40 flex-1 text-muted">{name}</dt>
      <dd className="break-all tabular-nums select-text">{children}</dd>
    </div>
  )
}
