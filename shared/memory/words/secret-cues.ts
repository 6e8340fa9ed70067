import { oneOf, pattern } from './pattern'
import type { SecretKind } from './secret-shapes'
import { isChinesePassword, isCode, isKeyLike, isPassword, phraseLength } from './secret-values'

/** A secret in a text of one width. */
export interface FoundSecret {
  readonly kind: SecretKind
  readonly start: number
  readonly end: number
}

const passwordWords = "pass ?words?|passwd|pass ?phrases?|pass ?codes?|pwd"
const chinesePasswordWords = '密码|密碼|口令|通行码|暗号'
const codeWords = oneOf(
  '(?:use|enter) code|pin(?: ?code| ?number|码)?|otp|(?:verification|security|2fa|auth(?:entication)?|one-time|backup|recovery|unlock|door|alarm',
  'gate|entry|access) codes?|cvv2?|cvc2?|验证码|校验码|动态码|安全码|解锁码|锁屏码|门禁码',
)
const keyWords = oneOf(
  '(?:api|secret|access|private|encryption|license|licence|master|signing)[ _-]?keys?(?: id)?|secret access key',
  '(?:client|app)[ _-]?secrets?|(?:auth|access|bearer|refresh|session|api|personal access|bot)?[ _-]?tokens?|secrets?',
  'credentials?|私钥|密钥|秘钥|令牌|访问凭证|凭据',
)
const phraseWords = '(?:seed|recovery|mnemonic|backup|secret recovery|wallet) (?:phrase|words|seed)|mnemonics?|助记词|恢复短语|恢复词|种子词'

const about = '(?: ?\\([^)\\n]{1,30}\\)| (?:i|we) [a-z]{2,12}| (?:for|to|of|on|at|in) [^.,;:=!?\\n]{1,40}?)?'
const told = oneOf(
  `["'\`]?(?: ?(?:[:=-]|->|=>)[ \\n]?| (?:is|was|are|will be|used to be)(?: now| still| just| simply)?:? |'s `,
  `(?: ?的)?(?:(?!管理|策略|规则|长度|要求|强度|框|学|问题)[^,.!?;:\\n。，！？；a-z]){0,12}?(?:就是|是|为|改成|改为|设成|设为|设置为|换成|叫做?)了? ?[:]? ?)`,
)
const value = `("[^"\\n]{3,100}"|'[^'\\n]{3,100}'|\`[^\`\\n]{3,100}\`|[\\x21-\\x7e]{3,300}|\\p{Script=Han}{2,12})`
const own = pattern(
  'i',
  String.raw`(?:my |our |(?:wi-?fi|bank|login|email|account|router|phone|laptop|server|root|admin|master) |我的?[^,.!?;\n。，！？；]{0,10}`,
  String.raw`家里[^,.!?;\n。，！？；]{0,10})(?:[a-z-]{1,15} ){0,2}$`,
)
const noLetter = '(?<![A-Za-z0-9])'

const shape = (body: string): RegExp => new RegExp(noLetter + body, 'giu')
const passwordTold = new RegExp(`(?:${noLetter}(?:${passwordWords})|${chinesePasswordWords})${about}(${told})${value}`, 'giu')
const passwordBare = shape(`(?:password|passwd|pwd|pass|pw)[ :=]{1,2}${value}`)
const passwordBareChinese = new RegExp(`(?:密码|口令)[ :=]{0,2}${value}`, 'giu')
const passwordChanged = shape(`(?:set|changed?|reset|updated?) (?:my|the|our) (?:[a-z-]{1,15} ){0,3}(?:${passwordWords}|pin)(?: from [^ ]{1,60})? to ${value}`)
const passwordBefore = shape(`([\\x21-\\x7e]{3,100}) (?:for [a-z]{2,12} )?(?:is|was|as) (?:my |our |the )(?:[a-z-]{1,15} ){0,2}?(?:password|passcode|passphrase|pin)(?![a-z])`)
const passwordBeforeChinese = /([\x21-\x7e]{4,100}) ?(?:就?是|作为|当作?)(?:我的?)?[^,.!?;\n。，！？；]{0,8}(?:密码|口令)/gu
const keyBefore = shape(`([\\x21-\\x7e]{12,300}) (?:is|was) (?:my|our|the) (?:[a-z-]{1,15} ){0,2}(?:key|token|secret)(?![a-z])`)
const codeTold = shape(`(?:${codeWords})${about}(?:${told}| )(["'\`]?[A-Za-z0-9]{2,12}(?:[ -]\\d{2,6}){0,3})(?![A-Za-z0-9])`)
const keyTold = shape(`(?:${keyWords})${about}(?:${told})${value}`)
const phraseTold = shape(`(?:${phraseWords}|pass ?phrase|password)${about}(?:${told})(?=[a-z"'\`\\p{Script=Han}])`)
const assignment = pattern(
  'giu',
  String.raw`(?<![A-Za-z0-9_])([A-Za-z0-9_]{0,40}(?:key|token|secret|passwd|password`,
  String.raw`pwd)[A-Za-z0-9_]{0,20})["']?[ ]{0,3}[=:][ ]{0,3}["']?((?:(?!["',;])[\x21-\x7e]){6,300})`,
)
const login = /(?<![A-Za-z0-9])(?:log ?in|credentials?|账号密码|账密)[ :=是为]{1,4}([^\s/:,]{2,60}) ?[/:] ?([^\s,;]{4,100})/giu

