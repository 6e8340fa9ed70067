import { fileURLToPath } from 'node:url'
import type { Figure } from '../figure'
import type { BenchOptions } from '../main'
import { merged, readConversations } from './conversations'
import { qualityFigures, type Target } from './quality'
import { speedFigures } from './speed'
import { worthFigures } from './worth'

const ownConversations = fileURLToPath(new URL('../../fixtures/recall-zh', import.meta.url))
const usualBudgets = [500, 1000, 2000, 4000]

const targets: readonly Target[] = [
  { group: 'all questions', budgetTokens: 1000, atLeast: 84 },
  { group: 'all questions', budgetTokens: 2000, atLeast: 89 },
  { group: 'multi-hop', budgetTokens: 2000, atLeast: 64 },
  { group: 'temporal', budgetTokens: 2000, atLeast: 88 },
  { group: 'open-domain', budgetTokens: 2000, atLeast: 52 },
]
const chineseTargets: readonly Target[] = [{ group: 'all questions', budgetTokens: 2000, atLeast: 85 }]

/**
 * How much of what a question needs comes into the prompt, on the conversations of `--data` and on Chinese ones of the
 * project's own, and how long the index takes. Tokens are counted with the o200k vocabulary.
 */
export async function* benchRecall(options: BenchOptions): AsyncGenerator<Figure> {
  const budgets = options.budgets.length > 0 ? options.budgets : usualBudgets
  if (options.dataFolder === null) options.log('recall: no --data, so only the Chinese conversations')
  else {
    const conversations = readConversations(options.dataFolder)
    yield* qualityFigures('recall', conversations, budgets, targets)
    yield* worthFigures('recall, all conversations', merged('all', conversations))
  }
  const chinese = merged('all', readConversations(ownConversations))
  yield* qualityFigures('recall, Chinese', [chinese], budgets, chineseTargets)
  yield* worthFigures('recall, Chinese', chinese)
  yield* speedFigures(options)
}
