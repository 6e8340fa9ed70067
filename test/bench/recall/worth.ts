import { estimateTokens } from '@shared/providers/estimate-tokens'
import { recall } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { speakersInSession } from '@shared/context/recall/speakers'
import { atLeast, atMost, type Figure } from '../figure'
import type { Conversation } from './conversations'

/** What people say without asking for anything that was said before; none of it was looked at when the threshold was chosen. */
const smallTalk = [
  'Cheers!', 'Much appreciated', 'That helped a lot, thank you', 'Morning!', 'Got it', 'Makes sense', 'Hmm, not quite', 'Please keep going', 'Could you say that in fewer words?',
  'More formal, please', 'In French please', 'Fix the grammar', 'Another one', 'What is the square root of 144?', 'Capital of Peru?', 'Define entropy', 'Write a limerick',
  'How do I undo a commit in git?', 'Shorter paragraphs', 'You are funny', 'Never mind', 'Whatever you think is best', 'Start over', 'Sounds perfect', 'Is this sentence correct?',
  '多谢啦', '辛苦了', '早', '收到', '有道理', '不太对', '接着说', '能说得更简单吗', '正式一点', '翻成法语', '改一下语法', '再来一个', '144的平方根是多少', '秘鲁的首都是哪里', '什么是熵',
  '写一首打油诗', 'git怎么撤销提交', '你真逗', '算了', '从头再来', '完美', '这句话对吗', '随便你', '分段短一点', '嗯嗯',
]

/** How many questions about what was said recall something, and how much small talk does. */
export function worthFigures(name: string, { messages, questions }: Conversation): Figure[] {
  const index = new RecallIndex({ countTokens: estimateTokens })
  index.add(messages)
  const now = Math.max(...messages.map(({ createdAt }) => createdAt)) + 86_400_000
  const isRecalling = (question: string): boolean =>
    recall(index, { question, now, ...speakersInSession, timeZone: 'UTC', budgetTokens: 2000, countTokens: estimateTokens }).passages.length > 0
  const percent = (texts: readonly string[]): number[] => [(100 * texts.filter(isRecalling).length) / texts.length]
  const asked = questions.filter(({ category }) => category !== 'adversarial').map(({ question }) => question)
  return [
    atLeast(98, { figure: `${name}, questions that recall something`, unit: 'percent', values: percent(asked) }),
    atMost(40, { figure: `${name}, small talk that recalls something`, unit: 'percent', values: percent(smallTalk) }),
  ]
}
