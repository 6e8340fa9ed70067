/** What prompts are made with; loaded apart, when the first one is: nothing of it is needed to show the app. */
export { planPrompt } from '@shared/context/assemble'
export { keepPromptMemory } from './prompt-memory'
export { passageTokenLimit } from '@shared/context/recall/passages'
export { speakersInSession } from '@shared/context/recall/speakers'
export { cacheKeyOf } from '@shared/providers/request/cache-key'
