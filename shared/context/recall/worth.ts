import type { RecallQuery } from './query'
import type { Ranking } from './rank'
import type { RecallIndex } from './recall-index'
import { stopWords } from './stop-words'
import { wordsOf } from './words'

/** Words of thanks, of greeting and of asking for the same once more: alone they look for nothing. */
const english =
  'hi hello hey thanks thank ok okay yes yeah no nope sure great nice good fine cool perfect awesome wow lol haha ' +
  'morning evening night bye sorry continue go again more next stop done works right correct wrong mean explain ' +
  'rewrite rephrase translate summarize shorten shorter longer better simpler table list bullet points example joke ' +
  'write try use make give show one two three so much very really'
const chinese =
  '谢谢 多谢 你好 您好 早上好 晚上好 晚安 再见 好的 好 行 嗯 哈哈 可以 继续 明白 明白了 知道了 太棒了 不对 对 没错 重新 再来 换 ' +
  '翻译 中文 英文 总结 解释 简短 短一点 长一点 什么意思 意思 表格 列表 例子 笑话 写 试'

const smallTalk: ReadonlySet<string> = new Set([english, chinese].flatMap((list) => list.split(' ')).flatMap((word) => wordsOf(word)))

/**
 * Of the weight of a word that one message alone holds: what the best message has to reach. Measured in docs/decisions/0006.
 */
const leastShare = 0.9
/** Among fewer messages the rarity of a word says nothing yet. */
const fewMessages = 100

/** Whether what was found has to do with the question, so that small talk does not fill the prompt. A named day always counts. */
export function isWorthRecalling(index: RecallIndex, query: RecallQuery, { scores }: Pick<Ranking, 'scores'>): boolean {
  if (query.spans.length > 0) return true
  if (query.asked.every((word) => smallTalk.has(word) || stopWords.has(word))) return false
  if (index.size < fewMessages) return true
  const best = scores.reduce((highest, score) => Math.max(highest, score), 0)
  return best >= leastShare * Math.log(1 + index.size)
}
