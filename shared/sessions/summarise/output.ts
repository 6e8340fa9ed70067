import * as z from 'zod'
import { malformed, outputSchemaOf, readJsonAnswer } from '../../agent/read-json'
import type { Failure } from '../../errors'
import { hasSecret, languageOf, matchesRule } from '../../memory/words'
import type { MemoryRule } from '../../memory/rules'
import type { OutputSchema } from '../../providers/model-call'
import { fail, ok, type Result } from '../../result'
import { summaryLineKinds, type SessionSummaryText, type SummaryLine } from '../summary'
import type { SummaryInput } from './input'
import { languageOfSession } from './prompt'

export const mostLines = 24
const longestLine = 300

const outputSchema = z.object({
  lines: z.array(z.object({ kind: z.enum(summaryLineKinds), text: z.string(), from: z.array(z.string()) })),
  done: z.array(z.string()),
})
type WrittenLine = z.infer<typeof outputSchema>['lines'][number]

export const summaryOutputSchema = (): OutputSchema => outputSchemaOf('session_summary', outputSchema)

export interface SummaryRun {
  readonly rules: readonly MemoryRule[]
  readonly modelName: string
  readonly now: number
}

/** The new summary, or why there is none; the former one then stays. */
export function readSummary(text: string, input: SummaryInput, run: SummaryRun): Result<SessionSummaryText, Failure> {
  const answer = readJsonAnswer(text, 'lines')
  const parsed = outputSchema.safeParse({ done: [], ...answer })
  if (answer === null || !parsed.success) return fail(malformed('The answer is not the JSON that was asked for.'))
  const { lines, done } = parsed.data
  if (lines.length > mostLines) return fail(malformed(`${lines.length} lines are too many.`))
  const language = languageOfSession(input)
  const kept = lines.flatMap((line) => {
    const read = readLine(line, input, run, language)
    return read === null ? [] : [{ read, from: line.from }]
  })
  if (kept.length === 0) return fail(malformed('No line can be used.'))
  const open = stillOpen(input, new Set([...done, ...kept.flatMap(({ from }) => from)])).filter(({ text }) => isStorable(text, run))
  return ok({ lines: [...kept.map(({ read }) => read), ...open], upTo: input.upTo, at: run.now, model: run.modelName })
}

/** null for a line that rests on nothing, says what is never stored, or speaks another language. */
function readLine(line: WrittenLine, input: SummaryInput, run: SummaryRun, language: ReturnType<typeof languageOf>): SummaryLine | null {
  const text = line.text.replace(/\s+/g, ' ').trim()
  const from = sourcesOf(line, input)
  if (text === '' || text.length > longestLine || from === null) return null
  if (!isStorable(text, run)) return null
  const spoken = languageOf(text)
  return spoken === language || spoken === 'other' || language === 'other' ? { kind: line.kind, text, from } : null
}

const isStorable = (text: string, { rules }: SummaryRun): boolean => !hasSecret(text) && !rules.some((rule) => matchesRule(rule, text))

/** Messages by their ids; null where one is not known, or where nobody in the conversation said it. */
function sourcesOf({ from }: WrittenLine, { messages, previous }: SummaryInput): SummaryLine['from'] | null {
  const found = from.map((alias) => {
    const message = messages.find((named) => named.alias === alias)
    if (message !== undefined) return { ids: [message.speech.id], isForeign: message.speech.who === 'foreign' }
    const line = previous.find((named) => named.alias === alias)?.line
    return line === undefined ? null : { ids: line.from, isForeign: false }
  })
  if (found.includes(null) || found.every((source) => source?.isForeign !== false)) return null
  return [...new Set(found.flatMap((source) => source?.ids ?? []))]
}

/** A todo that the model says nothing of is not done. */
const stillOpen = ({ previous }: SummaryInput, mentioned: ReadonlySet<string>): SummaryLine[] =>
  previous.flatMap(({ alias, line }) => (line.kind === 'todo' && !mentioned.has(alias) ? [line] : []))
