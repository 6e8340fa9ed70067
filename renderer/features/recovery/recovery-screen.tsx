import { DatabaseBackup } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import { useLocalisation } from '@renderer/i18n'
import { useRecoveryText } from '@renderer/i18n/recovery-text'
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
  const words = useRecoveryText()
  const [isAsked, setAsked] = useState(false)
  const explanation = {
    empty: words.missing,
    'data-loss': words.dataLoss,
    newer: words.tooNew,
    'open-failed': words.failedToOpen,
  }[reason]
  const copyDetails = () => void navigator.clipboard.writeText(`${reason}\n${detail}`)

  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto max-w-xl px-5 py-8 sm:py-16">
        <DatabaseBackup size={30} strokeWidth={1.4} aria-hidden className="mb-4 text-warn" />
        <h1 className="text-2xl tracking-tight">{words.title}</h1>
        <p className="mt-2 text-read text-pretty text-muted">{explanation}</p>
        {detail !== '' && (
          <details className="mt-3 text-sm text-muted">
            <summary className="w-fit rounded-sm">{text.common.showDetails}</summary>
            <pre className="mt-1 max-h-48 overflow-auto rounded-md bg-code p-3 font-mono text-xs whitespace-pre-wrap select-text">{detail}</pre>
          </details>
        )}
        <div className="mt-6 flex flex-wrap gap-2">
          <Button onClick={onTryAgain}>{words.tryAgain}</Button>
          <Button look="quiet" onClick={copyDetails}>
            {words.copyDetails}
          </Button>
        </div>

        <section aria-label={words.snapshots} className="mt-10">
          <h2 className="text-lg">{words.snapshots}</h2>
          <p className="mb-3 text-sm text-muted">{words.snapshotsHint}</p>
          <SnapshotChoice listSnapshots={listSnapshots} onRestore={onRestore} />
        </section>

        {onStartEmpty !== null && (
          <div className="mt-6">
            <Button look="quiet" className="-ml-3" onClick={() => setAsked(true)}>
              {words.startEmpty}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => onStartEmpty?.()}
        title={words.startEmptyTitle}
        description={words.startEmptyText}
        confirmLabel={words.startEmpty}
        cancelLabel={text.common.cancel}
        typed={{ phrase: words.startEmptyPhrase, ask: words.startEmptyAsk(words.startEmptyPhrase) }}
        isDanger
      />
    </main>
  )
}

type SnapshotChoiceProps = Pick<RecoveryScreenProps, 'listSnapshots' | 'onRestore'>

function SnapshotChoice({ listSnapshots, onRestore }: SnapshotChoiceProps) {
  const localisation = useLocalisation()
  const { text, format } = localisation
  const words = useRecoveryText()
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
  if (listed.value.length === 0) return <Notice tone="info">{words.noSnapshots}</Notice>
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
                {index === 0 && <span className="ml-2 text-xs text-accent">{words.newest}</span>}
              </p>
              <p className="text-sm text-muted">
                {words.counts(format.number(snapshot.sessions), format.number(snapshot.messages))} · {format.bytes(snapshot.sizeBytes)}
              </p>
            </div>
            {onRestore !== null && (
              <Button
                size="small"
                look={index === 0 ? 'primary' : 'plain'}
                aria-label={words.restoreThis(whenOf(snapshot))}
                isBusy={restoring === snapshot.id}
                disabled={restoring !== null && restoring !== snapshot.id}
                onClick={() => void restore(snapshot.id)}
              >
                {restoring === snapshot.id ? words.restoring : words.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
