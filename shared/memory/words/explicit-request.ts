import { correctRequest, type CorrectRequest } from './request-correct'
import { forgetRequest, type ForgetRequest } from './request-forget'
import { rememberRequest, type RememberRequest } from './request-remember'
import { spokenSentences, type Spoken } from './request-sentences'

export type ExplicitRequest = RememberRequest | ForgetRequest | CorrectRequest

/**
 * What the person asks of memory in a message, by rule and without a model, in the order in which they ask it.
 * Quoted, pasted and reported words, questions and instructions for the work at hand are no requests.
 */
export function explicitRequests(messageText: string): ExplicitRequest[] {
  if (messageText.length > longestMessage) return []
  const requests = spokenSentences(messageText).flatMap((sentence) => (sentence.text.length > longestSentence ? [] : (readRequest(sentence) ?? [])))
  return requests.slice(0, mostRequests)
}

/** The first of them. */
export const explicitRequest = (messageText: string): ExplicitRequest | null => explicitRequests(messageText)[0] ?? null

const readRequest = (sentence: Spoken): ExplicitRequest | null => forgetRequest(sentence) ?? rememberRequest(sentence) ?? correctRequest(sentence)

/** Longer messages are documents, longer sentences no requests, and more of them a list. */
const longestMessage = 8_000
const longestSentence = 600
const mostRequests = 8
