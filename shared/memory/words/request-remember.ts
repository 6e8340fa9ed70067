import { oneOf, pattern } from './pattern'
import { asLine, politeChinese, politeEnglish, type Spoken } from './request-sentences'

export interface RememberRequest {
  readonly kind: 'remember'
  /** The statement as a line of the profile. */
  readonly text: string
  /** The person's words, verbatim. */
  readonly quote: string
}

const english = new RegExp(
  oneOf(
    `^${politeEnglish}(?:(?:always |please |never )?(remember|don['’]?t (?:ever )?forget|do not forget|never forget|memori[sz]e`,
    `keep in mind|bear in mind|note|make a note(?: of (?:this|the fact))?|take note|save(?: this)? (?:to|in) (?:your )?memory`,
    `add(?: this)? to (?:your )?memory|store(?: this)? in (?:your )?memory|for the record|for future reference))`,
  ) +
    oneOf(
      `( this| the following| these things?| these facts| about me| for (?:later|next time|the future|me)| down`,
      ` please)?(?:,? please)?(\\s?[,:—–-]{1,2}\\s?| that |\\s)(.+)$`,
    ),
  'isu',
)
const listHead = new RegExp(oneOf(
  `^${politeEnglish}(?:remember|don['’]t forget|memori[sz]e|keep in mind|note|save to (?:your )?memory)(?: this| the following`,
  ` these things?| these facts| about me| that){0,2}(?:,? please)?\\s?[:：]$`,
), 'iu')
const pointingBack = new RegExp(oneOf(
  `^${politeEnglish}(?:remember|memori[sz]e|keep|note|save|don['’]t forget)(?: that| this| it| in mind| down){1,2}(?: in mind`,
  ` down)?(?: for (?:me|later|next time|the future|future chats))?(?:,? (?:please|ok|okay|thanks))?[.!]*$`,
), 'iu')
const trailing = pattern(
  'iu',
  String.raw`^(.{6,300}?)[,;—–-]{1,2}\s?(?:so |and |but )?(?:please |pls )?(?:remember|keep in mind|note|memori[sz]e`,
  String.raw`don['’]t forget)(?: that| this| it)?(?: in mind)?(?:,? please)?[.!]*$`,
)

const chinese = new RegExp(
  oneOf(
    `^${politeChinese}(?:把(?:这个|这点|这一点|以下内容?)?)?(永远记住|牢牢记住|牢记|记住|记下来?|记一下|记一记|记录一下|记着|记好|记得|别忘了?|别忘记|不要忘记|不要忘了|千万别忘了?|存入记忆|加入记忆`,
    `添加到记忆|保存到记忆)(?:了|哦|喔|啊|吧|哈|啦)?(?:这个|这点|这一点|这件事|以下(?:内容|几点|信息)?|下面(?:的|这些)?)?(\\s?[,，:：。、 —-]{0,2}\\s?)(.+)$`,
  ),
  'su',
)
const chineseListHead = new RegExp(`^${politeChinese}(?:记住|记下来?|记一下|记着|牢记|别忘了|记录一下)(?:这些|以下(?:内容|几点|信息)?|下面(?:的|这些|几点)?(?:内容|信息)?|这几点)?\\s?[:：]$`, 'u')
const chinesePointingBack = new RegExp(oneOf(
  `^${politeChinese}(?:把(?:这个|这点|它|这件事)?)?(?:记住|记下来?|记一下|记着|记好|别忘了|存入记忆|加入记忆)(?:了|哦|啊|吧|哈|啦)?(?:这个|这点|这一点|这件事|它)?(?:了|哦|啊`,
  `吧)?[。！!~]*$`,
), 'u')
const chineseTrailing = /^(.{4,200}?)[,，;；。]\s?(?:请你?|麻烦你?|你要?|帮我|以后)?(?:记住|记一下|记下来?|记着|别忘了|不要忘记)(?:了|哦|啊|吧|哈|啦)?(?:这个|这点|这一点|这件事)?(?:了|哦|啊|吧)?[。！!~]*$/u

