import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { localDateAt } from '@shared/clock'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import { setScope } from '@shared/memory/decisions'
import { addEntry, deleteEntry, restoreEntry } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { submit } from '@shared/memory/submit'
import { entriesWith, readMemory, type EntryView } from '@shared/memory/view'
import { createExplicitRequests } from '@renderer/state/explicit-requests'
import { notesByMessage } from '@renderer/state/session-proposals'
import { undoNote } from '@renderer/state/undo-note'
import { startEmulator, type Emulator } from '../../emulator/server'
import { draft, openTurnWindow, type TurnWindow } from '../../helpers/turn-window'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', isStrict: true, tokensPerSecond: null })
})
afterEach(() => emulator.clear())
afterAll(() => emulator.close())

interface SentMessage {
  readonly role: string
  readonly content: unknown
}

const lastMessages = (): readonly SentMessage[] => (JSON.parse(String(emulator.requests().at(-1)?.body)) as { messages: SentMessage[] }).messages

/** The memory part of the last request: between the marks of the profile, '' where there is none. */
function profileSent(): string {
  const system = lastMessages().flatMap(({ role, content }) => (role === 'system' ? [String(content)] : [])).join('\n')
  return /<profile>([\s\S]*?)<\/profile>/.exec(system)?.[1] ?? ''
}

const add = (window: TurnWindow, text: string, section = 'identity'): EntryId =>
  addEntry(window.writer, { text, sectionId: section as SectionId })

const active = (window: TurnWindow): string[] => entriesWith(readMemory(window.memory), 'active').map(({ text }) => statementOf(text))

async function notesOfLastQuestion(window: TurnWindow, session: SessionId) {
  const question = (await window.path(session)).findLast(({ role }) => role === 'user')
  return question === undefined ? [] : (notesByMessage(readMemory(window.memory)).get(question.id) ?? [])
}

async function outcomeOfLastQuestion(window: TurnWindow, session: SessionId) {
  const question = (await window.path(session)).findLast(({ role }) => role === 'user')
  return question === undefined ? undefined : window.requests.outcomes.current().get(question.id)
}

test('what is to be remembered is in the prompt of that very turn, with the message as its source', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'Please remember that I live in Lyon. What is there to see?')
  expect(profileSent()).toContain('Lyon')
  const [entry] = entriesWith(readMemory(window.memory), 'active') as [EntryView]
  const [question] = await window.path(session)
  expect(entry.provenance).toMatchObject([{ sessionId: session, messageId: question?.id }])
  expect([entry.basis, entry.acceptedBy]).toEqual(['explicit', 'person'])
  expect((await notesOfLastQuestion(window, session)).map(({ kind }) => kind)).toEqual(['remembered'])
  await window.close()
})

test('a correction retires the old line at once, and it never goes out again (report 79)', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'Remember that I live in Lyon')
  await window.say(session, 'No, I live in Paris')
  expect(profileSent()).toContain('Paris')
  expect(profileSent()).not.toContain('Lyon')
  expect(entriesWith(readMemory(window.memory), 'superseded')).toHaveLength(1)
  await window.say(null, 'Where do I live?')
  expect(profileSent()).not.toContain('Lyon')
  await window.close()
})

test('"no, it is X" corrects the line that the last answer told (report 79)', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'I live in Lyon')
  add(window, 'My sister lives in Turin', 'people')
  emulator.script({ text: 'You live in Lyon, on the Rhône.' })
  const session = await window.say(null, 'Where do I live?')
  await window.say(session, "No, it's Paris")
  expect(active(window)).toEqual(['I live in Paris', 'My sister lives in Turin'])
  expect(profileSent()).not.toContain('Lyon')
  await window.say(session, 'No, the blue one')
  await window.say(session, "It's Milan, not Turin")
  expect(active(window)).toEqual(['I live in Paris', 'My sister lives in Milan'])
  await window.close()
})

test('a new value of the same thing replaces the old one, and Undo gives the old one back', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'I live in Lyon')
  const session = await window.say(null, 'Remember that I live in Paris')
  expect(active(window)).toEqual([expect.stringContaining('Paris')])
  const [note] = await notesOfLastQuestion(window, session)
  if (note === undefined) throw new Error('no note')
  expect(note.former.map(({ text }) => text)).toEqual(['I live in Lyon'])
  undoNote(window.writer, note)
  expect(active(window)).toEqual(['I live in Lyon'])
  await window.say(session, 'Where do I live?')
  expect(profileSent()).toContain('Lyon')
  expect(profileSent()).not.toContain('Paris')
  await window.close()
})

test('where two lines contradict each other, the person\'s word settles it', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'I live in Lyon')
  add(window, 'I live in Paris')
  const session = await window.say(null, 'No, I live in Paris')
  expect(active(window)).toEqual(['I live in Paris'])
  expect(await outcomeOfLastQuestion(window, session)).toMatchObject({ kind: 'known' })
  await window.say(session, 'No, I live in Rome')
  expect(active(window)).toEqual(['I live in Rome'])
  await window.close()
})

