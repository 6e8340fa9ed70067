import { arrayOf, record, stringOf } from '../formats/read'
import type { JsonObject, ScriptedAnswer, UnderstoodRequest } from '../types'
import { statementsIn, type Statement } from './statements'

/** The tasks that the app runs by itself after turns, by the first words of their instructions. */
const headings = { memory: '# Memory editor', summary: '# Session summary', title: '# Session title' } as const
export type BackgroundTask = keyof typeof headings

/** Which task a request is for; null for a turn of a conversation. Works on the bytes: a fault comes before any reading. */
export function taskOfBody(body: string): BackgroundTask | null {
  const found = (Object.keys(headings) as BackgroundTask[]).find((task) => body.includes(`"${headings[task]}\\n`))
  return found ?? null
}

/** Does the task by rule, well enough to be looked at: what a person says plainly is proposed, nothing else. */
export function answerTask(task: BackgroundTask, request: UnderstoodRequest): ScriptedAnswer {
  const question = parse(request.turns.at(-1)?.text ?? '')
  return { text: JSON.stringify({ memory: editMemory, summary: sumUp, title: nameIt }[task](question)) }
}

function parse(text: string): JsonObject {
  try {
    return record(JSON.parse(text))
  } catch {
    return {}
  }
}

interface Said {
  readonly id: string
  readonly from: string
  readonly text: string
}

const messagesOf = (question: JsonObject): Said[] =>
  arrayOf(question['messages'])
    .map(record)
    .map((message) => ({ id: stringOf(message['id']), from: stringOf(message['from']), text: stringOf(message['text']) }))

function editMemory(question: JsonObject): JsonObject {
  const entries = arrayOf(question['entries']).map(record)
  const known = new Set([...entries.map(({ text }) => stringOf(text)), ...arrayOf(question['waiting']).map(String)])
  const newest = new Map<string, JsonObject>()
  for (const { id, from, text } of messagesOf(question)) {
    if (from !== 'person') continue
    for (const statement of statementsIn(text)) {
      if (known.has(statement.text)) continue
      const former = entries.filter(({ topic }) => statement.topic !== null && topic === statement.topic)
      newest.set(statement.topic ?? statement.text, operationFor(statement, id, former))
    }
  }
  return { operations: [...newest.values()] }
}

const operationFor = (statement: Statement, message: string, former: readonly JsonObject[]): JsonObject => ({
  op: former.length === 0 ? 'add' : 'supersede',
  entries: former.map(({ id }) => stringOf(id)),
  message,
  quote: statement.quote,
  section: statement.section,
  topic: statement.topic,
  text: statement.text,
  basis: 'stated',
  confidence: 0.9,
  reason: null,
  validFrom: null,
  expiresOn: null,
})

const openWork = /\b(?:I (?:need|have) to|remind me to|don't forget to) ([^.!?\n]{3,80})|(?:我要|我得|我需要|别忘了|提醒我)([^。！？\n]{2,40})/

function sumUp(question: JsonObject): JsonObject {
  const said = messagesOf(question).filter(({ from }) => from === 'person')
  const former = arrayOf(question['summary']).map(record)
  const kept = former.map(({ id, kind, text }) => ({ kind, text, from: [id] }))
  const gist = said.slice(0, 1).map(({ id, text }) => ({ kind: 'gist', text: firstWords(text, 120), from: [id] }))
  const todos = said.flatMap(({ id, text }) => {
    const match = openWork.exec(text)
    return match === null ? [] : [{ kind: 'todo', text: firstWords(match[1] ?? match[2] ?? '', 120), from: [id] }]
  })
  return { lines: [...kept, ...gist, ...todos].slice(-24), done: [] }
}

function nameIt(question: JsonObject): JsonObject {
  const asked = messagesOf(question).find(({ from }) => from === 'person')?.text ?? ''
  const topic = asked.replace(/^(?:please |can you |could you |help me (?:to )?|请|帮我|麻烦)+/i, '')
  const title = firstWords(topic.split(/[:.?!,，：。？！\n]/)[0] ?? '', 48)
  return { title: title.charAt(0).toUpperCase() + title.slice(1) }
}

function firstWords(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest)
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
}
