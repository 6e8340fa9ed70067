import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Spinner } from './spinner'

export type Tone = 'info' | 'ok' | 'warn' | 'error'

const badgeTones: Record<Tone | 'neutral', string> = {
  neutral: 'border-line text-muted',
  info: 'border-line text-muted',
  ok: 'border-accent/40 text-accent',
  warn: 'border-warn/40 text-warn',
  error: 'border-danger/40 text-danger',
}

export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone | 'neutral'; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={clsx('inline-flex h-5 items-center gap-1 rounded-full border px-2 text-xs whitespace-nowrap', badgeTones[tone])}>
      {icon}
      {children}
    </span>
  )
}

const noticeTones: Record<Tone, { look: string; icon: ReactNode }> = {
  info: { look: 'bg-sunken text-muted', icon: <Info size={16} aria-hidden /> },
  ok: { look: 'bg-accent-soft text-accent', icon: <CircleCheck size={16} aria-hidden /> },
  warn: { look: 'bg-warn-soft text-warn', icon: <TriangleAlert size={16} aria-hidden /> },
  error: { look: 'bg-danger-soft text-danger', icon: <CircleAlert size={16} aria-hidden /> },
}

export interface NoticeAction {
  readonly label: string
  readonly run: () => void
  readonly isBusy?: boolean
}

interface NoticeProps {
  tone: Tone
  /** One sentence. */
  children: ReactNode
  action?: NoticeAction | undefined
  /** The other side's own words, one click away. */
  detail?: { readonly label: string; readonly text: string } | undefined
  /** `alert` for what interrupts, `status` for what may wait; left out for what was there from the start. */
  role?: 'alert' | 'status' | undefined
  className?: string
}

/** A message in place, with at most one action. */
export function Notice({ tone, children, action, detail, role, className }: NoticeProps) {
  const { look, icon } = noticeTones[tone]
  return (
    <div role={role} className={clsx('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-transparent px-3 py-2', look, className)}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div className="min-w-40 flex-1 text-text">
        {children}
        {detail && (
          <details className="mt-1 text-xs text-muted">
            <summary className="w-fit">{detail.label}</summary>
            <pre className="mt-1 max-h-40 overflow-auto font-mono break-words whitespace-pre-wrap select-text">{detail.text}</pre>
          </details>
        )}
      </div>
      {action && (
        <Button size="small" onClick={action.run} isBusy={action.isBusy ?? false}>
          {action.label}
        </Button>
      )}
    </div>
  )
}

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-12 text-center">
      {icon !== undefined && <div className="mb-1 text-faint">{icon}</div>}
      <p className="text-lg font-medium">{title}</p>
      {children !== undefined && <div className="text-pretty text-muted">{children}</div>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** Says what is being waited for; appears in the place of what will come. */
export const Loading = ({ text }: { text: string }) => (
  <p role="status" className="flex items-center justify-center gap-2 px-6 py-12 text-muted">
    <Spinner />
    {text}
  </p>
)

interface ProgressBarProps {
  label: string
  /** 0 to 1, or null while the end is not known. */
  value: number | null
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value !== null && { 'aria-valuenow': Math.round(value * 100) })}
      className="h-1.5 overflow-hidden rounded-full border border-line bg-hover"
    >
      <div
        className={clsx('h-full rounded-full bg-accent forced-colors:bg-[Highlight]', value === null && 'w-1/3 animate-breathe')}
        style={value === null ? undefined : { width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
      />
    </div>
  )
}

/** A grey line in the place of text that is on its way. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block h-3 rounded-sm bg-hover', className)} />
)

export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>

interface SkipLinksProps {
  label: string
  links: readonly { readonly targetId: string; readonly label: string }[]
}

/** First in the page; seen only when focused. Moves the focus itself, since the address's hash belongs to the app. */
export function SkipLinks({ label, links }: SkipLinksProps) {
  return (
    <nav aria-label={label} className="absolute top-0 left-0 z-60">
      {links.map((link) => (
        <button
          key={link.targetId}
          type="button"
          onClick={() => document.getElementById(link.targetId)?.focus()}
          className="sr-only rounded-md bg-raised px-3 py-2 text-accent shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:w-max"
        >
          {link.label}
        </button>
      ))}
    </nav>
  )
}
