import { useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useSyncPlace } from '@renderer/parts/sync/sync-place'
import { useServices, type VaultView } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Notice } from '@renderer/ui/feedback'
import { Section } from '../section'
import { AddDeviceDialog } from './add-device-dialog'
import { DeviceList } from './device-list'
import { DrillDialog } from './drill-dialog'
import { LeaveSection } from './leave-section'
import { LogSection } from './log-section'
import { OptionsSection } from './options-section'
import { RecoverySection } from './recovery-section'
import { SpaceSection } from './space-section'
import { StatusPanel } from './status-panel'

interface SyncOnProps {
  vault: VaultView
  /** A command has asked for it. */
  isAdding: boolean
  /** The dialog of adding a device was closed. */
  onAdded: () => void
  onRejoin: () => void
}

export function SyncOn({ vault, isAdding: isAsked, onAdded, onRejoin }: SyncOnProps) {
  const text = useSyncText()
  const status = useObservable(useServices().sync.status)
  // A device that was removed can change nothing of the vault any more: what it would be refused is not offered.
  const isOut = status.kind === 'refused' && status.reason === 'removed'
  const [isAdding, setAdding] = useState(isAsked)
  const endAdding = () => {
    setAdding(false)
    onAdded()
  }
  const [isDrilling, setDrilling] = useState(false)
  return (
    <>
      <Section title={text.title}>
        <div className="flex flex-col gap-3">
          <StatusPanel vault={vault} onRejoin={onRejoin} />
          {!isOut && <Reminders vault={vault} onCheck={() => setDrilling(true)} />}
        </div>
      </Section>
      {!isOut && <DeviceList vault={vault} onAdd={() => setAdding(true)} />}
      {!isOut && <OptionsSection options={vault.options} />}
      {!isOut && <SpaceSection vault={vault} />}
      <LogSection />
      {!isOut && <RecoverySection isChecked={vault.isPhraseChecked} onDrill={() => setDrilling(true)} />}
      {!isOut && <LeaveSection devices={vault.devices} />}
      {isAdding && !isOut && <AddDeviceDialog onClose={endAdding} />}
      {isDrilling && <DrillDialog onClose={() => setDrilling(false)} />}
    </>
  )
}

/** What should be done about this vault, most pressing first. */
function Reminders({ vault, onCheck }: { vault: VaultView; onCheck: () => void }) {
  const { sync } = useServices()
  const text = useSyncText()
  const open = useView((view) => view.open)
  const status = useObservable(sync.status)
  const { isBack, setBack } = useSyncPlace()
  const waiting = 'waiting' in status ? status.waiting : 0
  return (
    <>
      {isBack && (
        <Notice tone="ok" role="status" action={{ label: text.understood, run: () => setBack(false) }}>
          {text.recovered}
        </Notice>
      )}
      {!vault.isPhraseChecked && (
        <Notice tone="warn" action={{ label: text.phraseReminderAction, run: onCheck }}>
          {text.phraseReminder}
        </Notice>
      )}
      {!vault.isPersistent && (
        <Notice tone={waiting > 0 ? 'warn' : 'info'} action={{ label: text.notPersistentAction, run: () => open({ kind: 'settings', page: 'storage' }) }}>
          {text.notPersistent(waiting)}
        </Notice>
      )}
    </>
  )
}
