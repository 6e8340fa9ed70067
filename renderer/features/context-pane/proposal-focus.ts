import { create } from 'zustand'

/** The focus is to go to the first proposal as soon as there is one on the screen; taken once. */
export const useProposalFocus = create<{ readonly isWanted: boolean }>(() => ({ isWanted: false }))
