import { Search } from 'lucide-react'
import type { EntryStatus } from '@shared/memory/layout'
import type { MemoryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { authorName } from '@renderer/parts/memory/author-mark'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { authorKey } from '@renderer/parts/memory/review-items'
import { Select } from '@renderer/ui/choices'
import { TextField } from '@renderer/ui/text-field'
import { countByStatus, shownStatuses, type LineFilter } from './find-lines'

interface LineFiltersProps {
  view: MemoryView
  filter: LineFilter
  onChange: (filter: LineFilter) => void
}

const anyone = ''

/** What of memory is looked at. */
export function LineFilters({ view, filter, onChange }: LineFiltersProps) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const sectionTitle = useSectionTitle()
  const counts = countByStatus(view)
  const authors = new Map([...view.entries.values()].map(({ author }) => [authorKey(author), authorName(author, text)]))
  const statuses = shownStatuses.filter((status) => status === filter.status || status === 'active' || (counts.get(status) ?? 0) > 0)
  return (
    <div className="grid grid-cols-2 gap-2 *:first:col-span-2 sm:flex sm:flex-wrap">
      <TextField
        type="search"
        label={text.filterText}
        isLabelHidden
        placeholder={text.filterText}
        value={filter.text}
        onChange={(words) => onChange({ ...filter, text: words })}
        onEscape={() => onChange({ ...filter, text: '' })}
        trailing={<Search size={15} aria-hidden className="pointer-events-none mr-2 text-faint" />}
        className="h-8! min-w-0 sm:w-56"
      />
      <Select<EntryStatus>
        label={text.filterStatus}
        isLabelHidden
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
        options={statuses.map((value) => ({ value, label: `${text.status[value]} (${format.number(counts.get(value) ?? 0)})` }))}
      />
      <Select
        label={text.filterSection}
        isLabelHidden
        value={filter.section ?? anyone}
        onChange={(id) => onChange({ ...filter, section: view.sections.find((section) => section.id === id)?.id ?? null })}
        options={[{ value: anyone, label: text.everySection }, ...view.sections.map(({ id }) => ({ value: id, label: sectionTitle(id) }))]}
      />
      <Select
        label={text.filterAuthor}
        isLabelHidden
        className="min-w-0 sm:max-w-44"
        value={filter.author ?? anyone}
        onChange={(key) => onChange({ ...filter, author: key === anyone ? null : key })}
        options={[{ value: anyone, label: text.everyAuthor }, ...[...authors].map(([value, label]) => ({ value, label }))]}
      />
    </div>
  )
}
