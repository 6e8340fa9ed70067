import { localDateAt } from '@shared/clock'
import type { SessionId } from '@shared/ids'
import { topicOfEntry } from '@shared/memory/conflicts'
import { keepInstead, reaffirm } from '@shared/memory/decisions'
import { isMessageSource, type EntryStatus, type MessageSource } from '@shared/memory/layout'
import { change, forgetEntry } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { usualSection } from '@shared/memory/usual-section'
import { entriesWith, readMemory, type EntryView, type MemoryView } from '@shared/memory/view'
import { explicitRequests, matchForget, sameStatement, topicOf, type CorrectRequest, type ExplicitRequest, type RememberRequest } from '@shared/memory/words'
import { messageText, type MessageRow } from '@shared/sessions/message'
import type { ExplicitRequestsPorts, RequestOutcome } from './explicit-requests'
import { resolveCorrection, type LastTalk } from './resolve-correction'

/**
 * Carries out what a question asks of memory, one request after the other; null where it asks for nothing, or where
 * memory shows it by itself.
 * @param earlier what was said before it, oldest first.
 */
export function applyRequests(question: MessageRow, earlier: readonly MessageRow[], ports: ExplicitRequestsPorts): RequestOutcome | null {
  const outcomes = explicitRequests(messageText(question.parts)).flatMap((request) => applyRequest(request, question, earlier, ports) ?? [])
  return mostTelling(outcomes)
}

function applyRequest(request: ExplicitRequest, question: MessageRow, earlier: readonly MessageRow[], ports: ExplicitRequestsPorts): RequestOutcome | null {
  const view = readMemory(ports.writer.doc)
  switch (request.kind) {
    case 'remember':
      return remember(request, question, view, ports)
    case 'forget':
      return forget(request.about, question, view, ports)
    case 'correct':
      return correct(request, question, lastTalk(earlier, view), view, ports)
  }
}

const byWeight: readonly RequestOutcome['kind'][] = ['failed', 'refused', 'forgotten', 'nothing-about', 'known']

/** One line under the message: what was not done, or can be given back, before what only is as it was. */
function mostTelling(outcomes: readonly RequestOutcome[]): RequestOutcome | null {
  const [first] = [...outcomes].sort((a, b) => byWeight.indexOf(a.kind) - byWeight.indexOf(b.kind))
  if (first?.kind !== 'forgotten') return first ?? null
  return { kind: 'forgotten', entries: outcomes.flatMap((outcome) => (outcome.kind === 'forgotten' ? outcome.entries : [])) }
}

function remember(request: RememberRequest, question: MessageRow, view: MemoryView, ports: ExplicitRequestsPorts): RequestOutcome | null {
  const topic = topicOf(request.text)
  return put({ text: request.text, quote: request.quote, topic, former: onTopic(topic, request.text, question.sessionId, view) }, question, view, ports)
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
  const rivals = onTopic(topic, to, question.sessionId, view)
  if (rivals.length > 0) return put({ text: to, quote, topic, former: rivals }, question, view, ports)
  const match = resolveCorrection(request, linesIn(question.sessionId, view).map(toStatement), talk)
  const former = match === null ? undefined : view.entries.get(match.id)
  // "No, the blue one" is about the conversation, not about the person.
  if (match === null || former === undefined) return null
  return put({ text: match.text, quote, topic: former.topic ?? topicOf(match.text), former: [former] }, question, view, ports)
}

/** The lines that hold in a session; what is kept for another one is not spoken of here. */
const linesIn = (session: SessionId, view: MemoryView, ...statuses: readonly EntryStatus[]): readonly EntryView[] =>
  entriesWith(view, 'active', ...statuses).filter(({ scope }) => scope.kind === 'everywhere' || scope.id === session)

/** Lines that say another value of what only one line can say. */
function onTopic(topic: string | null, text: string, session: SessionId, view: MemoryView): readonly EntryView[] {
  if (topic === null) return []
  return linesIn(session, view).filter((entry) => topicOfEntry(entry) === topic && !sameStatement(statementOf(entry.text), text))
}

/** Wherever it holds, and what only waits too. */
function forget(about: string, question: MessageRow, view: MemoryView, { writer }: ExplicitRequestsPorts): RequestOutcome {
  const entries = matchForget(about, entriesWith(view, 'active', 'proposed').map(toStatement))
  if (entries.length === 0) return { kind: 'nothing-about', about }
  change(writer, () => entries.forEach((id) => forgetEntry(writer, id, question.id)))
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
  const known = linesIn(question.sessionId, view, 'proposed').find((entry) => sameStatement(statementOf(entry.text), statement.text))
  if (known === undefined) return write(statement, question, ports)
  const former = statement.former.map(({ id }) => id).filter((id) => id !== known.id)
  change(ports.writer, () => {
    if (known.status === 'proposed' || former.length > 0) keepInstead(ports.writer, known.id, ...former)
    reaffirm(ports.writer, known.id, [sourceOf(statement, question)])
  })
  return { kind: 'known', entry: known.id }
}

const sourceOf = ({ quote }: Statement, { sessionId, id, createdAt }: MessageRow): MessageSource => ({ sessionId, messageId: id, quote, at: createdAt })

function write(statement: Statement, question: MessageRow, { writer, clock }: ExplicitRequestsPorts): RequestOutcome | null {
  const { text, topic, former } = statement
  const draft: ProposalDraft = {
    change: former.length === 0 ? 'add' : 'supersede',
    targets: former.map(({ id }) => id),
    sectionId: former[0]?.sectionId ?? usualSection(text),
    text,
    topic,
    basis: 'explicit',
    isUntrusted: false,
    author: writer.origin.author,
    provenance: [sourceOf(statement, question)],
  }
  const source = messageText(question.parts)
  const submitted = submit(writer, draft, {
    sourceText: (message) => (message === question.id ? source : null),
    today: localDateAt(clock.now()),
    isByPerson: true,
  })
  return 'refusal' in submitted ? { kind: 'refused', refusal: submitted.refusal } : null
}

function lastTalk(earlier: readonly MessageRow[], view: MemoryView): LastTalk | null {
  const answer = earlier.at(-1)
  const question = earlier.findLast(({ role }) => role === 'user')
  if (answer?.role !== 'assistant' || question === undefined) return null
  const isFromIt = ({ provenance }: EntryView): boolean => provenance.some((source) => isMessageSource(source) && source.messageId === question.id)
  const noted = entriesWith(view, 'active').filter(isFromIt).map(({ id }) => id)
  return { question: messageText(question.parts), answer: messageText(answer.parts), noted }
}

const toStatement = ({ id, text }: EntryView) => ({ id, text: statementOf(text) })
