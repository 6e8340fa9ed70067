import { useCallback, useEffect, useState } from 'react'
import type { RouteInput, RouteOutput } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { useLocalisation } from '@renderer/i18n'
import { FailureNotice } from '@renderer/parts/failure-notice'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Skeleton } from '@renderer/ui/feedback'
import { Fact, Section } from './section'

export function StoragePage({ info }: { info: RouteOutput<'app.info'> }) {
  const { text, format } = useLocalisation()
  const status = useReply('storage.status')
  const size = (bytes: number | null) => (bytes === null ? text.settings.unknown : format.bytes(bytes))

  return (
    <>
      <Section title={text.settings.space}>
        {status.failure !== null && <FailureNotice failure={status.failure} actions={{ retry: status.reload }} />}
        <dl>
          <Fact name={text.settings.freeSpace}>{status.value === null ? <Skeleton className="w-16" /> : size(status.value.freeBytes)}</Fact>
          <Fact name={text.settings.usedSpace}>{status.value === null ? <Skeleton className="w-16" /> : size(status.value.usageBytes)}</Fact>
          {info.dataFolder !== null && <Fact name={text.settings.dataFolder}>{info.dataFolder}</Fact>}
        </dl>
      </Section>
      <Section title={text.settings.persistence}>
        <Persistence isDesktop={info.surface === 'desktop'} status={status.value} onChanged={status.reload} />
      </Section>
      <Section title={text.settings.snapshots} hint={text.settings.snapshotsHint}>
        <Snapshots />
      </Section>
    </>
  )
}

interface PersistenceProps {
  isDesktop: boolean
  status: RouteOutput<'storage.status'> | null
  onChanged: () => void
}

function Persistence({ isDesktop, status, onChanged }: PersistenceProps) {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  const [isRefused, setRefused] = useState(false)
  const ask = async () => {
    const reply = await bridge.request('storage.persist', {})
    setRefused(!(reply.ok && reply.value.isPersistent))
    onChanged()
  }
  if (isDesktop) return <p className="text-muted">{text.settings.persistentDesktop}</p>
  if (status === null) return <Skeleton className="w-56" />
  if (status.isPersistent) return <p className="text-muted">{text.settings.persistent}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-52 flex-1 text-muted">
        {isRefused ? text.settings.persistRefused : text.settings.notPersistent}
      </p>
      <Button onClick={() => void ask()}>{text.settings.persist}</Button>
    </div>
  )
}

function Snapshots() {
  const { text, format } = useLocalisation()
  const { value, failure, reload } = useReply('snapshots.list')
  if (failure !== null) return <FailureNotice failure={failure} actions={{ retry: reload }} />
  if (value === null) return <Skeleton className="w-64" />
  if (value.length === 0) return <p className="text-muted">{text.settings.noSnapshots}</p>
  return (
    <ul className="border-t border-line">
      {[...value]
        .sort((one, other) => other.createdAt - one.createdAt)
        .map((snapshot) => (
          <li key={snapshot.id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2 tabular-nums">
            <span className="min-w-40 flex-1">
              {format.date(snapshot.createdAt)}, {format.time(snapshot.createdAt)}
            </span>
            <span className="text-sm text-muted">
              {text.settings.snapshotCounts(format.number(snapshot.sessions), format.number(snapshot.messages))}
            </span>
            <span className="w-16 text-right text-sm text-muted">{format.bytes(snapshot.sizeBytes)}</span>
          </li>
        ))}
    </ul>
  )
}

interface Reply<Value> {
  readonly value: Value | null
  readonly failure: Failure | null
  readonly reload: () => void
}

/** Asks the bridge when shown, and again on demand. */
function useReply<Name extends 'storage.status' | 'snapshots.list'>(name: Name): Reply<RouteOutput<Name>> {
  const { bridge } = useServices()
  const [reply, setReply] = useState<Omit<Reply<RouteOutput<Name>>, 'reload'>>({ value: null, failure: null })
  const reload = useCallback(() => {
    void bridge.request(name, {} as RouteInput<Name>).then((answer) => {
      setReply(answer.ok ? { value: answer.value, failure: null } : { value: null, failure: answer.failure })
    })
  }, [bridge, name])
  useEffect(reload, [reload])
  return { ...reply, reload }
}