/** Secrets that a word announces: passwords, codes, keys, phrases. */
export function announcedSecrets(text: string): FoundSecret[] {
  return [
    ...collect(text, passwordTold, 2, 'password', isToldPassword),
    ...collect(text, passwordBare, 1, 'password', (word, after) => word.length >= 5 && /\d/.test(word) && isPassword(word, after, false)),
    ...collect(text, passwordBareChinese, 1, 'password', (word, after) => word.length >= 5 && /\d/.test(word) && isPassword(word, after, false)),
    ...collect(text, passwordChanged, 1, 'password', (word, after) => isPassword(word, after, true)),
    ...collect(text, passwordBefore, 1, 'password', (word) => isPassword(word, '', true) && !/^(?:it|he|she)'s$/i.test(word)),
    ...collect(text, passwordBeforeChinese, 1, 'password', (word) => isPassword(word, '', true)),
    ...collect(text, codeTold, 1, 'code', (word) => isCode(word) && /\d{3}/.test(word.replace(/[ -]/g, ''))),
    ...collect(text, keyTold, 1, 'api-key', (word) => isKeyLike(word)),
    ...collect(text, keyBefore, 1, 'api-key', (word) => isKeyLike(word)),
    ...collect(text, assignment, 2, 'password', (word, after, match) => namesPassword(match) && isPassword(word, after, true)),
    ...collect(text, assignment, 2, 'api-key', (word, _, match) => !namesPassword(match) && isKeyLike(word, 12)),
    ...collect(text, login, 2, 'password', (word, after) => isPassword(word, after, false)),
    ...phrases(text),
  ]
}

type Judge = (word: string, after: string, match: RegExpMatchArray) => boolean

function collect(text: string, cue: RegExp, group: number, kind: SecretKind, judge: Judge): FoundSecret[] {
  const found: FoundSecret[] = []
  for (const match of text.matchAll(cue)) {
    const whole = match[group] ?? ''
    const start = match.index + match[0].lastIndexOf(whole)
    const isQuoted = /^(["'`]).*\1$/.test(whole)
    const word = isQuoted ? whole.slice(1, -1) : whole.replace(/^["'`(]+/, '').replace(/["'`)\].,;:!?]{1,8}$/, (marks) => keptMarks(marks))
    const from = start + whole.indexOf(word)
    const after = text.slice(from + word.length, from + word.length + 40)
    if (word !== '' && judge(word, after, match)) found.push({ kind, start: from, end: from + word.length })
  }
  return found
}

/** A closing "!" may belong to a password; a full stop ends the sentence. */
const keptMarks = (marks: string): string => (/^!+$/.test(marks) ? marks : '')

const namesPassword = (match: RegExpMatchArray): boolean => /pass|pwd/i.test(match[1] ?? '')

function isToldPassword(word: string, after: string, match: RegExpMatchArray): boolean {
  if (/\p{Script=Han}/u.test(word)) return isChinesePassword(word, after)
  const connector = match[1] ?? ''
  const isOwn = own.test((match.input ?? '').slice(Math.max(0, (match.index ?? 0) - 40), match.index))
  const isTold = isOwn || /[:=>]|[是为成叫]/.test(connector)
  return isPassword(word, after, isTold)
}

function phrases(text: string): FoundSecret[] {
  const found: FoundSecret[] = []
  for (const match of text.matchAll(phraseTold)) {
    const start = match.index + match[0].length
    const rest = text.slice(start, start + 400)
    const length = phraseLength(rest, 3) || (/助记词|恢复短语|恢复词|种子词/.test(match[0]) ? chinesePhraseLength(rest) : 0)
    if (length > 0) found.push({ kind: /pass/i.test(match[0]) ? 'password' : 'recovery-phrase', start, end: start + length })
  }
  return found
}

const chinesePhraseLength = (text: string): number => /^(?:\p{Script=Han}[ 、,]{0,2}){12,24}(?!\p{Script=Han})/u.exec(text)?.[0].length ?? 0
