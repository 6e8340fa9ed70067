import { addEntry } from '@shared/memory/operations'
import type { SectionId } from '@shared/ids'
import { readPromptMemory } from '@shared/context/prompt-memory'
import type { SessionSummaryText } from '@shared/sessions/summary'
import { memoryWriter } from '../../helpers/memory'
import { atLeast, atMost, type Figure } from '../figure'
import { chinese, english, playScript, rowOf, type Script } from './script'
import { indexOf, promptFor, wholeHistory, type World } from './world'

/** What is asked late in a long conversation about what was said early, at two of its turns, in two languages. */
export function* conversationFigures(): Generator<Figure> {
  for (const script of [english, chinese]) for (const turn of [30, 300]) yield* figuresAt(script, turn)
}

function* figuresAt(script: Script, turn: number): Generator<Figure> {
  const path = playScript(script, turn - 1)
  const world: World = { ...keptOf(script, path), ...indexOf(path) }
  const asked = script.facts.map((fact) => {
    const questioned = [...path, rowOf(path, 'user', fact.question)]
    const { prompt, manifest } = promptFor(world, questioned)
    const text = JSON.stringify(prompt)
    const isKnown = fact.known.some((words) => withoutQuestion(text, fact.question).includes(words))
    return { isKnown, tokens: manifest.totalTokens, whole: wholeHistory(world, questioned).manifest.totalTokens }
  })
  const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length
  const [tokens, whole] = [mean(asked.map((one) => one.tokens)), mean(asked.map((one) => one.whole))]
  const name = `context, ${script.name}, turn ${turn}`
  yield atLeast(100, { figure: `${name}, planted facts in the prompt`, unit: 'percent', values: [100 * mean(asked.map(({ isKnown }) => (isKnown ? 1 : 0)))] })
  yield atMost(turn === 30 ? 20_000 : 22_000, { figure: `${name}, prompt`, unit: 'tokens', values: [tokens], peers: { 'whole history': whole } })
  yield atLeast(turn === 30 ? -20 : 50, { figure: `${name}, saved against the whole history`, unit: 'percent', values: [100 * (1 - tokens / whole)] })
}

const withoutQuestion = (text: string, question: string): string => text.replace(JSON.stringify(question).slice(1, -1), '')

/** Memory and summary as they are kept of the script; facts with neither are left to recall. */
function keptOf(script: Script, path: ReturnType<typeof playScript>): Pick<World, 'memory' | 'summary'> {
  const writer = memoryWriter()
  for (const { memory } of script.facts) if (memory !== undefined) addEntry(writer, { text: `- ${memory}`, sectionId: 'identity' as SectionId })
  const lines = script.facts.flatMap(({ summary, turn }) => {
    const from = path[2 * (turn - 1)]?.row.id
    return summary === undefined || from === undefined ? [] : [{ ...summary, from: [from] }]
  })
  const last = path.at(-1)?.row
  const summary: SessionSummaryText | null = last === undefined ? null : { lines, upTo: last.id, at: last.createdAt, model: 'script' }
  return { memory: readPromptMemory(writer.doc), summary }
}
