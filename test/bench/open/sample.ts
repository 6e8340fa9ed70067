import * as Y from 'yjs'
import { createIdFactory, type DeviceId, type MessageId, type SessionId } from '@shared/ids'
import { putEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { toStored, type StoredRow } from '@renderer/db/path-reader'

/** A profile as it lies in the database. */
export interface SampleProfile {
  readonly rows: readonly StoredRow[]
  /** One update that makes the whole session list. */
  readonly indexUpdate: Uint8Array
  readonly sessions: readonly SampleSession[]
}

export interface SampleSession {
  readonly id: SessionId
  /** Occurs in its last message and nowhere else. */
  readonly endMark: string
}

const startAt = 1_780_000_000_000
const model = { modelProviderId: 'sample', modelId: 'sample-model' }

/** Sessions with so many messages each, mixed Markdown in two languages; the same for the same lengths. */
export function sampleProfile(lengths: readonly number[]): SampleProfile {
  let now = startAt
  const clock = { now: () => (now += 1000) }
  const newId = createIdFactory(clock, seededRandom(7))
  const index = new Y.Doc()
  const rows: StoredRow[] = []
  const sessions = lengths.map((length, number) => {
    const id = newId<SessionId>()
    const endMark = `end-of-session-${number}`
    let parent: MessageId | null = null
    for (let at = 0; at < length; at++) {
      const row: MessageRow = messageAt(id, newId<MessageId>(), parent, at, clock.now(), at === length - 1 ? endMark : '')
      rows.push(toStored(row))
      parent = row.id
    }
    const entry = { title: `Session ${number}: ${titles[number % titles.length]}`, createdAt: now, updatedAt: now, tip: parent }
    putEntry(index, id, { ...entry, titleSource: 'derived', pinned: false, forkedFrom: null, trashedAt: null, purgedAt: null, model: null, isPrivate: false })
    return { id, endMark }
  })
  return { rows, indexUpdate: Y.encodeStateAsUpdate(index), sessions }
}

/** A Markdown answer of about so many characters. */
export function longAnswer(characters: number): string {
  let text = ''
  for (let at = 1; text.length < characters; at += 2) text += `${answerText(at)}\n\n`
  return text.slice(0, characters)
}

function messageAt(sessionId: SessionId, id: MessageId, parent: MessageId | null, at: number, createdAt: number, endMark: string): MessageRow {
  const isQuestion = at % 2 === 0
  const text = `${isQuestion ? questionText(at) : answerText(at)}${endMark === '' ? '' : `\n\n${endMark}`}`
  return {
    id,
    sessionId,
    parentIds: parent === null ? [] : [parent],
    role: isQuestion ? 'user' : 'assistant',
    parts: [{ type: 'text', text }],
    createdAt,
    device: 'sample-device' as DeviceId,
    author: isQuestion ? 'person' : 'model',
    status: 'complete',
    ...(isQuestion ? {} : { answer: answerMeta }),
  }
}

const answerMeta: NonNullable<MessageRow['answer']> = {
  model,
  modelName: 'Sample model',
  usage: { inputTokens: 412, outputTokens: 690, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false },
  costMicroUsd: 8000,
  firstTokenMs: 420,
  durationMs: 6200,
  finishReason: 'stop',
}

const titles = ['Trip to Kyoto', '报税材料整理', 'Refactoring the parser', 'Letter to the landlord', '周末菜谱']

const questionText = (at: number): string =>
  at % 4 === 0 ? `Question ${at}: how should I go on with step ${at % 7}?` : `问题 ${at}：第 ${at % 7} 步应该怎么做？请说得简短一些。`

const answerParts: readonly ((at: number) => string)[] = [
  (at) => `## Step ${at}\n\nStart with **the part that hurts** and write down \`what()\` you expect.\n\n- first, look at the log\n- then change one thing\n- and measure again`,
  (at) => `第 ${at} 步并不难：先把**最麻烦的部分**写下来，再逐条处理。\n\n1. 收集材料\n2. 核对金额\n3. 提交之前再检查一遍`,
  (at) => `A small function is enough:\n\n\`\`\`ts\nexport function step${at}(values: readonly number[]): number {\n  return values.reduce((sum, value) => sum + value, 0)\n}\n\`\`\`\n\nIt costs $5 to $10 a month.`,
  (at) => `| place | hours | note |\n|---|---:|---|\n| Kiyomizu-dera | ${at % 5} | early |\n| 南禅寺 | ${at % 3} | 人少 |\n\n> Wear good shoes.`,
  () => 'In short: yes. The longer answer has two sides, and [the manual](https://example.org/manual) tells both of them at length. 简单说：可以。',
]

function answerText(at: number): string {
  const first = answerParts[Math.floor(at / 2) % answerParts.length]
  const second = answerParts[(Math.floor(at / 2) + 2) % answerParts.length]
  return `${first?.(at) ?? ''}\n\n${second?.(at) ?? ''}`
}

/** Small, fast and the same every time (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
