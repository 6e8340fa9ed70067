import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ManifestReason } from '@shared/context/prompt'
import type { EntryId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import { liveSuccessor, type EntryView, type MemoryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useChatMemoryText, type ChatMemoryText } from '@renderer/i18n/chat-memory-text'
import { LineEditor } from '@renderer/parts/memory/line-editor'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { focusEntry } from '@renderer/state/profile-focus'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'

interface AnswerMemoryLineProps {
  id: EntryId
  reason: ManifestReason
  answeredAt: number
  actions: MemoryActions
}

/** A line that an answer had before it, as it stands now, with what became of it since. */
export function AnswerMemoryLine({ id, reason, answeredAt, actions }: AnswerMemoryLineProps) {
  const { memory } = useServices()
  const words = useChatMemoryText()
  const view = useObservable(memory.view)
  const open = useView((state) => state.open)
  const { text } = useLocalisation()
  const [isEditing, setEditing] = useState(false)
  const entry = view.entries.get(id)
  if (entry === undefined) return <li className="px-1 py-1 text-sm text-faint">{words.since.deleted}</li>
  const line = statementOf(entry.text)
  const since = sinceThen(entry, answeredAt, view, words)
  const isThere = entry.status === 'active' || entry.status === 'expired'
  if (isEditing) {
    const save = (wording: string) => {
      actions.edit(id, wording)
      setEditing(false)
    }
    return (
      <li className="px-1 py-1">
        <LineEditor initial={line} saveLabel={text.common.save} onSave={save} onCancel={() => setEditing(false)} />
      </li>
    )
  }
  const show = () => {
    focusEntry(id)
    open({ kind: 'profile' })
  }
  return (
    <li className="flex items-start gap-1 rounded-md px-1 hover:bg-hover">
      <button type="button" onClick={show} disabled={!isThere} aria-label={words.open(line)} className="min-w-0 flex-1 py-1 text-left text-sm">
        <span className={isThere ? 'break-words' : 'break-words text-muted line-through'}>{line}</span>
        <span className="block text-xs text-faint">{[whyOf(reason, words), since].filter(Boolean).join(' · ')}</span>
      </button>
      {isThere && (
        <span className="mt-0.5 flex">
          <IconButton size="small" label={words.editNote(line)} icon={<Pencil size={14} aria-hidden />} onClick={() => setEditing(true)} />
          <IconButton size="small" label={words.remove(line)} icon={<Trash2 size={14} aria-hidden />} onClick={() => actions.remove([id])} />
        </span>
      )}
    </li>
  )
}

function whyOf(reason: ManifestReason, { why }: ChatMemoryText): string {
  switch (reason) {
    case 'pinned':
      return why.pinned
    case 'constraint':
      return why.constraint
    case 'recalled':
      return why.recalled
    default:
      return why.profile
  }
}

function sinceThen(entry: EntryView, answeredAt: number, view: MemoryView, { since }: ChatMemoryText): string {
  switch (entry.status) {
    case 'superseded':
      return since.replaced(statementOf(liveSuccessor(view, entry.id)?.text ?? ''))
    case 'deleted':
    case 'rejected':
      return since.deleted
    case 'expired':
      return since.expired
    case 'archived':
      return since.archived
    default:
      return (entry.updatedAt ?? 0) > answeredAt ? since.changed : ''
  }
}
