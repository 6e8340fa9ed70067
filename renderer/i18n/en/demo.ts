import type { DemoFault } from '@shared/providers/demo-fault'

/** Words of the demo's own panel; they load with it. */
export const demo = {
  title: 'Let it misbehave',
  hint: 'To see what the app does then: wait, retry, move on, continue. No other service is told.',
  fault: 'How',
  off: 'Off',
  faults: { limited: 'Limited', overloaded: 'Overloaded', cut: 'Cut off', slow: 'Slow', down: 'Down' } as Record<DemoFault, string>,
  when: 'How often',
  next: 'Next call',
  always: 'Every call',
  of: 'Which model',
  both: 'Both',
  large: 'The large one',
}
