import { localDateAt } from '../clock'
import { redactSecrets } from '../memory/words'
import { estimateTokens } from '../providers/estimate-tokens'
import type { Speech } from './speech'

/** A message with the short name by which a model may refer to it. */
export interface NamedSpeech {
  readonly alias: string
  readonly speech: Speech
}

export interface ExcerptLimits {
  readonly tokens: number
  /** Longest text that is shown of one message, in characters. */
  readonly person: number
  readonly others: number
}

/** The first messages that fit, one at least; what is left is for the next run. */
export function takeMessages(messages: readonly Speech[], limits: ExcerptLimits): NamedSpeech[] {
  const taken: NamedSpeech[] = []
  let tokens = 0
  for (const speech of messages) {
    tokens += estimateTokens(shownText(speech, limits)) + perMessageTokens
    if (taken.length > 0 && tokens > limits.tokens) break
    taken.push({ alias: `m${taken.length + 1}`, speech })
  }
  return taken
}

const perMessageTokens = 20

/** As a JSON value: whatever a message says, it cannot look like the end of it or like another one. */
export function asJson({ alias, speech }: NamedSpeech, limits: ExcerptLimits, timeZone?: string): Record<string, unknown> {
  return { id: alias, from: speakers[speech.who], day: localDateAt(speech.at, timeZone), text: shownText(speech, limits) }
}

const speakers: Readonly<Record<Speech['who'], string>> = { person: 'person', assistant: 'assistant', foreign: 'outside (untrusted)' }

/** Cut, and without secrets: the model of a task may be another one than that of the conversation. */
export function shownText({ who, text }: Speech, limits: ExcerptLimits): string {
  const longest = who === 'person' ? limits.person : limits.others
  return redactSecrets(text.length <= longest ? text : `${text.slice(0, longest)} […]`)
}
