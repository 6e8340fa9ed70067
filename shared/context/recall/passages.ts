import type { LocalDate } from '../../clock'
import { localDates } from './days'
import { excerptOf } from './excerpt'
import { passageLine, type RecallMessage } from './message'
import type { RecalledMessage } from './recall'

/** Of a longer message only the part around the hit is recalled, so that one paste does not take all the room. */
export const passageTokenLimit = 400

/** A recalled message with the words of it that go into the prompt: all of them, or the part around the hit. */
export interface Passage extends RecallMessage {
  /** Most tokens of its line. */
  readonly tokens: number
  readonly isExcerpt: boolean
  readonly matchedWords: readonly string[]
}

/** The day on which the messages below it were written. */
export const passageHeader = (date: LocalDate): string => `[${date}]\n`

/** Recalled messages as passages, in the same order; those whose text is not there any more are left out. */
export function passagesOf(
  recalled: readonly RecalledMessage[],
  textOf: (messageId: string) => RecallMessage | undefined,
  countTokens: (text: string) => number,
): Passage[] {
  return recalled.flatMap(({ messageId, tokens, matchedWords }) => {
    const message = textOf(messageId)
    if (message === undefined) return []
    const text = excerptOf(message, { matchedWords, tokenLimit: tokens, countTokens })
    return text === '' ? [] : [{ ...message, text, tokens, matchedWords, isExcerpt: text !== message.text }]
  })
}

/**
 * Recalled messages as they stand in a prompt: a header per session and day, then a line per message.
 * @param messages in the order of `recall`.
 */
export function renderPassages(messages: readonly RecallMessage[], timeZone?: string): string {
  const dateOf = localDates(timeZone)
  let place = ''
  return messages
    .map((message) => {
      const header = passageHeader(dateOf(message.createdAt))
      const isSamePlace = place === `${message.sessionId} ${header}`
      place = `${message.sessionId} ${header}`
      return isSamePlace ? passageLine(message) : header + passageLine(message)
    })
    .join('')
}
