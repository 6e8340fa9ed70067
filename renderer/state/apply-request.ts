import { localDateAt } from '@shared/clock'
import { keepInstead } from '@shared/memory/decisions'
import { change, deleteEntry } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { usualSection } from '@shared/memory/usual-section'
import { entriesWith, readMemory, type EntryView, type MemoryView } from '@shared/memory/view'
import { explicitRequest, matchForget, sameStatement, topicOf, type CorrectRequest, type RememberRequest } from '@shared/memory/words'
import { messageText, type MessageRow } from '@shared/sessions/message'
import type { ExplicitRequestsPorts, RequestOutcome } from './explicit-requests'
import { resolveCorrection, type LastTalk } from './resolve-correction'

/**
 * Carries out what a question asks of memory; null where it asks for nothing, or where memory shows it by itself.
 * @param earlier what was said before it, oldest first.
 */
export function applyRequest(question: MessageRow, earlier: readonly MessageRow[], ports: ExplicitRequestsPorts): RequestOutcome | null {
  const request = explicitRequest(messageText(question.parts))
  if (request === null) return null
  const view = readMemory(ports.writer.doc)
  switch (request.kind) {
    case 'remember':
      return remember(request, question, view, ports)
    case 'forget':
      return forget(request.about, view, ports)
    case 'correct':
      return correct(request, question, lastTalk(earlier), view, ports)
  }
}

function remember(request: RememberRequest, question: MessageRow, view: MemoryView, ports: ExplicitRequestsPorts): RequestOutcome | null {
  const topic = topicOf(request.text)
  return put({ text: request.text, quote: request.quote, topic, former: onTopic(topic, request.text, view) }, question, view, ports)
}

function correct(
  request: CorrectRequest,
  question: MessageRow,
  talk: LastTalk | null,
  view: MemoryView,
  ports: ExplicitRequestsPorts,
): RequestOutcome | null {
  const { to, quote } = request
  const topic = topicOf(to)
  const rivals = onTopic(topic, to, view)
  if (rivals.length > 0) return put({ text: to, quote, topic, former: rivals }, question, view, ports)
  const match = resolveCorrection(request, entriesWith(view, 'active').map(toStatement), talk)
  const former = match === null ? undefined : view.entries.get(match.id)
  // "No, the blue one" is about the conversation, not about the person.
  if (match === null || former === undefined) return null
  return put({ text: match.text, quote, topic: former.topic ?? topicOf(match.text), former: [former] }, question, view, ports)
}

/** Lines that say another value of what only one line can say. */
function onTopic(topic: string | null, text: string, view: MemoryView): readonly EntryView[] {
  if (topic === null) return []
  return entriesWith(view, 'active').filter((entry) => topicOfEntry(entry) === topic && !sameStatement(statementOf(entry.text), text))
}

function forget(about: string, view: MemoryView, { writer }: ExplicitRequestsPorts): RequestOutcome {
  const entries = matchForget(about, entriesWith(view, 'active').map(toStatement))
  if (entries.length === 0) return { kind: 'nothing-about', about }
  change(writer, () => entries.forEach((id) => deleteEntry(writer, id)))
  return { kind: 'forgotten', entries }
}

interface Statement {
  readonly text: string
  readonly quote: string
  readonly topic: string | null
  /** What it replaces. */
  readonly former: readonly EntryView[]
}

/** Writes a statement in the place of what it replaces; one that is there already takes that place itself. */
function put(statement: Statement, question: MessageRow, view: MemoryView, ports: ExplicitRequestsPorts): RequestOutcome | null {
  const known = entriesWith(view, 'active', 'proposed').find((entry) => sameStatement(statementOf(entry.text), statement.text))
  if (known === undefined) return write(statement, question, ports)
  const former = statement.former.map(({ id }) => id).filter((id) => id !== known.id)
  if (known.status === 'proposed' || former.length > 0) keepInstead(ports.writer, known.id, ...former)
  return { kind: 'known', entry: known.id }
}

function write({ text, quote, topic, former }: Statement, question: MessageRow, { writer, clock }: ExplicitRequestsPorts): RequestOutcome | null {
  const draft: ProposalDraft = {
    change: former.length === 0 ? 'add' : 'supersede',
    targets: former.map(({ id }) => id),
    sectionId: former[0]?.sectionId ?? usualSection(text),
    text,
    topic,
    basis: 'explicit',
    isUntrusted: false,
    author: writer.origin.author,
    provenance: [{ sessionId: question.sessionId, messageId: question.id, quote, at: question.createdAt }],
  }
  const source = messageText(question.parts)
  const submitted = submit(writer, draft, {
    sourceText: (message) => (message === question.id ? source : null),
    today: localDateAt(clock.now()),
    isByPerson: true,
  })
  return 'refusal' in submitted ? { kind: 'refused', refusal: submitted.refusal } : null
}

function lastTalk(earlier: readonly MessageRow[]): LastTalk | null {
  const answer = earlier.at(-1)
  const question = earlier.findLast(({ role }) => role === 'user')
  if (answer?.role !== 'assistant' || question === undefined) return null
  return { question: messageText(question.parts), answer: messageText(answer.parts) }
}

const toStatement = ({ id, text }: EntryView) => ({ id, text: statementOf(text) })

const topicOfEntry = ({ topic, text }: EntryView): string | null => topic ?? topicOf(statementOf(text))
