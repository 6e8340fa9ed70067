import { correctRequest, type CorrectRequest } from './request-correct'
import { forgetRequest, type ForgetRequest } from './request-forget'
import { rememberRequest, type RememberRequest } from './request-remember'
import { spokenSentences } from './request-sentences'

export type ExplicitRequest = RememberRequest | ForgetRequest | CorrectRequest

/**
 * What the person asks of memory in a message, by rule and without a model: the first sentence of their own prose
 * that says so. Quoted, pasted and reported words, questions and instructions for the work at hand are no requests.
 */
export function explicitRequest(messageText: string): ExplicitRequest | null {
  if (messageText.length > longestMessage) return null
  for (const sentence of spokenSentences(messageText)) {
    if (sentence.text.length > longestSentence) continue
    const request = forgetRequest(sentence) ?? rememberRequest(sentence) ?? correctRequest(sentence)
    if (request !== null) return request
  }
  return null
}

/** Longer messages are documents, longer sentences no requests. */
const longestMessage = 8_000
const longestSentence = 600