test('what is to be forgotten is gone from that turn on, stays gone, and Undo brings it back (report 82)', async () => {
  const window = await openTurnWindow(emulator)
  const id = add(window, 'Allergic to peanuts', 'constraints')
  add(window, 'Likes trains', 'preferences')
  const session = await window.say(null, 'Forget that I am allergic to peanuts')
  expect(profileSent()).not.toContain('peanuts')
  expect(active(window)).toEqual(['Likes trains'])
  expect(await outcomeOfLastQuestion(window, session)).toEqual({ kind: 'forgotten', entries: [id] })
  await window.say(session, 'What may I eat?')
  expect(profileSent()).not.toContain('peanuts')
  restoreEntry(window.writer, id)
  expect(active(window)).toContain('Allergic to peanuts')
  await window.close()
})

test('nothing is forgotten by a guess: where nothing fits it is said so', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'Likes trains', 'preferences')
  const session = await window.say(null, 'Forget my shoe size')
  expect(await outcomeOfLastQuestion(window, session)).toMatchObject({ kind: 'nothing-about' })
  expect(active(window)).toEqual(['Likes trains'])
  await window.close()
})

test('the same in Chinese', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, '请记住我住在上海')
  expect(profileSent()).toContain('上海')
  await window.say(session, '不对，我住在北京')
  expect(profileSent()).toContain('北京')
  expect(profileSent()).not.toContain('上海')
  await window.say(session, '忘掉我住在北京')
  expect(profileSent()).not.toContain('北京')
  await window.close()
})

test('a private session remembers nothing, forgets nothing and corrects nothing', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'I live in Lyon')
  for (const words of ['Remember that I like cheese', 'Forget where I live', 'No, I live in Paris']) {
    const sent = await window.turns.send(null, draft(words), window.model(), { isPrivate: true })
    if (!sent.ok) throw new Error(sent.failure.code)
    await window.settled(sent.value.session)
    expect(profileSent()).toBe('')
  }
  expect(active(window)).toEqual(['I live in Lyon'])
  await window.close()
})

test('what stands in a quotation or in pasted code is not a request', async () => {
  const window = await openTurnWindow(emulator)
  await window.say(null, 'Translate this:\n\n> Remember that I live in Lyon\n\n```\nremember that my name is Eve\n```')
  expect(active(window)).toEqual([])
  await window.close()
})

test('an edited question is carried out like a new one', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'I live somewhere')
  const [question] = await window.path(session)
  if (question === undefined) throw new Error('no question')
  await window.turns.editQuestion(question.id, draft('Remember that I live in Lyon'), null)
  await window.settled(session)
  expect(profileSent()).toContain('Lyon')
  await window.close()
})

test('MEM-11 a secret is not remembered at the person\'s own word either, and they are told', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'Remember that my password is hunter2-Xk9#21')
  expect(active(window)).toEqual([])
  expect(await outcomeOfLastQuestion(window, session)).toEqual({ kind: 'refused', refusal: 'secret' })
  await window.close()
})

test('small talk writes nothing (report 86)', async () => {
  const window = await openTurnWindow(emulator)
  let session: SessionId | null = null
  for (const words of ['Good morning!', 'How are you?', 'That reminds me of a song', 'Thanks, do you remember the song?', 'No, the blue one']) {
    session = await window.say(session, words)
  }
  expect(readMemory(window.memory).entries.size).toBe(0)
  await window.close()
})

test('what was said twice is one line', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'Remember that I live in Lyon')
  await window.say(session, 'Remember that I live in Lyon.')
  expect(active(window)).toHaveLength(1)
  expect(await outcomeOfLastQuestion(window, session)).toMatchObject({ kind: 'known' })
  await window.close()
})

test('everything that one message asks for is done, in the order in which it is asked', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'I live in Lyon')
  const session = await window.say(null, 'Please forget that I live in Lyon. Remember that I live in Rome. Also remember that my cat is called Momo.')
  expect(active(window).sort()).toEqual(['I live in Rome', 'My cat is called Momo'])
  expect(await outcomeOfLastQuestion(window, session)).toMatchObject({ kind: 'forgotten' })
  await window.say(session, 'Remember that I work at Acme. No wait, I work at Globex.')
  expect(active(window)).toContain('I work at Globex')
  expect(active(window)).not.toContain('I work at Acme')
  await window.say(session, '忘掉我住在罗马。请记住我对花生过敏。记住我妹妹叫小安。')
  expect(active(window)).toEqual(expect.arrayContaining(['我对花生过敏', '我妹妹叫小安']))
  await window.close()
})

test('of two things that are forgotten at once, both can be given back', async () => {
  const window = await openTurnWindow(emulator)
  const ids = [add(window, 'I live in Lyon'), add(window, 'I have two cats')]
  const session = await window.say(null, 'Forget that I live in Lyon. Forget that I have two cats.')
  expect(active(window)).toEqual([])
  expect(await outcomeOfLastQuestion(window, session)).toEqual({ kind: 'forgotten', entries: ids })
  await window.close()
})

