import type { QueryContext } from './query'

/** How the two who talk are called in recalled conversation. */
const asker = 'Person'
const answerer = 'Assistant'

export const speakerOf = (role: 'user' | 'assistant'): string => (role === 'user' ? asker : answerer)

/** Whom a person's question means by "I" and by "you". */
export const speakersInSession: Pick<QueryContext, 'asker' | 'answerer'> = { asker, answerer }
