import { useMemoryText } from '@renderer/i18n/memory-text'
import { authorName } from '@renderer/parts/memory/author-mark'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { Select } from '@renderer/ui/choices'
import { authorKey, type ReviewFilter, type ReviewItem } from '@renderer/parts/memory/review-items'

interface ReviewFiltersProps {
  items: readonly ReviewItem[]
  filter: ReviewFilter
  onChange: (filter: ReviewFilter) => void
}

const anyone = ''

/** By section and by author, each offered only where there is a choice. */
export function ReviewFilters({ items, filter, onChange }: ReviewFiltersProps) {
  const text = useMemoryText()
  const sectionTitle = useSectionTitle()
  const sections = [...new Set(items.map(({ entry }) => entry.sectionId))]
  const authors = new Map(items.map(({ entry }) => [authorKey(entry.author), authorName(entry.author, text)]))
  if (sections.length < 2 && authors.size < 2) return null
  return (
    <div className="mb-2 flex flex-wrap gap-2">
      {(sections.length > 1 || filter.section !== null) && (
        <Select
          label={text.filterSection}
          isLabelHidden
          className="max-w-48 min-w-32"
          value={filter.section ?? anyone}
          onChange={(id) => onChange({ ...filter, section: sections.find((section) => section === id) ?? null })}
          options={[{ value: anyone, label: text.everySection }, ...sections.map((id) => ({ value: id, label: sectionTitle(id) }))]}
        />
      )}
      {(authors.size > 1 || filter.author !== null) && (
        <Select
          label={text.filterAuthor}
          isLabelHidden
          className="max-w-48 min-w-32"
          value={filter.author ?? anyone}
          onChange={(key) => onChange({ ...filter, author: key === anyone ? null : key })}
          options={[{ value: anyone, label: text.everyAuthor }, ...[...authors].map(([value, label]) => ({ value, label }))]}
        />
      )}
    </div>
  )
}
