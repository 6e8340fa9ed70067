import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './button'
import { dismissToast, useToasts, type Toast } from './toasts'

/** Once per window. `label` names the region. */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useToasts((state) => state.toasts)
  const announcement = useToasts((state) => state.announcement)
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        <span key={announcement.id}>{announcement.text}</span>
      </div>
      <section
        aria-label={label}
        className="pointer-events-none fixed inset-x-3 bottom-[max(2.5rem,env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} dismissLabel={dismissLabel} />
        ))}
      </section>
    </>
  )
}

function ToastCard({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  const { action } = toast
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={clsx(
        'pointer-events-auto flex max-w-md items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float animate-rise',
        toast.tone === 'error' ? 'border-danger/50' : 'border-line',
      )}
    >
      <span className={clsx('min-w-0 flex-1', toast.tone === 'error' && 'text-danger')}>{toast.text}</span>
      {action && (
        <Button
          size="small"
          look="quiet"
          className="text-accent"
          onClick={() => {
            dismissToast(toast.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" label={dismissLabel} icon={<X size={14} aria-hidden />} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
