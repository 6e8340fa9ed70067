import type { Scenario } from '../scenario'
import { accessScenarios } from './access'
import { attachmentScenarios } from './attachments'
import { backgroundScenarios } from './background'
import { firstRunScenarios } from './first-run'
import { imeScenarios } from './ime'
import { memoryChatScenarios } from './memory-chat'
import { memoryReviewScenarios } from './memory-review'
import { providerScenarios } from './providers'
import { priceScenarios } from './prices'
import { recallScenarios } from './recall'
import { routeScenarios } from './routes'
import { secretScenarios } from './secrets'
import { sessionScenarios } from './sessions'
import { survivalScenarios } from './survival'

/** Using it from day to day. */
export const dailyScenarios: readonly Scenario[] = [
  ...firstRunScenarios,
  ...providerScenarios,
  ...routeScenarios,
  ...priceScenarios,
  ...sessionScenarios,
  ...attachmentScenarios,
  ...memoryChatScenarios,
]

/** Its memory, what it does by itself, what it survives, and whom it is open to. */
export const lastingScenarios: readonly Scenario[] = [
  ...memoryReviewScenarios,
  ...backgroundScenarios,
  ...recallScenarios,
  ...survivalScenarios,
  ...imeScenarios,
  ...accessScenarios,
  ...secretScenarios,
]

/** The one suite that every way of running the app has to pass. */
export const scenarios: readonly Scenario[] = [...dailyScenarios, ...lastingScenarios]
