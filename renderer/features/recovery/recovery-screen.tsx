import { DatabaseBackup } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import { useLocalisation } from '@renderer/i18n'
import { failureView } from '@renderer/state/failure-view'
import { Button } from '@renderer/ui/button'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { Loading, Notice } from '@renderer/ui/feedback'

type Snapshot = RouteOutput<'snapshots.list'>[number]

export interface RecoveryScreenProps {
  /** Why the database is not used as it is. */
  reason: 'empty' | 'data-loss' | 'newer' | 'open-failed'
  /** For whoever helps; shown on demand and copied. */
  detail: string
  listSnapshots: () => Promise<Result<readonly Snapshot[], Failure>>
  /** On success the app starts anew; null where the database cannot take a snapshot now. */
  onRestore: ((id: string) => Promise<Result<null, Failure>>) | null
  /** null where starting empty would write over something that is still there. */
  onStartEmpty: (() => void) | null
  onTryAgain: () => void
}

/** What is shown instead of the app when a person's data cannot be seen. Nothing is written before they chose. */
export function RecoveryScreen({ reason, detail, listSnapshots, onRestore, onStartEmpty, onTryAgain }: RecoveryScreenProps) {
  const { text } = useLocalisation()
  const [isAsked, setAsked] = useState(false)
  const explanation = {
    empty: text.recovery.missing,
    'data-loss': text.recovery.dataLoss,
    newer: text.recovery.tooNew,
    'open-failed': text.recovery.failedToOpen,
  }[reason]
  const copyDetails = () => void navigator.clipboard.writeText(`${reason}\n${detail}`)

  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto max-w-xl px-5 py-8 sm:py-16">
        <DatabaseBackup size={30} strokeWidth={1.4} aria-hidden className="mb-4 text-warn" />
        <h1 className="text-2xl tracking-tight">{text.recovery.title}</h1>
        <p className="mt-2 text-read text-pretty text-muted">{explanation}</p>
        {detail !== '' && (
          <details className="mt-3 text-sm text-muted">
            <summary className="w-fit rounded-sm">{text.common.showDetails}</summary>
            <pre className="mt-1 max-h-48 overflow-auto rounded-md bg-code p-3 font-mono text-xs whitespace-pre-wrap select-text">{detail}</pre>
          </details>
        )}
        <div className="mt-6 flex flex-wrap gap-2">
          <Button onClick={onTryAgain}>{text.recovery.tryAgain}</Button>
          <Button look="quiet" onClick={copyDetails}>
            {text.recovery.copyDetails}
          </Button>
        </div>

        <section aria-label={text.recovery.snapshots} className="mt-10">
          <h2 className="text-lg">{text.recovery.snapshots}</h2>
          <p className="mb-3 text-sm text-muted">{text.recovery.snapshotsHint}</p>
          <SnapshotChoice listSnapshots={listSnapshots} onRestore={onRestore} />
        </section>

        {onStartEmpty !== null && (
          <div className="mt-6">
            <Button look="quiet" className="-ml-3" onClick={() => setAsked(true)}>
              {text.recovery.startEmpty}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => onStartEmpty?.()}
        title={text.recovery.startEmptyTitle}
        description={text.recovery.startEmptyText}
        confirmLabel={text.recovery.startEmpty}
        cancelLabel={text.common.cancel}
        typed={{ phrase: text.recovery.startEmptyPhrase, ask: text.recovery.startEmptyAsk(text.recovery.startEmptyPhrase) }}
        isDanger
      />
    </main>
  )
}

type SnapshotChoiceProps = Pick<RecoveryScreenProps, 'listSnapshots' | 'onRestore'>

function SnapshotChoice({ listSnapshots, onRestore }: SnapshotChoiceProps) {
  const localisation = useLocalisation()
  const { text, format } = localisation
  const [listed, setListed] = useState<Result<readonly Snapshot[], Failure> | null>(null)
  const [restoring, setRestoring] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    let isCurrent = true
    void listSnapshots().then((result) => isCurrent && setListed(result))
    return () => {
      isCurrent = false
    }
  }, [listSnapshots])

  const restore = async (id: string) => {
    if (onRestore === null) return
    setRestoring(id)
    const restored = await onRestore(id)
    setRestoring(null)
    if (!restored.ok) setFailure(restored.failure)
  }

  if (listed === null) return <Loading text={text.common.loading} />
  if (!listed.ok) return <Notice tone="error">{failureView(listed.failure, localisation).text}</Notice>
  if (listed.value.length === 0) return <Notice tone="info">{text.recovery.noSnapshots}</Notice>
  const snapshots = [...listed.value].sort((one, other) => other.createdAt - one.createdAt)
  const whenOf = ({ createdAt }: Snapshot) => `${format.date(createdAt)}, ${format.time(createdAt)}`

  return (
    <>
      {failure !== null && (
        <Notice tone="error" role="alert" className="mb-3">
          {failureView(failure, localisation).text}
        </Notice>
      )}
      <ul className="border-t border-line">
        {snapshots.map((snapshot, index) => (
          <li key={snapshot.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5">
            <div className="min-w-48 flex-1 tabular-nums">
              <p>
                {whenOf(snapshot)}
                {index === 0 && <span className="ml-2 text-xs text-accent">{text.recovery.newest}</span>}
              </p>
              <p className="text-sm text-muted">
                {text.recovery.counts(format.number(snapshot.sessions), format.number(snapshot.messages))} · {format.bytes(snapshot.sizeBytes)}
              </p>
            </div>
            {onRestore !== null && (
              <Button
                size="small"
                look={index === 0 ? 'primary' : 'plain'}
                aria-label={text.recovery.restoreThis(whenOf(snapshot))}
                isBusy={restoring === snapshot.id}
                disabled={restoring !== null && restoring !== snapshot.id}
                onClick={() => void restore(snapshot.id)}
              >
                {restoring === snapshot.id ? text.recovery.restoring : text.recovery.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
