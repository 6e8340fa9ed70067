import { sourceKey } from '@shared/memory/layout'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { SourceLine } from '@renderer/parts/memory/source-line'
import { Dialog } from '@renderer/ui/dialog'

/** Everything that a line rests on. */
export function SourceDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  return (
    <Dialog isOpen onClose={onClose} title={words.sourceTitle} description={statementOf(entry.text)} closeLabel={text.common.close} isReading>
      {entry.provenance.length === 0 ? (
        <p className="text-muted">{words.sourceNone}</p>
      ) : (
        <ul className="flex flex-col gap-2.5">
          {entry.provenance.map((source) => (
            <li key={sourceKey(source)}>
              <SourceLine source={source} />
            </li>
          ))}
        </ul>
      )}
      {entry.reason !== null && <p className="mt-3 text-sm text-faint">{words.why(entry.reason)}</p>}
    </Dialog>
  )
}
