import { describe, expect, test } from 'vitest'
import type { LocalDate } from '@shared/clock'
import type { PathMessage } from '@shared/context/repair-history'
import { archive, reject } from '@shared/memory/decisions'
import { deleteEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { maintain } from '@shared/memory/maintain'
import type { SessionSummaryText } from '@shared/sessions/summary'
import { contextInput, contextNow, plainPrompt, promptWithRecall, remember, spoken, talk } from '../../helpers/context'
import { exchange, memoryWriter } from '../../helpers/memory'

const first = (path: readonly PathMessage[], index = 0): PathMessage => {
  const item = path[index]
  if (item === undefined) throw new Error('no such message')
  return item
}
const summaryOf = (path: readonly PathMessage[], ...texts: string[]): SessionSummaryText => ({
  lines: texts.map((text) => ({ kind: 'gist', text, from: [first(path).row.id] })),
  upTo: first(path).row.id,
  at: contextNow,
  model: 'm',
})

const settle = ({ doc, newId }: MemoryWriter): boolean => maintain(doc, { today: '2026-11-30' as LocalDate, clock: { now: () => contextNow }, newId })

describe('MEM-17 what was replaced', () => {
  const march = talk('march', '2026-03-02', ['I prefer concise answers.', 'Understood, I will keep it short.'])
  const june = talk('june', '2026-06-02', ['Please explain in more detail from now on.', 'Gladly.'])

  function changedMind() {
    const writer = memoryWriter()
    const concise = remember(writer, first(march), 'Prefers concise answers')
    remember(writer, first(june), 'Prefers detailed answers', { change: 'supersede', targets: [concise] })
    return writer
  }
  const note = '[Note: no longer holds: "Prefers concise answers". Since 2026-06-02: "Prefers detailed answers".]'

  test('MEM-17 a recalled passage that states it is followed by what replaced it and when', () => {
    const path = talk('now', '2026-11-30', ['How do I prefer your answers, concise?'])
    const { prompt, manifest } = promptWithRecall(contextInput({ writer: changedMind(), path }), [march, june, path])
    expect(spoken(prompt)[0]).toContain(`Person: I prefer concise answers. ${note}\n`)
    expect(prompt.system).toContain('Prefers detailed answers')
    expect(prompt.system).not.toContain('concise')
    expect(manifest.items.filter(({ kind }) => kind === 'passage').map(({ id }) => id)).toContain('march-0000')
  })

  test('MEM-17 the conversation itself is marked, and a summary line that states it is left out', () => {
    const path = [...march, ...talk('march', '2026-06-03', ['And why does the sky look blue?'])]
    const summary = summaryOf(march, 'Prefers concise answers', 'Talked about the sky')
    const { prompt } = plainPrompt({ writer: changedMind(), path, summary })
    expect(spoken(prompt)[0]).toBe(`user: I prefer concise answers.\n\n${note}`)
    const cut = plainPrompt({ writer: changedMind(), path, summary, conversationTokenLimit: 10 })
    expect(cut.prompt.system).toContain('- Talked about the sky')
    expect(cut.prompt.system).not.toContain('concise')
    expect(cut.manifest.omitted).toContainEqual(expect.objectContaining({ kind: 'summary', omission: 'superseded' }))
  })

  test('MEM-17 what is asked now and what was said after the change is not marked: it may be news', () => {
    const writer = changedMind()
    const back = talk('later', '2026-07-01', ['I prefer concise answers again.', 'Fine.', 'I prefer concise answers.'])
    expect(spoken(plainPrompt({ writer, path: back }).prompt).join()).not.toContain('[Note')
  })

  test('SES-5 the same memory marks with the same bytes', () => {
    const path = [...march, ...talk('march', '2026-06-03', ['Go on'])]
    const writer = changedMind()
    expect(JSON.stringify(plainPrompt({ writer, path }))).toBe(JSON.stringify(plainPrompt({ writer, path: structuredClone(path) })))
  })

  test('MEM-17 in Chinese, whatever the order of the words', () => {
    const old = talk('old', '2026-03-02', ['我住在杭州。', '好的。', '我在杭州住了三年，附近哪里好玩？', '西湖。'])
    const now = talk('new', '2026-06-02', ['我搬到成都了。', '好的。'])
    const writer = memoryWriter()
    const city = remember(writer, first(old), '住在杭州')
    remember(writer, first(now), '住在成都', { change: 'supersede', targets: [city] })
    const lines = spoken(plainPrompt({ writer, path: [...old, ...talk('old', '2026-06-03', ['附近有什么？'])] }).prompt)
    expect(lines[0]).toContain('[Note: no longer holds: "住在杭州". Since 2026-06-02: "住在成都".]')
    expect(lines[2]).toContain('[Note')
    expect(lines[3]).not.toContain('[Note')
  })

  test('MEM-17 two devices that state different cities offline: once settled, the loser comes with a note', () => {
    const lyon = talk('phone', '2026-05-01', ['I live in Lyon.', 'Nice.'])
    const paris = talk('laptop', '2026-05-02', ['I live in Paris.', 'Nice.'])
    const [phone, laptop] = [memoryWriter(1), memoryWriter(2)]
    remember(phone, first(lyon), 'Lives in Lyon', { topic: 'home city' })
    remember(laptop, first(paris), 'Lives in Paris', { topic: 'home city' })
    exchange(phone.doc, laptop.doc)
    for (const writer of [phone, laptop]) settle(writer)
    exchange(phone.doc, laptop.doc)
    const path = talk('now', '2026-11-30', ['Which city do I live in?'])
    for (const writer of [phone, laptop]) {
      const { prompt } = promptWithRecall(contextInput({ writer, path }), [lyon, paris, path])
      expect(prompt.system).toContain('Lives in Paris')
      expect(prompt.system).not.toContain('Lyon')
      expect(spoken(prompt)[0]).toMatch(/I live in Lyon\. \[Note: no longer holds: "Lives in Lyon"\. Since [-\d]+: "Lives in Paris"\.\]/)
    }
  })
})

describe('MEM-17 what the person changed by hand', () => {
  const old = talk('old', '2026-03-02', ['I live in Lyon.', 'Nice.', 'Go on'])
  const edited = (text: string) => {
    const writer = memoryWriter()
    editEntryText(writer, remember(writer, first(old), 'Lives in Lyon'), text)
    return writer
  }

  test('MEM-17 the message that a line came from is marked with what the line says since', () => {
    const writer = edited('Lives in Paris')
    const lines = spoken(plainPrompt({ writer, path: old }).prompt)
    expect(lines[0]).toBe('user: I live in Lyon.\n\n[Note: no longer holds: "I live in Lyon". Since 2026-11-30: "Lives in Paris".]')
    const summary = summaryOf(old, 'Lives in Lyon', 'Talked about food')
    const path = [...old, ...talk('old', '2026-03-03', ['And now?'])]
    expect(plainPrompt({ writer, path, summary, conversationTokenLimit: 10 }).prompt.system).not.toContain('Lyon')
  })

  test('MEM-17 a line that says the same in other words, or more of it, marks nothing', () => {
    for (const text of ['I live in Lyon', '- Home: Lyon, France', 'Living in Lyon', 'Lives in Lyon, near the river']) {
      expect(spoken(plainPrompt({ writer: edited(text), path: old }).prompt)[0]).toBe('user: I live in Lyon.')
    }
  })
})

describe('MEM-17 what was deleted or is over', () => {
  test('MEM-17 a passage that states a deleted entry is left out, and the receipt says so', () => {
    const old = talk('old', '2026-03-02', ['My favourite composer is Satie.', 'Noted.'])
    const writer = memoryWriter()
    const id = remember(writer, first(old), 'Favourite composer is Satie')
    deleteEntry({ ...writer, clock: { now: () => first(old).row.createdAt + 5000 } }, id)
    const path = talk('now', '2026-11-30', ['Who is my favourite composer?'])
    const { prompt, manifest } = promptWithRecall(contextInput({ writer, path }), [old, path])
    expect(JSON.stringify(prompt)).not.toContain('Satie')
    expect(manifest.omitted).toContainEqual(expect.objectContaining({ kind: 'passage', id: 'old-0000', omission: 'superseded' }))
  })

  test('MEM-17 what was meant for a time that is over says so', () => {
    const old = talk('old', '2026-03-02', ['I travel through Iceland in April.', 'Enjoy.'])
    const writer = memoryWriter()
    remember(writer, first(old), 'Travels through Iceland in April', { expiresOn: '2026-04-30' as LocalDate })
    settle(writer)
    const path = talk('now', '2026-11-30', ['Did I say something about Iceland?'])
    expect(spoken(promptWithRecall(contextInput({ writer, path }), [old, path]).prompt)[0]).toContain('[Note: no longer holds, it was meant for a time that is over')
  })

  test('MEM-1 what the person let go of is left out of the summary, and recalled text that states it says so', () => {
    const old = talk('old', '2026-03-02', ['I train for a marathon.', 'Good luck.'])
    const writer = memoryWriter()
    archive(writer, remember(writer, first(old), 'Trains for a marathon'))
    const path = [...old, ...talk('old', '2026-11-30', ['Do I train for a marathon?'])]
    const cut = plainPrompt({ writer, path, summary: summaryOf(old, 'Trains for a marathon', 'Talked about shoes'), conversationTokenLimit: 10 })
    expect(cut.prompt.system).toContain('- Talked about shoes')
    expect(cut.prompt.system).not.toContain('marathon')
    const now = talk('now', '2026-11-30', ['Did I train for a marathon?'])
    const recalled = spoken(promptWithRecall(contextInput({ writer, path: now }), [old, now]).prompt)[0]
    expect(recalled).toContain('I train for a marathon. [Note: the person has let go of this: "Trains for a marathon".]')
  })

  test('MEM-1 what the person rejected is left out of the summary and marked where it is recalled; their own conversation stays as it is', () => {
    const old = talk('old', '2026-03-02', ['I have two cats and live in Lyon.', 'Nice.'])
    const writer = memoryWriter()
    reject(writer, remember(writer, first(old), 'Has two cats'))
    const path = [...old, ...talk('old', '2026-11-30', ['Go on'])]
    const summary = summaryOf(old, 'Has two cats', 'Lives in Lyon')
    const cut = plainPrompt({ writer, path, summary, conversationTokenLimit: 10 })
    expect(cut.prompt.system).toContain('- Lives in Lyon')
    expect(cut.prompt.system).not.toContain('cats')
    expect(spoken(plainPrompt({ writer, path }).prompt).join()).not.toContain('[Note')
    const now = talk('now', '2026-11-30', ['Did I mention two cats?'])
    const recalled = spoken(promptWithRecall(contextInput({ writer, path: now }), [old, now]).prompt)[0]
    expect(recalled).toContain('[Note: the person did not want this kept in memory: "Has two cats".]')
  })

  test('what was deleted and said again holds', () => {
    const old = talk('old', '2026-03-02', ['My favourite composer is Satie.', 'Noted.', 'Go on'])
    const writer = memoryWriter()
    const id = remember(writer, first(old), 'Favourite composer is Satie')
    deleteEntry(writer, id)
    remember(writer, { ...first(old), row: { ...first(old).row, createdAt: contextNow } }, 'Favourite composer is Satie!')
    expect(spoken(plainPrompt({ writer, path: old }).prompt)[0]).toBe('user: My favourite composer is Satie.')
  })
})

test('MEM-17 a diet that was mentioned in turn 2 of 60 and never reviewed is still known at turn 60', () => {
  const filler = Array.from({ length: 57 }, (_, turn) => [`Tell me about gears, part ${turn}.`, `Gears of kind ${turn}: ${'they turn and turn, one against the other. '.repeat(30)}`])
  const lines = ['Hello', 'Hello!', 'I am vegan, by the way.', 'Noted.', ...filler.flat(), 'Which dish suits me as a vegan?']
  const path = talk('s', '2026-11-01', lines)
  const { prompt, manifest } = promptWithRecall(contextInput({ path }), [path])
  expect(manifest.items.filter(({ kind }) => kind === 'message').map(({ id }) => id)).not.toContain('s-0002')
  expect(spoken(prompt).at(-1)).toContain('Person: I am vegan, by the way.')
})
