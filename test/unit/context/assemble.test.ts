import { describe, expect, test } from 'vitest'
import type * as Y from 'yjs'
import type { FileHash, MessageId, SectionId, SessionId } from '@shared/ids'
import { assemblePrompt, type AssembleInput } from '@shared/context/assemble'
import { readPromptMemory } from '@shared/context/prompt-memory'
import type { PathMessage } from '@shared/context/repair-history'
import { describeToday } from '@shared/context/today'
import { addEntry, deleteEntry, setPinned } from '@shared/memory/operations'
import { messageRowSchema, type MessageRow, type Part } from '@shared/sessions/message'
import { memoryWriter, titles } from '../../helpers/memory'

const preferences = 'preferences' as SectionId
const text = (value: string): Part => ({ type: 'text', text: value })
const estimateTokens = (value: string): number => Math.ceil(value.length / 4)

function row(id: string, role: MessageRow['role'], parts: Part[], status: MessageRow['status'] = 'complete'): PathMessage {
  const author = role === 'user' ? 'person' : role === 'tool' ? 'tool' : 'model'
  const made: MessageRow = {
    id: id as MessageId,
    sessionId: 's' as SessionId,
    parentIds: [],
    role,
    parts,
    createdAt: 1,
    device: 'd' as MessageRow['device'],
    author,
    status,
  }
  return { row: made, parts }
}

function assemble({ memory = memoryWriter().doc, ...change }: Partial<Omit<AssembleInput, 'memory'>> & { readonly memory?: Y.Doc } = {}) {
  return assemblePrompt({
    memory: readPromptMemory(memory),
    titles,
    session: 's' as SessionId,
    summary: null,
    path: [row('q1', 'user', [text('hello')])],
    mode: 'answer',
    model: { api: 'anthropic-messages', contextTokens: 32_000, maxOutputTokens: 4000, takes: { image: true, pdf: null, audio: null, video: null } },
    memoryTokenLimit: 800,
    conversationTokenLimit: 16_000,
    recallTokenLimit: 0,
    now: Date.UTC(2026, 10, 30, 12),
    timeZone: 'UTC',
    estimateTokens,
    ...change,
  })
}

describe('the day in the prompt', () => {
  test('half past eleven at night in UTC-8 is still that day, with its weekday and offset', () => {
    const instant = Date.UTC(2026, 11, 1, 7, 30)
    expect(describeToday(instant, 'America/Los_Angeles')).toBe('Monday, 2026-11-30 (UTC-08:00)')
  })

  test('half past midnight in UTC+9 is already the next day', () => {
    const instant = Date.UTC(2026, 10, 30, 15, 30)
    expect(describeToday(instant, 'Asia/Tokyo')).toBe('Tuesday, 2026-12-01 (UTC+09:00)')
    expect(describeToday(instant, 'UTC')).toBe('Monday, 2026-11-30 (UTC+00:00)')
  })

  test('the prompt keeps its bytes all day long', () => {
    const at = (hour: number) => assemble({ now: Date.UTC(2026, 10, 30, hour) }).prompt
    expect(at(1)).toEqual(at(23))
  })
})

