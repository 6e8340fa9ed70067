import { create } from 'zustand'
import type { SessionId } from '@shared/ids'

interface RailState {
  /** The session whose title is being typed. */
  readonly renaming: SessionId | null
  setRenaming(id: SessionId | null): void
}

export const useRailState = create<RailState>((set) => ({
  renaming: null,
  setRenaming: (renaming) => set({ renaming }),
}))
