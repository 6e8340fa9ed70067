import { useSyncText } from '@renderer/i18n/sync-text'
import type { VaultView } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { Notice } from '@renderer/ui/feedback'
import { FlowStep } from './flow'

/** A link of another device was followed on one that syncs already. */
export function AlreadyOn({ vault, level }: { vault: VaultView; level: 1 | 2 }) {
  const text = useSyncText()
  const open = useView((view) => view.open)
  return (
    <>
      <FlowStep title={text.joinTitle} level={level} />
      <Notice tone="info" action={{ label: text.openSync, run: () => open({ kind: 'settings', page: 'sync' }) }}>
        {text.alreadyOn(vault.serverUrl)}
      </Notice>
    </>
  )
}
