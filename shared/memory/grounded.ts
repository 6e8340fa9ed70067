import { wordsOf } from '../context/recall/words'

/** Words that a statement about the person has and their own words need not have. */
const free = new Set(wordsOf('the a an user person they their them he she his her is are was were be has have had does do did at in on of for to as with and or now since currently live lives living 的 是 在 了 有 用户 他 她'))

const numbers = (text: string): string[] => text.normalize('NFKC').match(/\p{N}+/gu) ?? []
const dates = /\b\d{4}-\d{2}-\d{2}\b/g

/**
 * Whether a statement says no more than the words that it is quoted from: most of its words stand there, and so do
 * its numbers (a day worked out from "next Friday" is written as a date and may be new).
 */
export function isGrounded(statement: string, quote: string): boolean {
  const said = new Set(wordsOf(quote))
  const words = wordsOf(statement.replace(dates, '')).filter((word) => !free.has(word))
  if (words.length === 0) return false
  const knownNumbers = new Set(numbers(quote))
  if (!numbers(statement.replace(dates, '')).every((number) => knownNumbers.has(number))) return false
  return words.filter((word) => said.has(word)).length >= Math.ceil(words.length * leastShare)
}

const leastShare = 0.6

const timeWords =
  /\p{N}|\b(?:to(?:day|night|morrow)|week(?:end|day)?s?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter|christmas|easter|until|till)\b|[今明后昨]天|[今明后]年|周|星期|礼拜|月|日|号|春|夏|秋|冬|节|假期|为止/iu

/** Whether words speak of a day or a time at all: a day that was worked out from them rests on something. */
export const speaksOfTime = (words: string): boolean => timeWords.test(words.normalize('NFKC'))
