import { create } from 'zustand'

interface NewSession {
  /** The session that does not exist yet is to be private. */
  readonly isPrivate: boolean
  setPrivate(isPrivate: boolean): void
}

const storageKey = 'new-session-is-private'

/** Kept over a reload, as its draft is: what was begun in private is never sent in the open. */
export const useNewSession = create<NewSession>((set) => ({
  isPrivate: globalThis.localStorage?.getItem(storageKey) === 'yes',
  setPrivate(isPrivate) {
    if (isPrivate) localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
    set({ isPrivate })
  },
}))