test('what was forgotten is still said, and can be given back, after the window was opened anew', async () => {
  const window = await openTurnWindow(emulator)
  const lyon = add(window, 'I live in Lyon')
  await window.say(null, 'Forget that I live in Lyon')
  const said = [...window.requests.outcomes.current()]
  expect(said).toHaveLength(1)
  const opened = (now: number) => createExplicitRequests({ writer: window.writer, clock: { now: () => now } }).outcomes.current()
  expect([...opened(Date.now())]).toEqual(said)
  expect([...opened(Date.now() + 8 * 86_400_000)]).toEqual([])
  restoreEntry(window.writer, lyon)
  deleteEntry(window.writer, lyon)
  expect([...opened(Date.now())]).toEqual([])
  await window.close()
})

test('what only waits is forgotten too: it does not wait any more, and does not come back', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'I love jazz')
  const [question] = await window.path(session)
  const proposal = (text: string) =>
    submit(window.writer, {
      ...{ change: 'add', targets: [], sectionId: 'preferences' as SectionId, text, topic: null, basis: 'inferred', isUntrusted: false },
      author: { kind: 'model', name: 'Small model' },
      provenance: [{ sessionId: session, messageId: question?.id as MessageId, quote: 'I love jazz', at: 1 }],
    }, { sourceText: () => 'I love jazz', today: localDateAt(Date.now()) })
  proposal('Loves jazz')
  await window.say(session, 'Forget that I love jazz')
  expect(entriesWith(readMemory(window.memory), 'proposed', 'active')).toEqual([])
  expect(await outcomeOfLastQuestion(window, session)).toMatchObject({ kind: 'forgotten' })
  expect(proposal('Loves jazz')).toMatchObject({ refusal: expect.stringMatching(/before$/) as string })
  await window.close()
})

test('MEM-7 what is said to be remembered again holds on from that day', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'Remember that I have to renew my passport')
  const before = entriesWith(readMemory(window.memory), 'active')[0]
  await window.say(session, 'Remember that I have to renew my passport')
  const after = entriesWith(readMemory(window.memory), 'active')
  expect(after).toHaveLength(1)
  expect(after[0]?.provenance).toHaveLength(2)
  expect(after[0]?.confirmedAt ?? 0).toBeGreaterThan(before?.createdAt ?? 0)
  expect(await notesOfLastQuestion(window, session)).toEqual([])
  await window.close()
})

test('a line that is kept for another session is neither known nor replaced here', async () => {
  const window = await openTurnWindow(emulator)
  const other = add(window, 'I live in Lyon')
  setScope(window.writer, other, { kind: 'session', id: 'other' as SessionId })
  await window.say(null, 'Remember that I live in Rome')
  expect(active(window).sort()).toEqual(['I live in Lyon', 'I live in Rome'])
  await window.say(null, 'Remember that I live in Lyon')
  expect(profileSent()).toContain('Lyon')
  expect(profileSent()).not.toContain('Rome')
  await window.close()
})

test('what waits for the person is taken up at their word, not written a second time', async () => {
  const window = await openTurnWindow(emulator)
  const quote = 'I suppose that trains are nicer'
  const source = { sessionId: 's' as SessionId, messageId: 'm' as MessageId, quote, at: 1 }
  submit(
    window.writer,
    {
      ...{ change: 'add', targets: [], sectionId: 'preferences' as SectionId, text: 'I prefer slow trains', topic: null, basis: 'inferred' },
      ...{ isUntrusted: false, author: { kind: 'model', name: 'small' }, provenance: [source] },
    },
    { sourceText: () => quote, today: localDateAt(Date.now()) },
  )
  expect(active(window)).toEqual([])
  await window.say(null, 'Remember that I prefer slow trains')
  expect(active(window)).toEqual(['I prefer slow trains'])
  expect(readMemory(window.memory).entries.size).toBe(1)
  await window.close()
})

test('thirty lines are all in the prompt, and no tool has to be called to read them (reports 83, 94)', async () => {
  const window = await openTurnWindow(emulator)
  const lines = Array.from({ length: 30 }, (_, index) => `Fact number ${index + 1} of the person`)
  for (const line of lines) add(window, line, 'knowledge')
  await window.say(null, 'What do you know?')
  expect(lines.filter((line) => !profileSent().split('\n').includes(`- ${line}`))).toEqual([])
  expect(JSON.parse(String(emulator.requests().at(-1)?.body))).not.toHaveProperty('tools')
  await window.close()
})

test('memory is no message of the person, and the beginning of the prompt stays the same bytes (reports 97, 98)', async () => {
  const window = await openTurnWindow(emulator)
  add(window, 'I live in Lyon')
  emulator.script({ text: 'First answer' }, { text: 'Second answer' })
  const session = await window.say(null, 'First question')
  const first = lastMessages()
  await window.say(session, 'Second question')
  const second = lastMessages()
  expect(second.filter(({ role, content }) => role !== 'system' && JSON.stringify(content).includes('Lyon'))).toEqual([])
  expect(second.slice(0, first.length)).toEqual(first)
  expect(second.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['First question', 'Second question'])
  await window.close()
})
