import { oneOf } from './pattern'
import { foreignMark, proseWithQuotes, ownProse } from './own-prose'
import { sentencesOf } from './sentences'

/** A sentence in which the person speaks to the assistant, with what went before it and what follows. */
export interface Spoken {
  /** Verbatim, quotation marks inside included. */
  readonly text: string
  readonly previous: string | null
  /** The lines directly below, up to an empty one. */
  readonly below: readonly string[]
}

/** The sentences of the person's own prose; those that begin inside code, a quotation or pasted text are left out. */
export function spokenSentences(message: string): Spoken[] {
  const prose = ownProse(message)
  const visible = proseWithQuotes(message)
  const sentences = sentencesOf(visible).filter(({ start, text }) => prose.charAt(start) !== foreignMark && !text.includes(foreignMark))
  return sentences.map(({ text, end }, index) => ({
    text: text.replace(/^(?:[-*•]\s+)/, ''),
    previous: sentences[index - 1]?.text ?? null,
    below: linesBelow(visible, end),
  }))
}

function linesBelow(text: string, from: number): string[] {
  const lines = text.slice(from).split('\n').slice(1)
  const blank = lines.findIndex((line) => line.trim() === '')
  return (blank === -1 ? lines : lines.slice(0, blank)).filter((line) => !line.includes(foreignMark)).slice(0, 12)
}

/** What people say before a request. */
export const politeEnglish = oneOf(
  '(?:(?:please|pls|kindly|also|and|but|so|ok|okay|hey|hi|hello|oh|now|then|well|yes|thanks|thank you|by the way|btw|just',
  'one more thing|sorry|wait|could you|can you|would you|will you|you can|you should|you must|i want you to|i need you to',
  "i['’]d like you to|i would like you to|let['’]s|important|always|going forward|in (?:the )?future",
  'for (?:the )?future(?: reference)?|from now on|assistant)[,:!.]? ){0,5}',
)
export const politeChinese = '(?:(?:请你?|麻烦你?|拜托你?|帮我|帮忙|给我|你要|你得|你可以|能不能|可以|你|务必|一定要|一定|也|还有|另外|顺便|对了|好的|好|嗯|那|那么|以后|今后|重要)[,，:： ]{0,2}){0,5}'

/** A statement as a line of the profile: trimmed, without closing marks, its first letter a capital. */
export function asLine(statement: string): string {
  const line = statement
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:;，：；、-]{1,8}/, '')
    .replace(/[\s.!;,。！；，~]{1,8}$/, '')
    .trim()
  const bare = /^(["“「])([^"”」]+)["”」]$/.exec(line)?.[2] ?? line
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}
