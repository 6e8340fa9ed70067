import { Plus } from 'lucide-react'
import type { EntryId, SectionId } from '@shared/ids'
import { addEntry, type MemoryWriter } from '@shared/memory/operations'
import { useLocalisation } from '@renderer/i18n'
import { Button } from '@renderer/ui/button'

interface EmptyHintProps {
  writer: MemoryWriter
  onAdded: (id: EntryId) => void
}

const sections = ['identity', 'preferences', 'constraints'] as const

/** Invites to write: three lines that can be taken and changed. */
export function EmptyHint({ writer, onAdded }: EmptyHintProps) {
  const { text } = useLocalisation()
  const take = (section: (typeof sections)[number]) => {
    const entry = { text: text.profile.examples[section], sectionId: section satisfies string as SectionId }
    onAdded(addEntry(writer, entry))
  }
  return (
    <div className="mt-4 rounded-lg bg-sunken px-4 py-3">
      <p className="font-medium">{text.profile.emptyTitle}</p>
      <p className="mt-0.5 text-pretty text-muted">{text.profile.emptyHint}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {sections.map((section) => (
          <li key={section} className="max-w-full">
            <Button size="small" icon={<Plus size={14} aria-hidden />} className="max-w-full" onClick={() => take(section)}>
              <span className="truncate">{text.profile.examples[section]}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
