import type { LocalDate } from '@shared/clock'
import { createIdFactory, type MessageId, type SectionId, type SessionId } from '@shared/ids'
import type { JobReport } from '@shared/jobs/job'
import { accept, reject } from '@shared/memory/decisions'
import { applyOperations } from '@shared/memory/editor/apply'
import { editorInput, type EditorInput } from '@shared/memory/editor/input'
import { readEditorOutput } from '@shared/memory/editor/output'
import { editorQuestion } from '@shared/memory/editor/prompt'
import { entriesOf } from '@shared/memory/layout'
import { maintain } from '@shared/memory/maintain'
import { addEntry, type MemoryWriter } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, readMemory, type EntryView } from '@shared/memory/view'
import type { Speech } from '@shared/sessions/speech'
import type { Episode, Line, MemoryScript, ScriptedOperation } from '../fixtures/memory-scripts/script'
import { memoryWriter, seededRandom } from './memory'

/** What a model answers to the editor's question: scripted in tests, real in the evaluation. */
export type EditorModel = (input: EditorInput, question: string, episode: Episode) => Promise<string>

export interface ScriptEnd {
  readonly active: readonly string[]
  readonly proposed: readonly string[]
  readonly reports: readonly JobReport[]
}

const hour = 3_600_000
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** The answer that the script gives, with the short names that this input uses. */
export const scriptedModel: EditorModel = async (input, _, { model = [] }) => JSON.stringify({ operations: model.map((scripted) => inWords(scripted, input)) })

export function inWords({ about, message, ...scripted }: ScriptedOperation, input: EditorInput): Record<string, unknown> {
  const aliasOf = (statement: string) => input.entries.find(({ entry }) => statementOf(entry.text) === statement)?.alias ?? `no entry: ${statement}`
  return { ...scripted, message: `m${message}`, entries: about.map(aliasOf), confidence: 0.8, reason: null }
}

export function speechFrom(lines: readonly Line[], session: string, at: number): Speech[] {
  return lines.map((line, index) => ({
    id: `${session}-${String(index + 1).padStart(4, '0')}` as MessageId,
    sessionId: session as SessionId,
    at: at + index * 60_000,
    who: typeof line === 'string' ? 'person' : line.who,
    text: typeof line === 'string' ? line : line.text,
  }))
}

/** The person of a script, with what is in their profile before it. */
export function profileOf(script: MemoryScript): MemoryWriter {
  const writer = memoryWriter(1)
  const start = noon(script.episodes[0]?.day ?? '2026-03-02') - 24 * hour
  const before: MemoryWriter = { ...writer, clock: { now: () => start } }
  for (const { section, text, topic } of script.before ?? []) {
    const id = addEntry(before, { text: `- ${text}`, sectionId: section as SectionId })
    if (topic !== undefined) entriesOf(writer.doc).get(id)?.set('topic', topic)
  }
  return writer
}

type IsSame = (statement: string, other: string) => boolean

/** Runs a script through the real machinery, each episode as a session of its own. */
export async function runScript(
  script: MemoryScript,
  model: EditorModel = scriptedModel,
  isSame: IsSame = (statement, other) => statement === other,
): Promise<ScriptEnd & { readonly writer: MemoryWriter }> {
  const writer = profileOf(script)
  const reports: JobReport[] = []
  for (const [index, episode] of script.episodes.entries()) {
    const report = await runEpisode(writer, episode, `session-${index + 1}`, model)
    if (report !== null) reports.push(report)
    decide(writer, episode, isSame)
  }
  return { ...standing(writer), reports, writer }
}

export async function runEpisode(writer: MemoryWriter, episode: Episode, session: string, model: EditorModel = scriptedModel): Promise<JobReport | null> {
  const at = noon(episode.day)
  const clock = { now: () => at + hour }
  const newId = createIdFactory(clock, seededRandom(7))
  const today = episode.day as LocalDate
  maintain(writer.doc, { today, clock, newId })
  const input = editorInput(session as SessionId, speechFrom(episode.said, session, at), null, readMemory(writer.doc))
  if (input === null) return null
  const answer = await model(input, editorQuestion(input, clock.now(), 'UTC'), episode)
  const operations = readEditorOutput(answer)
  if (!operations.ok) throw new Error(`${operations.failure.code}: ${operations.failure.detail ?? ''}`)
  const report = applyOperations(operations.value, input, { doc: writer.doc, clock, newId, modelName: 'Small model', today })
  maintain(writer.doc, { today, clock, newId })
  return report
}

function decide(writer: MemoryWriter, { day, accept: accepted = [], reject: rejected = [] }: Episode, isSame: IsSame): void {
  const person: MemoryWriter = { ...writer, clock: { now: () => noon(day) + 2 * hour } }
  for (const entry of entriesWith(readMemory(writer.doc), 'proposed')) {
    if (accepted.some((statement) => isSame(statement, statementOf(entry.text)))) accept(person, entry.id)
    if (rejected.some((statement) => isSame(statement, statementOf(entry.text)))) reject(person, entry.id)
  }
}

export function standing({ doc }: Pick<MemoryWriter, 'doc'>): { active: string[]; proposed: string[] } {
  const view = readMemory(doc)
  const say = (entry: EntryView): string =>
    entry.text === '' ? `${entry.change}: ${entry.targets.map((id) => statementOf(view.entries.get(id)?.text ?? '')).join(', ')}` : statementOf(entry.text)
  return { active: entriesWith(view, 'active').map(say).sort(), proposed: entriesWith(view, 'proposed').map(say).sort() }
}
