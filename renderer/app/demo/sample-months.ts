import type { Language } from '@renderer/i18n'
import { linmo } from './linmo'
import { mira } from './mira'
import type { MonthScript } from './month/script'

/** A month of somebody's conversations to look around in, by language. */
export const sampleMonths: Record<Language, MonthScript> = { en: mira, 'zh-CN': linmo }
