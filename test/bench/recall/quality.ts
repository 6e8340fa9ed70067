import { passageLine, type RecallMessage } from '@shared/context/recall/message'
import { passagesOf, passageTokenLimit, renderPassages } from '@shared/context/recall/passages'
import { recall } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { atLeast, type Figure } from '../figure'
import type { Conversation } from './conversations'
import { peersFor, type Retrieve } from './peers'

export interface Target {
  readonly group: string
  readonly budgetTokens: number
  readonly atLeast: number
}

interface Share {
  readonly group: string
  readonly budgetTokens: number
  readonly way: string
  readonly value: number
}

const dayMs = 86_400_000
export const countTokens = (text: string): number => countO200k(text)

/** The mean share of a question's evidence whose whole text is in the prompt, per budget and group of questions. */
export function qualityFigures(
  name: string,
  conversations: readonly Conversation[],
  budgets: readonly number[],
  targets: readonly Target[],
): Figure[] {
  const shares = conversations.flatMap((conversation) => sharesOf(conversation, budgets))
  const groups = [...new Set(shares.map(({ group }) => group))]
  return budgets.flatMap((budgetTokens) =>
    groups.map((group) => {
      const here = shares.filter((share) => share.group === group && share.budgetTokens === budgetTokens)
      const mean = (way: string): number => percent(here.filter((share) => share.way === way).map(({ value }) => value))
      const target = targets.find((known) => known.group === group && known.budgetTokens === budgetTokens)
      const peers = { 'last-n': mean('last-n'), 'bm25': mean('bm25'), 'bm25-neighbours': mean('bm25-neighbours') }
      const figure = `${name}, ${group}, ${budgetTokens} tokens`
      return atLeast(target?.atLeast ?? 0, { figure, unit: 'percent', values: [mean('own')], peers })
    }),
  )
}

function sharesOf({ name, messages, questions }: Conversation, budgets: readonly number[]): Share[] {
  const ways: Record<string, Retrieve> = { own: ownWay(messages), ...peersFor(messages, countTokens) }
  return questions.flatMap(({ question, category, evidence }) =>
    budgets.flatMap((budgetTokens) =>
      Object.entries(ways).flatMap(([way, retrieve]) => {
        const found = retrieve(question, budgetTokens)
        const value = evidence.filter((id) => found.has(id)).length / evidence.length
        const groups = ['all questions', ...(category === 'adversarial' ? [] : ['all but adversarial']), category, `conversation ${name}`]
        return groups.map((group) => ({ group, budgetTokens, way, value }))
      }),
    ),
  )
}

/** What is in the prompt is read from the prompt: a message counts where its whole text stands in it. */
function ownWay(messages: readonly RecallMessage[]): Retrieve {
  const index = new RecallIndex({ countTokens })
  index.add(messages)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const now = Math.max(...messages.map(({ createdAt }) => createdAt)) + dayMs
  return (question, budgetTokens) => {
    const recalled = recall(index, { question, now, timeZone: 'UTC', budgetTokens, countTokens, messageTokenLimit: passageTokenLimit })
    const passages = passagesOf(recalled.passages, (id) => byId.get(id), countTokens)
    const prompt = renderPassages(passages, 'UTC')
    if (countTokens(prompt) > budgetTokens) throw new Error(`${countTokens(prompt)} tokens in a prompt for ${budgetTokens}`)
    return new Set(passages.map(({ id }) => id).filter((id) => prompt.includes(passageText(byId.get(id)))))
  }
}

/** The whole text as it stands behind the speaker's name. */
const passageText = (message: RecallMessage | undefined): string => (message === undefined ? '\0' : passageLine(message))

const percent = (values: readonly number[]): number =>
  values.length === 0 ? 0 : (100 * values.reduce((total, value) => total + value, 0)) / values.length
