import type { Author } from '@shared/memory/layout'
import type { PlainFields } from '@shared/memory/history/plain'
import { subjectOf } from '@shared/memory/history/record'
import type { Step } from '@shared/memory/history/state-at'
import type { MemoryText } from '@renderer/i18n/memory-text'

/** A change as it is told to a person: one step, or a proposal and its acceptance in the same moment. */
export interface ToldStep extends Step {
  /** It was proposed and accepted at once: by the person who asked for it, or by the rule of its section. */
  readonly takenUp?: 'person' | 'rule'
}

/** Proposing and accepting in one go takes two transactions that follow each other. */
const atOnceMs = 1_000

/** A line that was taken up as it came is one change: nobody saw it wait. Newest first, as they come. */
export function toldSteps(steps: readonly Step[]): readonly ToldStep[] {
  const told: ToldStep[] = []
  const acceptances = new Map<string, number>()
  for (const step of steps) {
    const subject = subjectOf(step.record).id
    const at = step.record.kind === 'proposed' ? acceptances.get(subject) : undefined
    const acceptance = at === undefined ? undefined : told[at]
    if (at !== undefined && acceptance !== undefined && acceptance.record.at - step.record.at <= atOnceMs) {
      told[at] = { ...acceptance, before: null, takenUp: isByPerson(acceptance) ? 'person' : 'rule' }
      continue
    }
    if (step.record.kind === 'accepted') acceptances.set(subject, told.length)
    told.push(step)
  }
  return told
}

const isByPerson = ({ after }: Step): boolean => after !== null && 'accepted/person' in after

/** Who did it. What is proposed or taken up is the doing of the one whose line it is, whoever brought it in. */
export function doerOf({ record, after, takenUp }: ToldStep): Author | null {
  if (record.kind === 'proposed' || takenUp !== undefined) return (after?.['author'] as Author | undefined) ?? record.author
  if (record.kind === 'accepted' && !isByPerson({ record, after, before: null })) return { kind: 'app' }
  return record.author
}

/** What happened, as a person would call it. */
export function verbOf(step: ToldStep, text: MemoryText): string {
  const { record, before, after, takenUp } = step
  const errand = errandOf(after)
  if (errand !== null) return `${text.change[record.kind]} · ${text.kind[errand]}`
  if (takenUp !== undefined) return takenUp === 'person' ? text.change.created : text.change.noted
  return isRetired(after) && !isRetired(before) ? text.change.retired : text.change[record.kind]
}

/** A proposal that asks for other lines to go. */
export function errandOf(fields: PlainFields | null): 'expire' | 'remove' | null {
  const change = fields?.['change']
  return change === 'expire' || change === 'remove' ? change : null
}

/** Another line has taken its place. */
const isRetired = (fields: PlainFields | null): boolean => Object.keys(fields ?? {}).some((key) => key.startsWith('retired/'))
