import { BookmarkCheck, BookmarkX, Ellipsis } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { EntryId, MessageId, SessionId } from '@shared/ids'
import { restoreEntry } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { useLocalisation } from '@renderer/i18n'
import { useChatMemoryText } from '@renderer/i18n/chat-memory-text'
import { LineEditor } from '@renderer/parts/memory/line-editor'
import { createMemoryActions } from '@renderer/parts/memory/memory-actions'
import type { RequestOutcome } from '@renderer/state/explicit-requests'
import { undoable } from '@renderer/state/memory-undo'
import { focusEntry } from '@renderer/state/profile-focus'
import { useServices } from '@renderer/state/services'
import type { MemoryNote } from '@renderer/state/session-proposals'
import { undoNote } from '@renderer/state/undo-note'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'
import { Menu, type MenuItem } from '@renderer/ui/menu'
import { showToast } from '@renderer/ui/toasts'
import { hideNote, type MessageNotes } from './use-message-notes'

interface NoteListProps extends MessageNotes {
  message: MessageId
  session: SessionId
}

export default function NoteList({ notes, outcome, message, session }: NoteListProps) {
  const words = useChatMemoryText()
  return (
    <ul aria-label={words.notes} className="flex min-w-0 flex-col items-end">
      {notes.map((note) => (
        <Note key={note.entry.id} note={note} session={session} />
      ))}
      {outcome !== null && <Outcome outcome={outcome} message={message} />}
    </ul>
  )
}

function Note({ note, session }: { note: MemoryNote; session: SessionId }) {
  const services = useServices()
  const { text, language } = useLocalisation()
  const words = useChatMemoryText()
  const [isEditing, setEditing] = useState(false)
  const actions = useMemo(() => createMemoryActions(services, language), [services, language])
  const openScreen = useView((view) => view.open)
  const { entry } = note
  const line = statementOf(entry.text) || note.former.map(lineOf).join(' · ')
  const isHereOnly = entry.scope.kind === 'session'

  const undo = () => {
    const redo = undoable(services.memory.writer, (writer) => undoNote(writer, note))
    showToast({ text: words.undone(line), action: { label: words.redo, run: redo } })
  }
  const open = () => {
    focusEntry(entry.id)
    openScreen({ kind: 'profile' })
  }
  const items: MenuItem[] = [
    {
      kind: 'choice',
      id: 'here',
      label: words.onlyHere,
      isChosen: isHereOnly,
      onSelect: () => actions.setScope(entry.id, isHereOnly ? { kind: 'everywhere' } : { kind: 'session', id: session }),
    },
    { kind: 'item', id: 'open', label: words.openInProfile, onSelect: open },
    { kind: 'separator', id: 'line' },
    { kind: 'item', id: 'hide', label: words.hide, onSelect: () => hideNote(entry.id) },
  ]
  if (isEditing) {
    const save = (wording: string) => {
      actions.edit(entry.id, wording)
      setEditing(false)
    }
    return (
      <li className="w-80 max-w-full">
        <LineEditor initial={line} saveLabel={text.common.save} onSave={save} onCancel={() => setEditing(false)} />
      </li>
    )
  }
  const said = saidOf(note, line, words)
  return (
    <NoteLine icon={<BookmarkCheck size={13} aria-hidden />} said={isHereOnly ? `${said} (${words.sessionOnly})` : said}>
      <Action label={text.common.undo} name={words.undoNote(line)} onClick={undo} />
      {entry.targets.length === 0 && <Action label={words.edit} name={words.editNote(line)} onClick={() => setEditing(true)} />}
      <Menu
        align="end"
        items={entry.targets.length > 0 ? items.filter(({ id }) => id === 'hide') : items}
        trigger={<IconButton size="small" label={words.noteMenu(line)} icon={<Ellipsis size={14} aria-hidden />} />}
      />
    </NoteLine>
  )
}

type Words = ReturnType<typeof useChatMemoryText>

function saidOf({ kind, entry, former }: MemoryNote, line: string, words: Words): string {
  if (entry.targets.length > 0) return words.removed(line)
  const before = former.map(lineOf).join(' · ')
  if (before !== '') return words.replaced(before, line)
  return kind === 'noted' ? words.noted(line) : words.remembered(line)
}

function Outcome({ outcome, message }: { outcome: RequestOutcome; message: MessageId }) {
  const { memory } = useServices()
  const { text } = useLocalisation()
  const words = useChatMemoryText()
  const view = useObservable(memory.view)
  const lineById = (id: EntryId) => statementOf(view.entries.get(id)?.text ?? '')
  const dismiss = () => memory.requests.dismiss(message)
  const nothing = <BookmarkX size={13} aria-hidden />
  switch (outcome.kind) {
    case 'forgotten': {
      const lines = outcome.entries.map(lineById).join(' · ')
      const undo = () => {
        memory.doc.transact(() => outcome.entries.forEach((id) => restoreEntry(memory.writer, id)), memory.writer.origin)
        dismiss()
      }
      return (
        <NoteLine icon={nothing} said={words.forgot(lines)}>
          <Action label={text.common.undo} name={words.undoNote(lines)} onClick={undo} />
        </NoteLine>
      )
    }
    case 'nothing-about':
      return <NoteLine icon={nothing} said={words.nothingAbout(outcome.about)} />
    case 'known':
      return <NoteLine icon={<BookmarkCheck size={13} aria-hidden />} said={words.known(lineById(outcome.entry))} />
    case 'failed':
      return <NoteLine icon={nothing} said={words.failed} />
    case 'refused':
      return <NoteLine icon={nothing} said={words.refused[outcome.refusal]} />
  }
}

const lineOf = ({ text }: { readonly text: string }): string => statementOf(text)

/** One quiet line; cut rather than wrapped, with the whole of it as its title. */
function NoteLine({ icon, said, children }: { icon: ReactNode; said: string; children?: ReactNode }) {
  return (
    <li className="flex h-7 max-w-full min-w-0 items-center gap-1.5 text-xs text-faint">
      <span className="shrink-0">{icon}</span>
      <span title={said} className="min-w-0 truncate select-text">
        {said}
      </span>
      {children}
    </li>
  )
}

function Action({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="shrink-0 rounded-sm px-1 text-muted underline decoration-line underline-offset-2 touch-target hover:text-text hover:decoration-current"
    >
      {label}
    </button>
  )
}
