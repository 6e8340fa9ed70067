import { useEffect, useMemo, useState } from 'react'
import type * as Y from 'yjs'
import { deletedEntries, type MemoryWriter } from '@shared/memory/operations'
import { joinLines, readProfileLines } from '@shared/memory/profile-markdown'
import { seedMemory } from '@shared/memory/seed'
import { useLocalisation } from '@renderer/i18n'
import { PaneHeader } from '@renderer/parts/pane-header'
import { useProfileFocus, focusEntry } from '@renderer/state/profile-focus'
import { useServices } from '@renderer/state/services'
import { useMemoryValue, usePromptPreview } from '@renderer/state/use-memory'
import { Tabs } from '@renderer/ui/choices'
import { countWords } from './count-words'
import { DeletedLines } from './deleted-lines'
import { EmptyHint } from './empty-hint'
import { ProfileFooter } from './profile-footer'
import { PromptText } from './prompt-text'
import { SavedState } from './saved-state'
import { useProfileEditor } from './use-profile-editor'

type ProfileView = 'document' | 'prompt' | 'deleted'

const shownDeleted = 200

/** The living document: what the person keeps about themselves, as text. */
export function ProfileScreen() {
  const { memory, clock, newId } = useServices()
  const localisation = useLocalisation()
  const { text } = localisation
  const writer = useMemo((): MemoryWriter => {
    seedMemory(memory.doc, 'seed')
    return { doc: memory.doc, origin: { author: { kind: 'person' } }, clock, newId }
  }, [memory, clock, newId])
  const deleted = useMemoryValue(memory.doc, readDeleted)
  const words = useMemoryValue(memory.doc, readWords)
  const [view, setView] = useState<ProfileView>('document')
  const preview = usePromptPreview(null)
  const editor = useProfileEditor(writer)
  const wanted = useProfileFocus(({ entry }) => entry)

  useEffect(() => {
    if (wanted === null) return
    if (view !== 'document') setView('document')
    else if (editor.focusEntry(wanted)) focusEntry(null)
  }, [wanted, editor, view])

  return (
    <>
      <PaneHeader hasContext actions={<SavedState />}>
        <h1 className="truncate text-base">{text.profile.title}</h1>
      </PaneHeader>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-4xl px-4 pt-3 pb-10 sm:px-6">
          <Tabs<ProfileView>
            label={text.profile.views}
            value={view}
            onChange={setView}
            tabs={[
              { value: 'document', label: text.profile.document },
              { value: 'prompt', label: text.profile.prompt },
              { value: 'deleted', label: text.profile.deleted(deleted.length) },
            ]}
          >
            {view === 'document' && words === 0 && <EmptyHint writer={writer} onAdded={editor.focusEntry} />}
            {view === 'prompt' && <PromptText state={preview} />}
            {view === 'deleted' && <DeletedLines writer={writer} entries={deleted} />}
          </Tabs>
          {/* Hidden rather than taken away: undo and the cursor outlive a look at another view. */}
          <div ref={editor.place} hidden={view !== 'document'} className="pt-4" />
        </div>
      </div>
      <ProfileFooter words={words} preview={preview} origin={view === 'document' ? editor.origin : null} />
    </>
  )
}

const readDeleted = (doc: Y.Doc) => deletedEntries(doc, shownDeleted)

/** Words that the person wrote: no headings that came with the app. */
const readWords = (doc: Y.Doc): number =>
  countWords(joinLines(readProfileLines(doc, () => '').filter(({ kind }) => kind === 'entry')))
