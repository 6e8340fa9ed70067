import { createContext, useContext } from 'react'

const MacContext = createContext(false)

export const MacProvider = MacContext.Provider

/** Whether shortcuts are written and matched the Mac's way. */
export const useIsMac = (): boolean => useContext(MacContext)
