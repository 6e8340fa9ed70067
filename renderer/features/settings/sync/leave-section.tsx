import { useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { SyncFailureNotice } from '@renderer/parts/sync/failure-notice'
import { useServices, type SyncDevice, type SyncFailure } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { RadioCards } from '@renderer/ui/choices'
import { Dialog } from '@renderer/ui/dialog'
import { showToast } from '@renderer/ui/toasts'
import { Section } from '../section'

export function LeaveSection({ devices }: { devices: readonly SyncDevice[] }) {
  const text = useSyncText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={text.leave} hint={text.leaveHint}>
      <Button onClick={() => setOpen(true)}>{text.leaveButton}</Button>
      {isOpen && <LeaveDialog isAlone={devices.every(({ isThis, isRemoved }) => isThis || isRemoved)} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function LeaveDialog({ isAlone, onClose }: { isAlone: boolean; onClose: () => void }) {
  const { sync } = useServices()
  const { common } = useLocalisation().text
  const text = useSyncText()
  const [choice, setChoice] = useState<'keep' | 'delete'>('keep')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SyncFailure | null>(null)
  const isDeleting = choice === 'delete'

  const leave = async () => {
    setFailure(null)
    setBusy(true)
    const left = await sync.leave({ deleteOnServer: isDeleting })
    setBusy(false)
    if (!left.ok) return setFailure(left.failure)
    onClose()
    showToast({ text: text.left })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.leaveTitle}
      description={text.leaveHint}
      closeLabel={common.cancel}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" isBusy={isBusy} onClick={() => void leave()}>
            {isDeleting ? text.leaveDeleteConfirm : text.leaveConfirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        <RadioCards
          label={text.leaveChoice}
          value={choice}
          onChange={setChoice}
          options={[
            isAlone
              ? { value: 'keep', label: text.leaveKeepAlone, hint: text.leaveKeepAloneHint }
              : { value: 'keep', label: text.leaveKeep, hint: text.leaveKeepHint },
            { value: 'delete', label: text.leaveDelete, hint: text.leaveDeleteHint },
          ]}
        />
        {failure !== null && <SyncFailureNotice failure={failure} actions={{ retry: () => void leave() }} />}
      </div>
    </Dialog>
  )
}
