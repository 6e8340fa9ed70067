import { create } from 'zustand'

interface SyncPlace {
  /** The phrase of a vault that was just made, until the person has put it away. */
  readonly phrase: string | null
  /** This device has just come back with the phrase. */
  readonly isBack: boolean
  setPhrase(phrase: string | null): void
  setBack(isBack: boolean): void
}

/** What the page of sync must not lose when the person looks elsewhere for a moment. */
export const useSyncPlace = create<SyncPlace>((set) => ({
  phrase: null,
  isBack: false,
  setPhrase: (phrase) => set({ phrase }),
  setBack: (isBack) => set({ isBack }),
}))
