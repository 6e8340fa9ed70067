import { create } from 'zustand'
import type { EntryId } from '@shared/ids'

/** The line that the profile goes to when it is opened from somewhere else; taken once. */
export const useProfileFocus = create<{ readonly entry: EntryId | null }>(() => ({ entry: null }))

export const focusEntry = (entry: EntryId | null): void => useProfileFocus.setState({ entry })
