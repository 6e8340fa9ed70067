import { pattern } from './pattern'

/** What a password, key or code may look like after a word that announces it. */

/** Words after "the password is" that say something about it instead of telling it. */
const remarks: ReadonlySet<string> = new Set(
  (
    'a an the my your our their his her its this that these those it not no too very so really quite more less at in on of to for from with by as if and or but ' +
    'what which who why how when where weak strong strict secure insecure safe unsafe old new expired wrong right correct incorrect invalid valid missing lost gone long ' +
    'short simple easy hard complex complicated secret private public same different unique random hashed encrypted reset changed compromised leaked ready required ' +
    'optional mandatory needed necessary important sensitive empty blank null none undefined true false string text number boolean hidden visible saved stored kept ' +
    'written known unknown forgotten always never still only just already now also fine ok okay good bad better worse best great terrible something anything nothing ' +
    'everything someone mine yours one all hopefully probably maybe being been going supposed set working broken case longer shorter stronger weaker asked sent shown ' +
    'shared used tied linked similar identical up out about there here enough based derived part default pending about between either any some password passwords pin ' +
    'disabled enabled available unavailable unchanged impossible possible difficult annoying stupid ridiculous awful embarrassing predictable guessable due off over'
  ).split(' '),
)
const placeholder = pattern(
  'i',
  String.raw`^(?:[*x•.·_-]{3,}|<[\w .-]*>?|\[redacted\]?|\{\{?[\w .-]*\}{0,2}|\$[{(]?[A-Z_]+[)}]?|%[\w.]*%|process\.env.*|os\.environ.*`,
  String.raw`your[-_].*|example|n\/a|tbd|redacted)$`,
)
const technical = pattern(
  'i',
  String.raw`^(?:sha-?\d|md5|bcrypt|scrypt|argon2|base64|utf-?\d|aes|rsa|oauth|https?:\/\/|\.{0,2}\/|2fa|mfa)`,
  String.raw`(?:encoded|hashed|encrypted|protected|based|less)$`,
)
const counted = /^\s?(?:char|bit|digit|letter|day|year|month|week|attempt|byte|minute|hour|time|word|symbol|位|个|字|天|次|加密|哈希|存储)/i
const clauseEnd = /^(?:$|["'`)\]]*(?:[.,;!?。，；！？、)\]]|\s*(?:\n|$)|\s(?:and|but|for|on|at|so|please|remember|thanks|thx|btw|if|because|in case|-)\s))/

const hasBoth = (value: string): boolean => /[A-Za-z]/.test(value) && /\d/.test(value)

/** A value that no ordinary word looks like. */
function isStrong(value: string): boolean {
  return hasBoth(value) || /^[\w-]*[!@#$%^&*+=~?][\w!@#$%^&*+=~?.-]+$|[!@#$%^&*]$/.test(value) || /[a-z][A-Z]/.test(value)
}

const cannotBe = (value: string, after: string): boolean => placeholder.test(value) || technical.test(value) || (/^\d+$/.test(value) && counted.test(after))

/**
 * @param after what follows the value
 * @param isTold whether the cue leaves no doubt that a value follows: a colon, or "my … is"
 */
export function isPassword(value: string, after: string, isTold: boolean): boolean {
  if (value.length < 3 || cannotBe(value, after)) return false
  if (remarks.has(value.toLowerCase())) return false
  if (value.length >= 4 && isStrong(value)) return true
  if (/^\d{3,}$/.test(value)) return isTold || value.length >= 4
  return isTold && clauseEnd.test(after) && !/^\p{L}{2,}(?:ed|ing|ly|able|ible)$/u.test(value)
}

export function isCode(value: string): boolean {
  const compact = value.replace(/[ -]/g, '')
  return /^(?=.*\d)[A-Za-z0-9]{3,12}$/.test(compact) && /\d{2}/.test(compact)
}

/** A key, token or secret: long, of letters and digits, or of so many different characters that chance made it. */
export function isKeyLike(value: string, leastLength = 8): boolean {
  if (value.length < leastLength || cannotBe(value, '')) return false
  if (!/^[A-Za-z0-9_+/=.~:-]+$/.test(value)) return false
  if (/^[a-z]+(?:[-_.][a-z]+)*\d{0,4}$/i.test(value) && value.length < 20) return /\d/.test(value) && !/[-_.]/.test(value)
  return hasBoth(value) || (value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && entropyOf(value) > 3.5)
}

/** Bits per character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0)
}

const commonWord = /\b(?:the|a|an|to|is|are|of|not|too|in|on|my|your|for|with|that|was|it|be|at|least|must|should)\b/

/** Several words in a row that make a passphrase: plain words, none of those that sentences are made of. */
export function phraseLength(text: string, leastWords: number): number {
  const phrase = /^["'`]?((?:[a-z]{2,12}[ ,-]{1,2}){2,30}[a-z]{2,12})["'`]?(?=\s*(?:$|[\n.!?;]))/.exec(text)
  if (phrase === null) return 0
  const isPhrase = !commonWord.test(phrase[0]) && (phrase[1] ?? '').split(/[ ,-]+/).length >= leastWords
  return isPhrase ? phrase[0].length : 0
}

const chineseRemark =
  /什么|多少|哪|谁|错|对的|正确|必须|必需|需要|应该|可以|不能|加密|太|很|非常|强|弱|一样|相同|不同|一个|一种|一串|随机|保密|安全|忘|不知道|空的|旧的|新的|默认|为了|用来|怎么|如何|的$|了$|吗$|呢$/

/** A Chinese word as a password: "密码是芝麻开门". */
export const isChinesePassword = (value: string, after: string): boolean =>
  !chineseRemark.test(value) && /^\s*(?:$|[\n,.!?;。，；！？])/.test(after)
