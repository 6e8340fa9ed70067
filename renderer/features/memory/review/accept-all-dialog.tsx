import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { headlineOf, type Proposal } from '@renderer/parts/memory/proposal'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { Notice } from '@renderer/ui/feedback'

interface AcceptAllDialogProps {
  /** Those that are shown. */
  proposals: readonly Proposal[]
  actions: MemoryActions
  onClose: () => void
}

/** MEM-8: what is not the person's own words is taken up only when they say so, having been told. */
export function AcceptAllDialog({ proposals, actions, onClose }: AcceptAllDialogProps) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  const untrusted = proposals.filter(({ entry }) => entry.isUntrusted)
  const own = proposals.filter(({ entry }) => !entry.isUntrusted)
  const accept = (chosen: readonly Proposal[]) => () => {
    onClose()
    actions.acceptAll(chosen.map(({ entry }) => entry.id))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.acceptAllTitle(proposals.length)}
      closeLabel={text.common.cancel}
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          {untrusted.length > 0 && <Button onClick={accept(proposals)}>{words.acceptReally}</Button>}
          {own.length > 0 && (
            <Button look="primary" onClick={accept(own)}>
              {untrusted.length === 0 ? words.accept : words.acceptAllWithout(own.length)}
            </Button>
          )}
        </>
      }
    >
      {untrusted.length > 0 && (
        <Notice tone="warn" className="mb-2">
          {words.acceptAllUntrusted(untrusted.length)}
        </Notice>
      )}
      <ul className="list-disc pl-5">
        {(untrusted.length > 0 ? untrusted : own).map((proposal) => (
          <li key={proposal.entry.id} className="break-words">
            {headlineOf(proposal)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
