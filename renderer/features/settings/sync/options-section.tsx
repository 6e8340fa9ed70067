import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices, type SyncOptions } from '@renderer/state/services'
import { Select } from '@renderer/ui/choices'
import { Switch } from '@renderer/ui/switch'
import { Section } from '../section'
import { tellSyncFailure } from './tell-failure'

const mebibyte = 1024 ** 2
const limitsBytes = [1, 4, 8, 16, 32].map((count) => count * mebibyte)

/** What this device sends and takes. */
export function OptionsSection({ options }: { options: SyncOptions }) {
  const { sync } = useServices()
  const { format } = useLocalisation()
  const text = useSyncText()
  const words = text.options
  const update = async (change: Partial<SyncOptions>) => {
    const changed = await sync.setOptions(change)
    if (!changed.ok) tellSyncFailure(changed.failure, text)
  }
  // A limit that another version has set stays among the choices.
  const limits = [...new Set([...limitsBytes, options.attachmentLimitBytes])].sort((one, other) => one - other)

  return (
    <Section title={text.what} hint={text.whatHint}>
      <div className="flex flex-col divide-y divide-line border-y border-line [&>*]:py-3">
        <Switch label={words.memory} hint={words.memoryHint} isOn={options.memory} onChange={(memory) => void update({ memory })} />
        <Switch label={words.sessions} hint={words.sessionsHint} isOn={options.sessions} onChange={(sessions) => void update({ sessions })} />
        <div className="flex flex-col gap-2.5">
          <Switch label={words.attachments} hint={words.attachmentsHint} isOn={options.attachments} onChange={(attachments) => void update({ attachments })} />
          {options.attachments && (
            <Select
              label={text.attachmentLimit}
              className="max-w-40"
              value={String(options.attachmentLimitBytes)}
              onChange={(bytes) => void update({ attachmentLimitBytes: Number(bytes) })}
              options={limits.map((bytes) => ({ value: String(bytes), label: text.attachmentLimitOf(format.bytes(bytes)) }))}
            />
          )}
        </div>
      </div>
      <p className="mt-2 text-xs text-faint">{text.keysStay}</p>
    </Section>
  )
}
