import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { MacProvider } from './platform'

/** What the kit needs around it, once. */
export function UiProvider({ isMac, children }: { isMac: boolean; children: ReactNode }) {
  return (
    <MacProvider value={isMac}>
      <Tooltip.Provider delayDuration={450} skipDelayDuration={200}>
        {children}
      </Tooltip.Provider>
    </MacProvider>
  )
}
