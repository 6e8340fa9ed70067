import type { MonthScript } from '../month/script'
import { beginning } from './beginning'
import { changes } from './changes'
import { lately } from './lately'
import { musicSchool } from './music-school'

/** A month with Mira, a landscape designer who leaves Lyon; she and everybody around her are made up. */
export const mira: MonthScript = (days) => [...beginning(days), musicSchool, ...changes, ...lately(days)]
