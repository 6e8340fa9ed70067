import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecallMessage } from '@shared/context/recall/message'
import * as z from 'zod'

/** Conversations in the shape of ../shared/data/locomo: see the README there. */
export interface Conversation {
  readonly name: string
  readonly messages: readonly RecallMessage[]
  readonly questions: readonly Question[]
}

export interface Question {
  readonly question: string
  readonly category: string
  /** Ids of the messages that the answer rests on; never empty. */
  readonly evidence: readonly string[]
}

const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('meta') }),
  z.object({ type: z.literal('session'), session: z.number(), date_time: z.string() }),
  z.object({ type: z.literal('turn'), id: z.string(), session: z.number(), speaker: z.string(), text: z.string() }),
  z.object({ type: z.literal('qa'), question: z.string(), categoryName: z.string(), evidence: z.array(z.string()) }),
])

/** Every `.jsonl` of the folder. Questions without resolvable evidence are left out. */
export function readConversations(folder: string): Conversation[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readConversation(name.replace(/\.jsonl$/, ''), readFileSync(join(folder, name), 'utf8')))
}

/** All messages in one index, as an app that holds every session of a person has them. */
export function merged(name: string, conversations: readonly Conversation[]): Conversation {
  const messages = conversations.flatMap((conversation) =>
    conversation.messages.map((message) => ({
      ...message,
      id: `${conversation.name}/${message.id}`,
      sessionId: `${conversation.name}/${message.sessionId}`,
    })),
  )
  const questions = conversations.flatMap((conversation) =>
    conversation.questions.map((question) => ({ ...question, evidence: question.evidence.map((id) => `${conversation.name}/${id}`) })),
  )
  return { name, messages, questions }
}

function readConversation(name: string, text: string): Conversation {
  const lines = text.trim().split('\n').map((line) => lineSchema.parse(JSON.parse(line)))
  const starts = new Map(lines.flatMap((line) => (line.type === 'session' ? [[line.session, startOf(line.date_time)] as const] : [])))
  const turns = lines.filter((line) => line.type === 'turn')
  const messages = turns.map(({ id, session, speaker, text }, index) => ({
    ...{ id, sessionId: String(session), speaker, text },
    createdAt: (starts.get(session) ?? 0) + index,
  }))
  const known = new Set(messages.map(({ id }) => id))
  const questions = lines.flatMap((line) => {
    const evidence = line.type === 'qa' ? line.evidence.filter((id) => known.has(id)) : []
    return line.type === 'qa' && evidence.length > 0 ? [{ question: line.question, category: line.categoryName, evidence }] : []
  })
  return { name, messages, questions }
}

const monthNames = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** "1:56 pm on 8 May, 2023", or an ISO day; noon of the day in UTC. */
function startOf(text: string): number {
  const iso = /(\d{4})-(\d\d)-(\d\d)/.exec(text)
  if (iso !== null) return Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), 12)
  const [, day, month = '', year] = /(\d{1,2}) (\w+),? (\d{4})/.exec(text) ?? []
  const instant = Date.UTC(Number(year), monthNames.indexOf(month.toLowerCase()), Number(day), 12)
  if (Number.isNaN(instant) || !monthNames.includes(month.toLowerCase())) throw new Error(`no date in ${JSON.stringify(text)}`)
  return instant
}
