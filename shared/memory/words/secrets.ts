import { mapped } from './normal'
import { announcedSecrets, type FoundSecret } from './secret-cues'
import { ibanLength, isCardNumber, isChineseIdentity, isIban } from './secret-numbers'
import { secretShapes, type SecretKind } from './secret-shapes'

export type { SecretKind }

/** A secret in a text: positions in the text as given, `end` behind its last character. */
export interface Secret {
  readonly kind: SecretKind
  readonly start: number
  readonly end: number
}

const mark = '[redacted]'

/**
 * MEM-11: everything in a text that must not be kept: keys by the forms of their vendors, numbers by their check
 * digits, passwords, codes and phrases after a word that announces them. Full-width and hidden characters hide
 * nothing. In order, without overlaps.
 */
export function findSecrets(text: string): Secret[] {
  const { text: plain, origin } = mapped(text)
  const found = [...shapes(plain), ...cards(plain), ...ibans(plain), ...identities(plain), ...accounts(plain), ...announcedSecrets(plain)]
  return withoutOverlaps(found.map(({ kind, start, end }) => ({ kind, start: origin(start), end: origin(end) })))
}

export const hasSecret = (text: string): boolean => findSecrets(text).length > 0

/** The text with every secret replaced by a mark that is none. */
export function redactSecrets(text: string): string {
  return findSecrets(text).reduceRight((result, { start, end }) => result.slice(0, start) + mark + result.slice(end), text)
}

function shapes(text: string): FoundSecret[] {
  return secretShapes.flatMap(({ kind, shape, group = 0, needsDigit = false }) =>
    [...text.matchAll(shape)].flatMap((match) => {
      const secret = match[group] ?? ''
      if (needsDigit && !/\d/.test(secret)) return []
      const start = match.index + match[0].indexOf(secret)
      return [{ kind, start, end: start + secret.length }]
    }),
  )
}

const numberRuns = /(?<![\d.])\d+(?:[ .-]{1,3}\d+)*/g
const longestCard = 19

/** Card numbers in one piece or in groups; groups of fewer than four digits only at the end or where a cue stands before. */
function cards(text: string): FoundSecret[] {
  return [...text.matchAll(numberRuns)].flatMap((run) => {
    const isCued = /(?:card|visa|mastercard|amex|卡号|卡|账号)[^\n\d]{0,24}$/i.test(text.slice(Math.max(0, run.index - 40), run.index))
    return cardsIn(run[0], isCued).map(([start, end]) => ({ kind: 'card-number' as const, start: run.index + start, end: run.index + end }))
  })
}

function cardsIn(run: string, isCued: boolean): [number, number][] {
  const groups = [...run.matchAll(/\d+/g)]
  const found: [number, number][] = []
  for (let first = 0; first < groups.length; first += 1) {
    const last = cardEnd(groups, first, isCued)
    if (last === null) continue
    found.push([groups[first]?.index ?? 0, (groups[last]?.index ?? 0) + (groups[last]?.[0].length ?? 0)])
    first = last
  }
  return found
}

/** The last group of a card number that begins with this one, or null. */
function cardEnd(groups: readonly RegExpMatchArray[], first: number, isCued: boolean): number | null {
  let digits = ''
  for (let last = first; last < groups.length; last += 1) {
    const group = groups[last]?.[0] ?? ''
    if (group.length > longestCard) return null
    digits += group
    if (digits.length > longestCard) return null
    if (isCardNumber(digits)) return last
    if (group.length < 4 && !isCued) return null
  }
  return null
}

const ibanStart = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,40}/g

function ibans(text: string): FoundSecret[] {
  return [...text.matchAll(ibanStart)].flatMap((match) => {
    const wanted = ibanLength(match[0].slice(0, 2).toUpperCase())
    const end = wanted === null ? null : lengthOfCharacters(match[0], wanted)
    if (end === null || !isIban(match[0].slice(0, end).replaceAll(' ', '').toUpperCase())) return []
    return [{ kind: 'iban' as const, start: match.index, end: match.index + end }]
  })
}

/** How far into a text its first `count` characters other than spaces reach; null where there are fewer. */
function lengthOfCharacters(text: string, count: number): number | null {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text.charAt(index) !== ' ') seen += 1
    if (seen === count) return index + 1
  }
  return null
}

const chineseIdentity = /(?<!\d)\d{6}[ -]?\d{8}[ -]?\d{3}[\dXx](?![\dA-Za-z])/g
const announcedIdentity: readonly RegExp[] = [
  /\b(?:ssn|social security(?: number| no\.?)?)[^\d\n]{0,16}(\d{3}[ -]?\d{2}[ -]?\d{4})(?!\d)/gi,
  /(?:passport|护照)[^\d\n]{0,16}?\b((?=(?:[A-Z]{0,3}\d){5})[A-Z0-9]{8,9})(?![A-Z0-9])/gi,
  /\bnational insurance[^\d\n]{0,16}?([A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D])\b/gi,
  /(?:id card|identity card|身份证)[^\d\n]{0,16}?(\d{15}(?:\d{2}[\dXx])?)(?![\dA-Za-z])/gi,
]

function identities(text: string): FoundSecret[] {
  const chinese = [...text.matchAll(chineseIdentity)].filter((match) => isChineseIdentity(match[0].replace(/[ -]/g, '').toUpperCase()))
  return [...chinese.map((match) => found('identity-number', match, 0)), ...announcedIdentity.flatMap((shape) => matchesOf(text, shape, 'identity-number'))]
}

const announcedAccount = /(?:account (?:number|no\.?|#)|routing number|银行卡号?|卡号|银行账[号户]|账户号码)[^\d\n]{0,12}(\d(?:[ -]?\d){7,20})(?!\d)/gi

const accounts = (text: string): FoundSecret[] => matchesOf(text, announcedAccount, 'account-number')

const matchesOf = (text: string, shape: RegExp, kind: SecretKind): FoundSecret[] => [...text.matchAll(shape)].map((match) => found(kind, match, 1))

function found(kind: SecretKind, match: RegExpMatchArray, group: number): FoundSecret {
  const secret = match[group] ?? ''
  const start = (match.index ?? 0) + match[0].lastIndexOf(secret)
  return { kind, start, end: start + secret.length }
}

/** The earliest, then the longest, of those that overlap; what reaches beyond it is added to it. */
function withoutOverlaps(found: readonly Secret[]): Secret[] {
  const kept: Secret[] = []
  for (const secret of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last === undefined || secret.start >= last.end) kept.push(secret)
    else if (secret.end > last.end) kept[kept.length - 1] = { ...last, end: secret.end }
  }
  return kept
}
