import { pattern } from './pattern'
import { introducesOwnWords } from './introductions'

/** A stretch of a message that is not the person's own prose: code, quoted words, a pasted dialog or letter. */
export interface ForeignSpan {
  readonly start: number
  readonly end: number
  readonly kind: 'code' | 'quoted' | 'pasted'
}

/** Stands for each character of a foreign span, so that positions stay true; never part of prose. */
export const foreignMark = '\ufffc'

/** The message with every foreign span blanked out; as long as the message. */
export function ownProse(text: string): string {
  return foreignSpans(text).reduce((result, span) => blanked(result, span), text)
}

/** The message without code and pasted text; words in quotation marks stay. */
export function proseWithQuotes(text: string): string {
  return foreignSpans(text).filter(({ kind }) => kind !== 'quoted').reduce(blanked, text)
}

export function foreignSpans(text: string): ForeignSpan[] {
  const blocks = blockSpans(text)
  const inline = inlineSpans(blocks.reduce(blanked, text))
  return [...blocks, ...inline]
}

const blanked = (text: string, { start, end }: ForeignSpan): string =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, foreignMark) + text.slice(end)

/** Lines between which stands code or a document, whatever is in it. */
const fences: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^ {0,3}```/, /^ {0,3}```/],
  [/^ {0,3}~~~/, /^ {0,3}~~~/],
  [/^ {0,3}"""/, /"""\s*$/],
  [/^ {0,3}'''/, /'''\s*$/],
  [/^ {0,3}<<</, /^ {0,3}>>>/],
  [/^\s*[-=#*]{2,} ?(?:begin|start)\b/i, /^\s*[-=#*]{2,} ?(?:end|stop)\b/i],
  [/^\s*\\begin\{/, /^\s*\\end\{/],
]
const quotedLine = /^\s{0,8}[>＞|]/
const codeLine = /^(?: {4}|\t)/
const listItem = /^\s{0,12}(?:[-*+•·]|\d{1,3}[.)、])\s/
const tagged = /<\/?[a-z][\w:-]{0,40}(?:\s[^<>\n]{0,200})?>/i
/** Everything below such a line was written by somebody else. */
const letterStart = pattern(
  'i',
  String.raw`^\s{0,8}(?:-{2,}\s?(?:original|forwarded) message|begin forwarded message|from:\s.{0,80}@|发件人[:：]|-{2,}\s?转发`,
  String.raw`on\s.{4,80}\swrote:|.{2,40}写道[:：]\s*$)`,
)
/** "User: …", "[10:32] Bob: …", "助手：…". */
const speaker = pattern(
  'u',
  String.raw`^\s{0,8}(?:[-*>]\s{0,4})?(?:\[[^\]\n]{1,40}\]\s{0,4}`,
  String.raw`\d{1,2}:\d{2}(?::\d{2})?\s{0,4})?\**(\p{L}[\p{L}\p{N}'_-]{0,24}(?: \p{L}[\p{L}\p{N}'_-]{0,24}){0,2})\**(?: \([^)\n]{1,30}\))?\**\s?[:：]\**(?!\/\/)`,
)
/** What closes the fence that this line opens; null where it opens none. */
const closingOf = (line: string): RegExp | null => fences.find(([open]) => open.test(line))?.[1] ?? null

function blockSpans(text: string): ForeignSpan[] {
  const spans: ForeignSpan[] = []
  let closing: RegExp | null = null
  let inDialog = false
  let wasBlank = true
  let inLetter = false
  let introduced: Introduced = 'nothing'
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const opening: RegExp | null = closing === null ? closingOf(line) : null
    const isFenced = closing !== null || opening !== null
    introduced = isFenced ? 'nothing' : introducedBelow(line, introduced)
    const kind = kindOfLine(line, { isFenced, inDialog: inDialog || introduced === 'text', inLetter, wasBlank })
    if (opening !== null) closing = opening
    else if (closing !== null && closing.test(line)) closing = null
    inLetter ||= letterStart.test(line)
    wasBlank = line.trim() === ''
    inDialog = !wasBlank && (inDialog || isSpeakerLine(line))
    if (kind !== null) spans.push({ start, end, kind })
    start = end + 1
  }
  return spans
}

/** A line such as "The page says:" introduces the paragraph below it, also across an empty line. */
type Introduced = 'nothing' | 'next' | 'text'

function introducedBelow(line: string, before: Introduced): Introduced {
  const plain = line.trim()
  if (plain === '') return before === 'next' ? 'text' : 'nothing'
  if (before === 'text') return 'text'
  const label = /^(?:#{1,6} (.{1,120})|(.{1,120})[:：])$/u.exec(plain)?.slice(1).find((found) => found !== undefined)
  return label !== undefined && !introducesOwnWords(label) ? 'next' : before === 'next' ? 'text' : 'nothing'
}

interface Surroundings {
  readonly isFenced: boolean
  readonly inDialog: boolean
  readonly inLetter: boolean
  readonly wasBlank: boolean
}

function kindOfLine(line: string, around: Surroundings): ForeignSpan['kind'] | null {
  if (around.isFenced) return 'code'
  if (around.wasBlank && codeLine.test(line) && !listItem.test(line)) return 'code'
  if (quotedLine.test(line)) return 'quoted'
  if (around.inLetter || around.inDialog || letterStart.test(line) || isSpeakerLine(line) || tagged.test(line)) return 'pasted'
  return null
}

function isSpeakerLine(line: string): boolean {
  const name = speaker.exec(line)?.[1]
  return name !== undefined && (roles.test(name) || (isName(name) && !introducesOwnWords(name)))
}

const roles = new RegExp(
  `^(?:${[
    'user|assistant|system|human|ai|bot|me|you|model|tool|developer|q|a|customer|agent|gpt|chatgpt|claude',
    '用户|助手|系统|人类|我|你|他|她|问|答|客户|客服|机器人|模型|工具',
  ].join('|')})$`,
  'i',
)
const capitalised = /^\p{Lu}[\p{L}\p{N}'_-]*(?: \p{Lu}[\p{L}\p{N}'_-]*)*$/u
const chineseName = /^(?!.*[的是有在说下点])\p{Script=Han}{1,4}$/u

/** A name is written with capitals; "the thing is: …" is prose. */
const isName = (label: string): boolean => capitalised.test(label) || chineseName.test(label)

const inlineShapes: readonly (readonly [RegExp, ForeignSpan['kind']])[] = [
  // What a page does not show: comments of HTML and Markdown, the text behind an image.
  [/<!--[^]{0,4000}?(?:-->|$)/g, 'pasted'],
  [/!?\[[^\]\n]{0,500}\]: #[^\n]{0,2000}|!\[[^\]\n]{1,500}\](?:\([^)\n]{0,500}\))?/g, 'pasted'],
  [/(?<!`)(`{1,3})(?!`)[^`\n]{1,2000}\1(?!`)/g, 'code'],
  [/"[^"\n]{1,2000}(?:"|$)/gm, 'quoted'],
  [/[“„][^”“\n]{1,2000}(?:[”“]|$)/gm, 'quoted'],
  [/«[^»\n]{1,2000}(?:»|$)/gm, 'quoted'],
  [/「[^」\n]{1,2000}(?:」|$)/gm, 'quoted'],
  [/『[^』\n]{1,2000}(?:』|$)/gm, 'quoted'],
  [/＂[^＂\n]{1,2000}(?:＂|$)/gm, 'quoted'],
  [/‘[^‘’\n]{1,2000}’(?![\p{L}])/gu, 'quoted'],
  [/(?<![\p{L}\p{N}])'(?=\S)[^'\n]{1,400}(?:(?<=\p{L})'(?=\p{L})[^'\n]{1,400}){0,8}'(?![\p{L}\p{N}])/gu, 'quoted'],
]

function inlineSpans(text: string): ForeignSpan[] {
  return inlineShapes.flatMap(([shape, kind]) => [...text.matchAll(shape)].map((match) => ({ start: match.index, end: match.index + match[0].length, kind })))
}
