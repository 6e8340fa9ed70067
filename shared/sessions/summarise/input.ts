import type { MessageId } from '../../ids'
import { estimateTokens } from '../../providers/estimate-tokens'
import { takeMessages, type ExcerptLimits, type NamedSpeech } from '../excerpt'
import type { Speech } from '../speech'
import type { SessionSummaryText, SummaryLine } from '../summary'

export interface SummaryInput {
  /** The lines so far, which the new summary takes over, changes or ends. */
  readonly previous: readonly { readonly alias: string; readonly line: SummaryLine }[]
  readonly messages: readonly NamedSpeech[]
  readonly upTo: MessageId
  /** Nothing is left behind it that is worth another call. */
  readonly isAll: boolean
}

export const messageLimits: ExcerptLimits = { tokens: 10_000, person: 4000, others: 2000 }

/** A session is summed up once it is so long, and again when so much has been added. */
const firstTokens = 6000
const firstMessages = 20
const againTokens = 4000

/**
 * @param messages the session's path, oldest first
 * @returns null while there is nothing to be summed up
 */
export function summaryInput(messages: readonly Speech[], summary: SessionSummaryText | null): SummaryInput | null {
  const end = summary === null ? -1 : messages.findIndex(({ id }) => id === summary.upTo)
  // On a branch that the summary does not cover it begins anew.
  const known = end === -1 ? null : summary
  const fresh = messages.slice(end + 1)
  if (!isDue(fresh, known)) return null
  const taken = takeMessages(fresh, messageLimits)
  const upTo = taken.at(-1)?.speech.id
  if (upTo === undefined) return null
  return {
    previous: (known?.lines ?? []).map((line, index) => ({ alias: `s${index + 1}`, line })),
    messages: taken,
    upTo,
    isAll: !isDue(fresh.slice(taken.length), summary),
  }
}

function isDue(fresh: readonly Speech[], summary: SessionSummaryText | null): boolean {
  const tokens = fresh.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  return summary === null ? tokens > firstTokens || fresh.length > firstMessages : tokens > againTokens
}
