import type { EntryId } from '@shared/ids'
import { subjectOf, type HistoryRecord } from '@shared/memory/history/record'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import type { RestoreTarget } from '@renderer/state/memory-history'
import { useServices } from '@renderer/state/services'
import { showToast } from '@renderer/ui/toasts'

/** Brings back what was, as new changes; each can be undone by going back to the moment before it. */
export function useRestore() {
  const { memory, clock } = useServices()
  const { text } = useLocalisation()
  const words = useMemoryText()

  async function restore(target: RestoreTarget, back: RestoreTarget, said: string): Promise<void> {
    const done = await memory.history.restore(target).catch(() => null)
    if (done === null || !done.ok) return void showToast({ text: words.historyFailed, tone: 'error' })
    showToast({
      text: said,
      action: {
        label: text.common.undo,
        run: () => void memory.history.restore(back).then(() => showToast({ text: words.done.undone })),
      },
    })
  }

  return {
    restoreBefore: (record: HistoryRecord) => restore({ before: record }, { subject: subjectOf(record), at: clock.now() }, words.done.restored),
    restoreEntry(id: EntryId, at: number) {
      const subject = { kind: 'entry', id } as const
      return restore({ subject, at }, { subject, at: clock.now() }, words.done.restored)
    },
    restoreAll: (at: number) => restore({ at }, { at: clock.now() }, words.restoredAll),
  }
}
