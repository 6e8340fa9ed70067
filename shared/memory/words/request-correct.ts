import { oneOf, pattern } from './pattern'
import { asLine, type Spoken } from './request-sentences'
import { topicOf } from './topic'

export interface CorrectRequest {
  readonly kind: 'correct'
  /** What was held to be true, as the person said it: a value or a statement. */
  readonly from: string | null
  /** What is true: a statement ("I live in Lyon"), or a value where `from` is one or where nothing else was said. */
  readonly to: string
  readonly quote: string
}

const denial = oneOf(
  "(?:no|nope|nah|not quite|wrong|that'?s (?:wrong|incorrect|not (?:right|true|correct|it))",
  'that’s (?:wrong|incorrect|not (?:right|true|correct))|that is (?:wrong|incorrect|not (?:right|true|correct))',
  "you(?:'re| are) wrong|you (?:got|have) (?:that|it|this) wrong|incorrect|correction|sorry|actually|wait|hold on|oh|well",
  'i meant|i mean|but|to correct (?:that|you|this)|hmm|ok|okay)',
)
const strongDenial = pattern(
  'i',
  String.raw`^(?:\w+, )?(?:wrong|that['’]?s (?:wrong|incorrect|not (?:right|true|correct))|that is (?:wrong|incorrect|not)`,
  String.raw`you(?:'re| are) wrong|you (?:got|have) (?:that|it|this) wrong|incorrect|correction|to correct)`,
)
const opened = new RegExp(`^(?:${denial}[\\s,.:;!—–-]{1,4}){1,3}`, 'iu')
const copula = "(?:it['’]?s|it is|its|that['’]?s|that is|it was|they['’]?re|this is|it should be|should be|it must be)"
const stop = '[.!\\s]*$'

