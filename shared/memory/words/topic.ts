import { pattern } from './pattern'
import { predicateOf } from './predicate'
import { topicRules } from './topic-rules'

/**
 * What a statement about the person is about, where only one value can hold: "Lives in Lyon" → `home city`. The same
 * key in both languages; null for everything else, for statements about others, negations and the past.
 */
export function topicOf(statement: string): string | null {
  if (statement.length > longestStatement) return null
  const predicate = predicateOf(statement)
  const isNegative = negative.test(predicate)
  const plain = predicate.replace(adverbs, '')
  const found = topicRules.find(({ en, zh, mayBeNegative = false }) => (mayBeNegative || !isNegative) && (en.test(plain) || zh.test(plain)))
  return found?.topic ?? (isNegative ? null : favourite(predicate))
}

/** Longer texts say more than one thing. */
const longestStatement = 300

const adverbs = pattern(
  '',
  String.raw`^(?:(?:also|always|usually|often|really|currently|now|mostly|generally|mainly|only|just|strongly|typically|normally|recently`,
  String.raw`already|definitely|absolutely) ){1,3}`,
)

const negative = pattern(
  'u',
  String.raw`^(?:do not|be not|have not|did not|no longer|never|can not|not|used to|would(?! (?:like|prefer|rather))|will not|might|may`,
  String.raw`could|should)\b|^my .{1,30} be (?:not|no longer)\b|^(?:\p{L}{0,4})(?:不再|没有?|不是|不在|不住|以前|曾经|曾|过去|从前|原来|想要?去?住)`,
)

const favouriteThings: readonly (readonly [RegExp, string])[] = [
  [/^colou?rs?$|^颜色$/, 'colour'],
  [/^(?:food|dish|meal)$|^(?:食物|菜|美食|吃的)$/, 'food'],
  [/^(?:movie|film)$|^电影$/, 'movie'],
  [/^(?:book|novel)$|^(?:书|小说)$/, 'book'],
  [/^(?:song|music)$|^(?:歌|歌曲)$/, 'song'],
  [/^(?:band|singer|artist|musician)$|^(?:歌手|乐队)$/, 'singer'],
  [/^sport$|^运动$/, 'sport'],
  [/^(?:programming )?language$|^编程语言$/, 'programming language'],
  [/^season$|^季节$/, 'season'],
  [/^animal$|^动物$/, 'animal'],
  [/^city$|^城市$/, 'city'],
  [/^drink$|^饮料$/, 'drink'],
  [/^(?:team|football team|soccer team)$|^球队$/, 'team'],
]

function favourite(predicate: string): string | null {
  const thing = /^my favou?rite ([a-z]+(?: [a-z]+)?) be\b|^favou?rite ([a-z]+(?: [a-z]+)?)(?::| be)|^最喜欢的(\p{Script=Han}{1,4}?)(?:是|:|：)/u.exec(predicate)
  const name = thing?.[1] ?? thing?.[2] ?? thing?.[3]
  const known = favouriteThings.find(([pattern]) => name !== undefined && pattern.test(name))
  return known === undefined ? null : `favourite ${known[1]}`
}
