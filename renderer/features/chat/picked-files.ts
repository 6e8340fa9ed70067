import type { PathItem } from '@renderer/state/services'
import type { PickerPurpose } from './use-chat-actions'

/**
 * The types of the files that the picked model will be given, with a space between: those of the question that is
 * answered again, else those of the message that is being written.
 */
export function pickedFiles(picker: PickerPurpose | null, items: readonly PathItem[], attached: string): string {
  if (picker?.kind !== 'retry') return attached
  const answer = items.find(({ row }) => row.id === picker.message)
  const questions = items.filter(({ row }) => answer?.row.parentIds.includes(row.id))
  const types = questions.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'file' ? part.mediaType : [])))
  return [...new Set(types)].join(' ')
}