const notButEnglish = new RegExp(oneOf(
  `^(?:${copula} |i['’]?m |i am )?not (.{2,60}?)(?:,? but(?: rather)?`,
  `\\s?[,;—–-]{1,2} ?(?:it['’]?s|it is|but|rather)) (.{2,80}?)${stop}`,
), 'iu')
const notThenEnglish = /^not (.{2,40}?), (.{2,40}?)[.!\s]*$/iu
const insteadEnglish = new RegExp(`^(?:${copula} )?(.{1,80}?)(?:,(?: and)? not|,? instead of|,? rather than) (.{1,60}?)${stop}`, 'iu')
const anyLongerEnglish = pattern(
  'iu',
  String.raw`^(i (?:do not|don['’]?t|no longer|am no longer|am not|['’]?m not|['’]?m no longer)`,
  String.raw`i['’]m (?:not|no longer)) (.{2,80}?)(?: now| any ?more| any longer)?\s?[,;.—–-]{1,2}\s?(?:but |and `,
  String.raw`now )?((?:i|my)\b.{3,100}?)[.!\s]*$`,
)
/** "I no longer work at Acme.", said before what holds now. */
const formerEnglish = /^(?:\w+, )?i (?:no longer|do(?: not|n['’]?t)(?=.* any ?(?:more|longer))) (.{2,80}?)(?:,? any ?more|,? any longer)?[.!\s]*$/iu
const valueEnglish = new RegExp(`^${copula} (?:now |actually |really )?(.{1,60}?)${stop}`, 'iu')
const ownEnglish = pattern(
  'iu',
  String.raw`^(?:i|i['’]m|i['’]ve|im|my|our|we)\b(?! (?:think|mean|meant|guess|want|need|don['’]t (?:think|know|want|need)|said|asked`,
  String.raw`was asking|see|know|would|['’]d))`,
)

const chineseDenial = /^(?:(?:不对|不是的?|不|错了?|你?(?:记|搞|弄|说)错了?|更正(?:一下)?|纠正(?:一下)?|准确地?说|等等|其实|实际上|事实上|抱歉|哦|嗯|啊)[,，。.!！:： ]{1,2}|其实|实际上|事实上){1,3}/u
const strongChineseDenial = /^(?:\p{Script=Han}{1,3}[,，])?(?:不对|错|你?(?:记|搞|弄|说)错|更正|纠正)/u
const notButChinese = /^(?:我?(?:的\p{Script=Han}{1,6})?)?(?:并?不是|并非)(.{1,40}?)[,，]?(?:而是|应该是|[,，]是)(.{1,60}?)[。.!！]*$/u
const insteadChinese = /^(?:我?(?:的\p{Script=Han}{1,6})?)?(?:应该)?是(.{1,40}?)[,，]?(?:而)?不是(.{1,40}?)[。.!！]*$/u
const anyLongerChinese = /^(我(?:现在)?(?:已经)?(?:不再|不|没)(.{1,30}?)了)[,，。;；]\s?(?:现在)?((?:我|现在|改|搬|换).{2,60}?)[。.!！]*$/u
/** "我不是护士，我是医生": the same verb, denied and said. */
const otherChinese = /^我不(是|在|住在?|叫|姓)(.{1,30}?)[,，。;；]\s?(我(?:现在)?\1.{1,60}?)[。.!！]*$/u
const ownInsteadChinese = /^(我.{2,40}?)[,，](?:而)?不是(.{1,40}?)[。.!！]*$/u
const valueChinese = /^(?:应该)?是(.{1,40}?)[。.!！]*$/u

/** How the person corrects what is held to be true about them, if they do. */
export function correctRequest({ text, previous }: Spoken): CorrectRequest | null {
  if (/[?？]\s*$/.test(text)) return null
  return /\p{Script=Han}/u.test(text) ? chineseCorrection(text, previous) : englishCorrection(text, previous)
}

function englishCorrection(quote: string, previous: string | null): CorrectRequest | null {
  const opening = opened.exec(quote)?.[0] ?? ''
  const said = quote.slice(opening.length).replace(/,? (?:thanks|please|sorry|actually|though)[.!]*$/i, '')
  const isDenied = opening !== '' || isDenial(previous)
  const changed = anyLongerEnglish.exec(said)
  if (changed !== null && isChange(changed)) return correction(`I ${/m\b/.test(changed[1] ?? '') ? 'am ' : ''}${changed[2] ?? ''}`, changed[3] ?? '', quote)
  const former = formerEnglish.exec(previous ?? '')?.[1]
  if (former !== undefined && topicOf(said) !== null && topicOf(said) === topicOf(`I ${former}`)) return correction(`I ${former}`, said, quote)
  const notBut = notButEnglish.exec(said)
  if (notBut !== null && isPair(notBut[1] ?? '', notBut[2] ?? '', { isDenied, isOwn: /^i\b/i.test(said) })) return correction(notBut[1] ?? null, notBut[2] ?? '', quote)
  const notThen = isDenied ? notThenEnglish.exec(said) : null
  if (notThen !== null && isName(notThen[1] ?? '') && isName(notThen[2] ?? '')) return correction(notThen[1] ?? null, notThen[2] ?? '', quote)
  const instead = insteadEnglish.exec(said)
  if (instead !== null && isInstead(instead[1] ?? '', instead[2] ?? '', isDenied)) return correction(instead[2] ?? null, instead[1] ?? '', quote)
  if (!isDenied) return null
  if (ownEnglish.test(said)) {
    const isStrong = strongDenial.test(quote) || isStrongDenial(previous)
    return topicOf(said) !== null || (isStrong && hasThreeWords(said)) ? correction(null, said, quote) : null
  }
  const value = valueEnglish.exec(said)?.[1]
  return value !== undefined && isName(value) ? correction(null, value, quote) : null
}

/** "I don't … any more, I …", or two statements on one topic; "I'm not tired, my legs hurt" is no change. */
function isChange([all, , , to = '']: RegExpExecArray): boolean {
  return /any ?more|longer/i.test(all) || topicOf(to) !== null
}

/** "not Lyon but Paris". Where nothing was denied before, only names, or what a person is: "I'm not a nurse but a doctor". */
function isPair(from: string, to: string, { isDenied, isOwn }: { readonly isDenied: boolean; readonly isOwn: boolean }): boolean {
  if (isDenied) return isValue(from) && isValue(to)
  return (isName(from) && isName(to)) || (isOwn && /^an? /i.test(from) && /^an? /i.test(to))
}

const instruction = /^(?:i (?:think|said|want|need|would|do|did|can|will)|if|why|please|use|do|make|let|you)\b/i

/** "Paris, not Lyon". Where nothing was denied before, only on a known topic or of a name. */
function isInstead(to: string, from: string, isDenied: boolean): boolean {
  if (!isValue(from) || instruction.test(to) || to.split(' ').length > 10 || /^(?:i['’]?m|it['’]?s)$|\b(?:but|and)$/i.test(to)) return false
  return isDenied || topicOf(to) !== null || (isName(from) && isName(to))
}

const hasThreeWords = (said: string): boolean => said.split(/\s+/).length >= 3

function isDenial(previous: string | null): boolean {
  return previous !== null && previous.length < 60 && new RegExp(`^(?:${denial}[\\s,.:;!—–-]{0,4}){1,3}$`, 'iu').test(previous)
}

const isStrongDenial = (previous: string | null): boolean => isDenial(previous) && strongDenial.test(previous ?? '')

/** Something that can stand for a value: a few words, not a clause of its own. */
function isValue(value: string | undefined): boolean {
  return value !== undefined && value.split(/\s+/).length <= 7 && !pattern(
    'i',
    String.raw`^(?:to|only|just|because|gonna|\w+ing|that|really|sure|yet|always|even|so|all|quite|very|too|necessarily|working|possible|going|doing|it`,
    String.raw`what|how)\b`,
  ).test(value)
}

/** A bare value after "no, it's": a name, a number or a date; "no, it's fine" is none. */
const isName = (value: string): boolean => value.split(/\s+/).length <= 5 && /^(?:the )?[\p{Lu}\d]/u.test(value) && !/^(?:OK|Okay|I|A|It)\b/.test(value)

function chineseCorrection(quote: string, previous: string | null): CorrectRequest | null {
  const opening = chineseDenial.exec(quote)?.[0] ?? ''
  const said = quote.slice(opening.length)
  const isDenied = opening !== '' || isChineseDenial(previous)
  const changed = anyLongerChinese.exec(said)
  if (changed !== null) return correction(`我${changed[2] ?? ''}`, changed[3] ?? '', quote)
  const other = otherChinese.exec(said)
  if (other !== null) return correction(`我${other[1] ?? ''}${other[2] ?? ''}`, other[3] ?? '', quote)
  const ownInstead = ownInsteadChinese.exec(said)
  if (ownInstead !== null) return correction(ownInstead[2] ?? null, ownInstead[1] ?? '', quote)
  const notBut = notButChinese.exec(said)
  if (notBut !== null) return correction(notBut[1] ?? null, notBut[2] ?? '', quote)
  const instead = insteadChinese.exec(said)
  if (instead !== null) return correction(instead[2] ?? null, instead[1] ?? '', quote)
  if (!isDenied) return null
  if (/^我/.test(said)) {
    const isStrong = strongChineseDenial.test(quote) || strongChineseDenial.test(previous ?? '')
    return topicOf(said) !== null || (isStrong && /^我(?!觉得|想|要|问|说|的意思|是说)/.test(said) && said.length > 3) ? correction(null, said, quote) : null
  }
  const value = valueChinese.exec(said)?.[1]
  return value !== undefined && isChineseValue(value) ? correction(null, value, quote) : null
}

const isChineseDenial = (previous: string | null): boolean => previous !== null && /^(?:不|不对|不是|错了|你?(?:记|搞|弄|说)错了|更正|纠正)[，,。！!]?$/u.test(previous.trim())

const isChineseValue = (value: string): boolean => [...value].length <= 12 && !/^(?:的|吗|我|你|他|她|这|那|什么|不|因为|说|指|想|要|一个|个|可以|好|很)|的$|[吗呢吧]$/u.test(value)

function correction(from: string | null, to: string, quote: string): CorrectRequest {
  const isStatement = /^(?:i|i['’]m|i['’]ve|my|我)\b|^我/iu.test(to.trim())
  const line = asLine(to).replace(/ (?:now|instead|these days)$/i, '')
  return { kind: 'correct', from: from === null ? null : from.trim(), to: isStatement ? line : to.trim().replace(/[.!。！]{1,8}$/, '').replace(/ now$/i, '').trim(), quote }
}
