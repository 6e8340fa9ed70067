import type { MonthScript } from '../month/script'
import { beginning } from './beginning'
import { changes } from './changes'
import { lately } from './lately'
import { musicSchool } from './music-school'

/** A month with 林墨, a landscape designer who leaves Hangzhou; she and everybody around her are made up. */
export const linmo: MonthScript = (days) => [...beginning(days), musicSchool, ...changes, ...lately(days)]
