/** How the demo's model misbehaves when it is told to. No service reads this; only the demo's provider is given it. */
export const demoFaultHeader = 'x-demo-fault'

export const demoFaults = ['limited', 'overloaded', 'cut', 'slow', 'down'] as const
export type DemoFault = (typeof demoFaults)[number]

export interface DemoFaultOrder {
  readonly fault: DemoFault
  /** Of both models, or of the large one alone, so that the small one can stand in for it. */
  readonly of: 'both' | 'large'
  /** null: every call. Else only the first call that carries this order, which has a name of its own. */
  readonly once: string | null
}

export const writeDemoFault = ({ fault, of, once }: DemoFaultOrder): string => `${fault} ${of} ${once ?? 'always'}`

/** null where it is none. */
export function readDemoFault(value: string): DemoFaultOrder | null {
  const [, fault, of, when] = /^(limited|overloaded|cut|slow|down) (both|large) (always|[\w-]{1,40})$/.exec(value) ?? []
  if (fault === undefined || of === undefined || when === undefined) return null
  return { fault: fault as DemoFault, of: of as DemoFaultOrder['of'], once: when === 'always' ? null : when }
}