describe('memory in the prompt', () => {
  test('every entry is in the system part and none in a message, also behind a tool result', () => {
    const writer = memoryWriter()
    for (let index = 0; index < 30; index += 1) addEntry(writer, { text: `- fact number ${index}`, sectionId: preferences })
    const path = [
      row('q1', 'user', [text('what time is it')]),
      row('a1', 'assistant', [{ type: 'tool-call', toolCallId: 'c1', name: 'clock', argumentsText: '{}' }]),
      row('t1', 'tool', [{ type: 'tool-result', toolCallId: 'c1', text: 'noon', isError: false }]),
    ]
    const { prompt } = assemble({ memory: writer.doc, path })
    expect(prompt.system.match(/fact number/g)).toHaveLength(30)
    expect(prompt.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool'])
    expect(JSON.stringify(prompt.messages)).not.toContain('fact number')
  })

  test('over the limit, pinned entries and constraints stay whole and the receipt lists what was left out', () => {
    const writer = memoryWriter()
    for (let index = 0; index < 50; index += 1) addEntry(writer, { text: `an ordinary statement ${index}`, sectionId: preferences })
    const pinned = addEntry(writer, { text: 'pinned statement', sectionId: 'knowledge' as SectionId })
    setPinned(writer, pinned, true)
    addEntry(writer, { text: 'never mention the surprise party', sectionId: 'constraints' as SectionId })
    const gone = addEntry(writer, { text: 'deleted statement', sectionId: preferences })
    deleteEntry(writer, gone)
    const { prompt, manifest } = assemble({ memory: writer.doc, memoryTokenLimit: 100 })
    expect(prompt.system).toContain('pinned statement')
    expect(prompt.system).toContain('never mention the surprise party')
    expect(prompt.system).not.toContain('deleted statement')
    const shown = manifest.items.filter((item) => item.kind === 'memory-entry').length
    expect(shown).toBeLessThan(20)
    expect(manifest.omitted.filter((item) => item.kind === 'memory-entry')).toHaveLength(52 - shown)
  })

  test('MEM-12 twenty prompts over unchanged memory have the same system bytes', () => {
    const writer = memoryWriter()
    for (let index = 0; index < 88; index += 1) addEntry(writer, { text: `- fact ${index}`, sectionId: preferences })
    const systems = Array.from({ length: 20 }, (_, turn) => assemble({ memory: writer.doc, path: [row(`q${turn}`, 'user', [text(`${turn}`)])] }).prompt.system)
    expect(new Set(systems).size).toBe(1)
  })
})

describe('the tail of the conversation', () => {
  const long = (id: string, role: MessageRow['role']) => row(id, role, [text(`${id} ${'x'.repeat(4000)}`)])
  const path = Array.from({ length: 40 }, (_, index) => long(`m${index}`, index % 2 === 0 ? 'user' : 'assistant'))

  test('newest turns first, beginning with the person, inside the window with room for the answer', () => {
    const { prompt, manifest, maxOutputTokens } = assemble({ path: [...path, row('last', 'user', [text('and now?')])], model: { api: 'openai-chat', contextTokens: 16_000, maxOutputTokens: 4000, takes: { image: null, pdf: null, audio: null, video: null } } })
    expect(prompt.messages[0]?.role).toBe('user')
    expect(prompt.messages.at(-1)?.parts).toEqual([text('and now?')])
    expect(manifest.totalTokens).toBeLessThanOrEqual(manifest.budgetTokens)
    expect(manifest.totalTokens + maxOutputTokens).toBeLessThan(16_000)
    const kept = manifest.items.filter((item) => item.kind === 'message').length
    expect(kept).toBe(prompt.messages.length)
    expect(manifest.omitted).toEqual([{ kind: 'message', id: `m${40 - kept}`, tokens: 0, omission: 'over-budget', count: 41 - kept }])
  })

  test('the receipt of a session does not grow with it', () => {
    const receipt = (count: number) => {
      const messages = Array.from({ length: count }, (_, index) => long(`m${index}`, index % 2 === 0 ? 'user' : 'assistant'))
      return assemble({ path: [...messages, row('last', 'user', [text('and now?')])] }).manifest
    }
    for (const count of [400, 4000]) {
      expect(receipt(count).items.length).toBeLessThan(24)
      expect(receipt(count).omitted).toHaveLength(1)
    }
  })

  test('the last question is whole even where it alone is over the window', () => {
    const { prompt, manifest } = assemble({ path: [...path, long('huge', 'user')], model: { api: 'openai-chat', contextTokens: 1000, maxOutputTokens: null, takes: { image: null, pdf: null, audio: null, video: null } } })
    expect(prompt.messages).toHaveLength(1)
    expect(JSON.stringify(prompt.messages)).toContain('huge xxxx')
    expect(manifest.totalTokens).toBeGreaterThan(manifest.budgetTokens)
  })

  test('an unknown window is taken for 32,000 tokens', () => {
    const { manifest } = assemble({ model: { api: 'openai-chat', contextTokens: null, maxOutputTokens: null, takes: { image: null, pdf: null, audio: null, video: null } } })
    expect(manifest.budgetTokens).toBe(Math.floor(32_000 * 0.95) - 8000)
  })

  test('a model that reads no images gets a note in its place', () => {
    const picture: Part = { type: 'file', hash: 'ab' as FileHash, name: 'cat.png', mediaType: 'image/png', sizeBytes: 10 }
    const given = { path: [row('q', 'user', [text('what is this'), picture])] }
    const blind = assemble({ ...given, model: { api: 'openai-chat', contextTokens: null, maxOutputTokens: null, takes: { image: false, pdf: null, audio: null, video: null } } })
    expect(JSON.stringify(blind.prompt.messages)).toContain('cat.png')
    expect(blind.prompt.messages[0]?.parts.every((part) => part.type === 'text')).toBe(true)
    expect(assemble(given).prompt.messages[0]?.parts).toContainEqual(picture)
  })
})

describe('going on', () => {
  test('an interrupted answer goes back as an answer, followed by the request to go on', () => {
    const cut = row('a1', 'assistant', [{ type: 'reasoning', text: 'hm' }, text('The first step is to ')], 'interrupted')
    const { prompt } = assemble({ mode: 'continue', path: [row('q1', 'user', [text('how?')]), cut] })
    expect(prompt.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user'])
    expect(prompt.messages[1]?.parts).toEqual([text('The first step is to ')])
  })

  test('an answer cut before its first word is simply asked for again', () => {
    const cut = row('a1', 'assistant', [{ type: 'reasoning', text: 'hm' }], 'interrupted')
    const { prompt } = assemble({ mode: 'continue', path: [row('q1', 'user', [text('how?')]), cut] })
    expect(prompt.messages).toEqual([{ role: 'user', parts: [text('how?')] }])
  })
})

describe('SES-5 and SES-6', () => {
  const provider: Part = { type: 'provider', api: 'anthropic-messages', model: 'm', json: '{"type":"thinking",  "signature":"a\\u0062c=="}' }

  test('SES-5 rows that were stored and read again give the same bytes, provider blocks included', () => {
    const path = [
      row('q1', 'user', [text('one'), { width: 3, height: 4, type: 'file', hash: 'ab' as FileHash, name: 'n', mediaType: 'image/png', sizeBytes: 1 }]),
      row('a1', 'assistant', [provider, text('two')]),
      row('q2', 'user', [text('three')]),
    ]
    const stored = path.map((item) => messageRowSchema.parse(JSON.parse(JSON.stringify(item.row))))
    const before = JSON.stringify(assemble({ path }).prompt)
    const after = JSON.stringify(assemble({ path: stored.map((item) => ({ row: item, parts: structuredClone(item.parts) })) }).prompt)
    expect(after).toBe(before)
    expect(before).toContain(JSON.stringify(provider.json))
  })

  test('SES-5 a provider block goes to its own api only', () => {
    const path = [row('q1', 'user', [text('one')]), row('a1', 'assistant', [provider, text('two')]), row('q2', 'user', [text('three')])]
    const other = assemble({ path, model: { api: 'openai-chat', contextTokens: null, maxOutputTokens: null, takes: { image: null, pdf: null, audio: null, video: null } } })
    expect(other.prompt.messages[1]).toEqual({ role: 'assistant', parts: [text('two')] })
    expect(assemble({ path }).prompt.messages[1]?.origin).toEqual({ api: 'anthropic-messages', model: 'm' })
  })

  test('SES-6 two questions around a failed answer become one message, and the receipt says so', () => {
    const path = [row('q1', 'user', [text('first')]), row('a1', 'assistant', [], 'failed'), row('q2', 'user', [text('second')])]
    const { prompt, manifest } = assemble({ path })
    expect(prompt.messages).toEqual([{ role: 'user', parts: [text('first\n\nsecond')] }])
    expect(manifest.omitted).toContainEqual({ kind: 'message', id: 'a1', tokens: 0, omission: 'empty' })
    expect(manifest.items.filter((item) => item.kind === 'message').map((item) => item.id)).toEqual(['q1', 'q2'])
  })

  test('SES-6 a tool call without a result and a result without a call are left out', () => {
    const path = [
      row('q1', 'user', [text('first')]),
      row('a1', 'assistant', [text('let me look'), { type: 'tool-call', toolCallId: 'lost', name: 't', argumentsText: '{}' }]),
      row('q2', 'user', [text('second')]),
      row('t9', 'tool', [{ type: 'tool-result', toolCallId: 'lost', text: 'late', isError: false }]),
    ]
    const { prompt, manifest } = assemble({ path })
    expect(prompt.messages.map((message) => message.parts)).toEqual([[text('first')], [text('let me look')], [text('second')]])
    expect(manifest.omitted).toContainEqual({ kind: 'message', id: 'a1', tokens: 0, omission: 'tool-unanswered', count: 1 })
    expect(manifest.omitted).toContainEqual({ kind: 'message', id: 't9', tokens: 0, omission: 'tool-unasked' })
  })

  test('SES-6 thoughts of another model stay behind, one line of the receipt says of how many answers', () => {
    const thought = (model: string): Part => ({ type: 'provider', api: 'anthropic-messages', model, json: '{"type":"thinking"}' })
    const path = [
      row('q1', 'user', [text('first')]),
      row('a1', 'assistant', [thought('one'), text('yes')]),
      row('q2', 'user', [text('second')]),
      row('a2', 'assistant', [thought('two'), text('no')]),
      row('q3', 'user', [text('third')]),
    ]
    const takes = { image: null, pdf: null, audio: null, video: null }
    const model = { api: 'anthropic-messages', modelId: 'two', contextTokens: 32_000, maxOutputTokens: 4000, takes }
    const { prompt, manifest } = assemble({ path, model })
    expect(prompt.messages.map(({ parts }) => parts.length)).toEqual([1, 1, 1, 2, 1])
    expect(manifest.omitted).toContainEqual({ kind: 'message', id: 'a1', tokens: 0, omission: 'other-model', count: 1 })
  })
})
