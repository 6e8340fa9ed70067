import { Cog, FileInput, Sparkles, UserRound, Wrench, type LucideIcon } from 'lucide-react'
import type { Author, Entry } from '@shared/memory/layout'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'

const icons: Record<Author['kind'], LucideIcon> = { person: UserRound, model: Sparkles, import: FileInput, tool: Wrench, app: Cog }

export function authorName(author: Author | null, text: MemoryText): string {
  switch (author?.kind) {
    case undefined:
      return text.author.unknown
    case 'person':
      return text.author.you
    case 'model':
      return author.name
    case 'import':
      return text.author.imported(author.name)
    case 'tool':
      return text.author.tool(author.name)
    case 'app':
      return text.author.app
  }
}

/** Who wrote a line, as a sign and in words; with the one who changed it since. */
export function AuthorMark({ entry }: { entry: Pick<Entry, 'author' | 'editedBy'> }) {
  const text = useMemoryText()
  const Icon = icons[entry.author?.kind ?? 'app']
  const name = authorName(entry.author, text)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="truncate">{entry.editedBy === null ? name : text.author.edited(name, authorName(entry.editedBy, text))}</span>
    </span>
  )
}