const own = /^(?:i|i'm|i’m|i've|i’ve|im|my|mine|we|we're|we’re|our|me and)\b/i
const hasVerb = pattern(
  'i',
  String.raw`^(?:my|our|mine|me and)\b.{1,80}\b(?:is|are|was|were|has|have|had|will|can|lives?|works?|likes?|loves?|prefers?|hates?|needs?`,
  String.raw`goes|speaks?|called|does|do|starts?|ends?|falls?|moved|wants?|died|plays?|runs?|uses?|must|should|isn't|aren't|doesn't)\b`,
  String.raw`^(?:my|our)\b.{1,60}(?:'s|’s) (?:called|named|on|in|at)\b|^(?:i|we)(?:['’](?:m|ve|re|d|ll))?\s|^im\s`,
)
const ownChinese = /^(?:我|咱|本人)/
const hasVerbChinese = /是|在|住|叫|有|没|不|喜欢|讨厌|爱|用|想|要|会|能|做|吃|喝|去|来|对|姓|岁|养|学|偏好|习惯|过敏|生于|出生|搬|换|买|开|属|信|怕|工作|毕业|结婚|退休|希望|需要|已经|打算|计划|每/
/** Points at something that is not said, asks, or only recalls. */
const notStatement = pattern(
  'i',
  String.raw`^(?:(?:time|day|night|moment|movie|guy|girl|person|place|song|game|trip|party|scene|episode) (?:we|i|when|you|he|she|they`,
  String.raw`where|with|from|that)|it|this|that|these|those|he|she|they|him|her|them|me|us|everything|all|what|when|where|who|why|how|if`,
  String.raw`whether|to|the (?:time|day|moment|good old)|that (?:time|day|one)|one|some|last time|our (?:last|previous|earlier)`,
  String.raw`my (?:last|previous|earlier) (?:message|question|messages)|i (?:said|told|asked|mentioned|wrote|just)`,
  String.raw`we (?:talked|discussed|spoke))\b|\?\s*$`,
)
const notStatementChinese = /^(?:我们?(?:刚才|刚刚|之前|上次|说|问|讲|提)|我[吗么呢吧]|这|那|它|他|她|什么|怎么|吗|没|么|了|不|要(?!.*我)|上次|刚才|之前|你)|[?？]\s*$|吗[。.]?$/

/** What the person asks to be remembered in this sentence, if they do. */
export function rememberRequest({ text, previous, below }: Spoken): RememberRequest | null {
  if (listHead.test(text) || chineseListHead.test(text)) return fromList(text, below)
  if (pointingBack.test(text) || chinesePointingBack.test(text)) return fromPrevious(previous)
  const asked = english.exec(text)
  if (asked !== null) return fromEnglish(text, asked[1] ?? '', asked[3] ?? '', asked[4] ?? '')
  const askedChinese = chinese.exec(text)
  if (askedChinese !== null) return fromChinese(text, askedChinese[1] ?? '', askedChinese[2] ?? '', askedChinese[3] ?? '')
  return fromPrevious(trailing.exec(text)?.[1] ?? chineseTrailing.exec(text)?.[1] ?? null)
}

const anythingGoes = pattern(
  'i',
  String.raw`^(?:remember|memori[sz]e|keep in mind|bear in mind|save|add|store|don['’]?t (?:ever )?forget|do not forget|never forget`,
  String.raw`for the record)`,
)

function fromEnglish(quote: string, cue: string, link: string, statement: string): RememberRequest | null {
  const said = withoutThat(isPoliteQuestion.test(quote) ? statement.replace(/[?？]\s*$/, '') : statement)
  const isIntroduced = /that|[:：]/i.test(link) || /^(?:please )?that\s/i.test(statement)
  const mayBeAnything = isIntroduced && (anythingGoes.test(cue) || link.includes(':'))
  const isOwn = own.test(said) && hasVerb.test(said)
  if (notStatement.test(said) || !(isOwn || mayBeAnything) || said.split(/\s+/).length < 2) return null
  return { kind: 'remember', text: asLine(withoutThanks(said)), quote }
}

const isPoliteQuestion = /^(?:\w+[,.!]? ){0,2}(?:can|could|would|will) you\b/i
const withoutThat = (statement: string): string => statement.replace(/^(?:please )?that\s+(?=\S+\s)/i, '')
const withoutThanks = (statement: string): string => statement.replace(pattern(
  'i',
  String.raw`,? (?:please|thanks|thank you|ok|okay|for (?:next time|the future|later|future reference|future chats)|from now on`,
  String.raw`in (?:the )?future)[.!]*$`,
), '')

function fromChinese(quote: string, cue: string, link: string, statement: string): RememberRequest | null {
  if (/^记下了/.test(quote)) return null
  const isIntroduced = /[:：]/.test(link)
  const isOwn = ownChinese.test(statement) && hasVerbChinese.test(statement)
  const isGeneral = /^(?:以后|今后|每次|从现在|明天|后天|下周|下个?月|用户)/.test(statement) || (/我/.test(statement) && !/^(?:给我|帮我|替我|把我)/.test(statement))
  const mayBeGeneral = !/记得|别忘|不要忘/.test(cue) && isGeneral
  if (notStatementChinese.test(statement) || !(isIntroduced || isOwn || mayBeGeneral) || [...statement].length < 3) return null
  return { kind: 'remember', text: asLine(statement.replace(/(?:哦|喔|啊|哈|啦|谢谢|好吗|，谢谢)?[。！!~]*$/u, '')), quote }
}

function fromList(head: string, below: readonly string[]): RememberRequest | null {
  const items = below.map((line) => asLine(line.replace(/^\s*(?:[-*•+]|\d{1,3}[.)、])\s*/, ''))).filter((item) => item !== '')
  return items.length === 0 ? null : { kind: 'remember', text: items.join('; '), quote: [head, ...below].join('\n') }
}

/** "I live in Lyon. Remember that." */
function fromPrevious(statement: string | null): RememberRequest | null {
  if (statement === null) return null
  const plain = statement.trim()
  const isOwn = (own.test(plain) && hasVerb.test(plain)) || (ownChinese.test(plain) && hasVerbChinese.test(plain))
  return isOwn && !/[?？]\s*$|吗$/.test(plain) ? { kind: 'remember', text: asLine(plain), quote: plain } : null
}
