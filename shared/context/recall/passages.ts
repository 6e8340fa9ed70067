import type { LocalDate } from '../../clock'
import { localDates } from './days'
import { passageLine, type RecallMessage } from './message'

/** The day on which the messages below it were written. */
export const passageHeader = (date: LocalDate): string => `[${date}]\n`

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
