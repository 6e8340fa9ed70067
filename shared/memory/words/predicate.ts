import { pattern } from './pattern'
import { comparable } from './normal'

/**
 * A statement about the person without its subject, in lower case, so that "I live in Lyon.", "- Lives in Lyon" and
 * "The user lives in Lyon" are one: the verb in its base form, contractions written out, what is the person's as
 * "my …". Statements about others keep their subject.
 */
export function predicateOf(statement: string): string {
  const text = bare(comparable(statement))
  return /\p{Script=Han}/u.test(text) && !/^[a-z]+ [a-z]+ [a-z]+ /.test(text) ? chinesePredicate(text) : englishPredicate(text)
}

/** Without list marks, emphasis, check boxes and closing punctuation. */
function bare(text: string): string {
  return text
    .replace(/^(?:(?:[-*+•·>]|\d{1,3}[.)、]|#{1,6}|\[[ x]?\])(?: |(?=\p{Script=Han}))){1,4}/u, '')
    .replace(/\*{1,3}|__|~~/g, '')
    .replace(/[\s.!,;:。！，；：…~]{1,20}$/u, '')
    .trim()
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bi'?m\b(?!')/g, 'i am'],
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should)n't\b/g, '$1 not'],
  [/\b(i|you|we|they|user)'ve\b/g, '$1 have'],
  [/\b(i|you|we|they)'re\b/g, '$1 are'],
  [/\b(i|he|she|we|they)'d\b/g, '$1 would'],
  [/\b(i|he|she|we|they)'ll\b/g, '$1 will'],
]
const opening = pattern(
  '',
  String.raw`^(?:(?:well|so|and|but|also|oh|hey|hi|hello|yes|yeah|yep|no|nope|ok|okay|btw|by the way|fyi|actually|in fact|as of now`,
  String.raw`for the record|note that|as for me|personally|now|currently|these days|nowadays|at the moment|today`,
  String.raw`honestly)[,:!.]? ){1,4}(?=\S)`,
)
const closing = /,? (?:now|currently|nowadays|these days|at the moment|right now|btw|by the way|too|as well|though|actually|please|thanks|again)$/
const person = /^(?:i|we|(?:the )?user|this user|the person)(?= )/
const possession = /^(?:my|our|(?:the )?user's|this user's|the person's)(?= )/
const adverbs = pattern(
  '',
  String.raw`^(?:(?:also|always|usually|often|really|currently|now|mostly|generally|mainly|only|just|never|still|strongly|typically`,
  String.raw`normally|recently|already|definitely|absolutely|very much) ){0,3}`,
)

function englishPredicate(text: string): string {
  const written = contractions.reduce((result, [from, to]) => result.replace(from, to), text)
  const plain = written.replace(opening, '').replace(closing, '')
  if (possession.test(plain)) return baseBe(plain.replace(possession, 'my'))
  const rest = plain.replace(person, '').trim()
  const lead = adverbs.exec(rest)?.[0] ?? ''
  const [verb = '', ...others] = rest.slice(lead.length).split(' ')
  return `${lead}${[baseVerb(verb), ...others].join(' ')}`.replace(/^((?:[\p{L}'-]+ ){1,3}?)(?:is|are)(?= )/u, '$1be')
}

/** The first "is" of a phrase that has its subject: "my name is Anna". */
const baseBe = (text: string): string => text.replace(/^(my (?:[\p{L}'-]+ ){1,5}?)(?:is|are|am)(?= |$)/u, '$1be')

const irregular: Readonly<Record<string, string>> = { am: 'be', is: 'be', are: 'be', has: 'have', does: 'do', goes: 'go' }

/** "lives" → "live"; the past is another statement and stays. */
function baseVerb(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined
  if (known !== undefined) return known
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return /[^sui']s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

const chineseOpening = /^(?:(?:嗯|哦|好的|好|对了|顺便说一下|顺便说|顺便|其实|另外|还有|不过|那个|目前|现在|如今|最近|说实话|而且|是的|对|不|不对)[,，。!！:：]?){1,3}(?=我|用户|本人|住|在|叫|是)/u
const chineseClosing = /(?:[了啊呢呀哦哈啦嘛的吧]|现在){1,3}$/u
const chinesePerson = /^(?:我们|我|咱|该用户|这个用户|用户|本人)(?:的(?=[\p{L}]))?(?:本人|自己)?/u

function chinesePredicate(text: string): string {
  return text
    .replace(/(?<=\p{Script=Han}),|,(?=\p{Script=Han})/gu, '，')
    .replace(chineseOpening, '')
    .replace(chinesePerson, '')
    .replace(/^(?:现在|目前|如今|一直|也|都){1,2}(?=\p{Script=Han})/u, '')
    .replace(chineseClosing, '')
}
