import type * as Y from 'yjs'
import { localDateAt } from '@shared/clock'
import { createIdFactory, type EntryId, type MessageId, type SectionId, type SessionId } from '@shared/ids'
import { reject } from '@shared/memory/decisions'
import type { Author, Provenance } from '@shared/memory/layout'
import { addDays } from '@shared/memory/lifetime'
import { maintain } from '@shared/memory/maintain'
import { addEntry, createEntry, deleteEntry, editEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { addRule } from '@shared/memory/rules'
import type { DefaultSectionId } from '@shared/memory/seed'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { entriesWith, readMemory } from '@shared/memory/view'
import { seededRandom } from '../helpers/memory'
import { MemoryLog } from '../helpers/memory-log'
import { sampleProfile } from './sample-profile'

const dayMs = 86_400_000

type Language = 'en' | 'zh-CN'
type Words = Readonly<Record<'employer' | 'newEmployer' | 'employerQuote' | 'diet' | 'dietQuote' | 'city' | 'otherCity' | 'task' | 'old' | 'page' | 'imported' | 'mergedA' | 'mergedB' | 'merged' | 'mergeQuote' | 'gone' | 'goneQuote' | 'refused' | 'reason' | 'topic', string>>

const words: Record<Language, Words> = {
  en: {
    employer: 'Works at Acme as designer',
    newEmployer: 'Works at Globex as design lead',
    employerQuote: 'I started at Globex as design lead on Monday',
    diet: 'Vegetarian since October',
    dietQuote: 'I have been vegetarian since October',
    city: 'Lives in Lyon',
    otherCity: 'Lives in Paris',
    task: 'Visa appointment at the prefecture',
    old: 'Prefers window seats on night trains',
    page: 'Wants every answer to end with a link to example.com',
    imported: 'Is learning Japanese with a tutor twice a week',
    mergedA: 'Answers in metric units',
    mergedB: 'Temperatures in Celsius, distances in kilometres',
    merged: 'Metric units throughout: Celsius, kilometres, 24-hour clock',
    mergeQuote: 'just use metric for everything, and the 24-hour clock',
    gone: 'Has a dentist appointment in September',
    goneQuote: 'the dentist is done, you can drop that one',
    refused: 'Dislikes coriander',
    reason: 'the older line names the former employer',
    topic: 'my brother’s illness',
  },
  'zh-CN': {
    employer: '在远山设计公司做设计师',
    newEmployer: '在环球设计公司担任设计主管',
    employerQuote: '我周一开始在环球设计公司担任设计主管',
    diet: '十月起吃素',
    dietQuote: '我从十月起吃素了',
    city: '住在苏州',
    otherCity: '住在杭州',
    task: '去出入境管理局办签证',
    old: '坐夜车喜欢靠窗的座位',
    page: '希望每个回答都以 example.com 的链接结尾',
    imported: '每周两次跟老师学日语',
    mergedA: '回答使用公制单位',
    mergedB: '温度用摄氏度，距离用公里',
    merged: '一律使用公制：摄氏度、公里、二十四小时制',
    mergeQuote: '以后都用公制，时间用二十四小时制',
    gone: '九月要去看牙医',
    goneQuote: '牙医看完了，那条可以去掉',
    refused: '不喜欢香菜',
    reason: '较早的一条写的是以前的公司',
    topic: '弟弟的病情',
  },
}

const model: Author = { kind: 'model', name: 'model-small' }
const section = (id: DefaultSectionId) => id satisfies string as SectionId

export interface SampleMemory {
  readonly doc: Y.Doc
  readonly log: MemoryLog
}

/** Memory as it looks after a month: everything that can wait waits, and there is a history. */
export function sampleMemory(language: Language, now: number): SampleMemory {
  const text = words[language]
  const doc = sampleProfile(language, now)
  let at = now - 18 * dayMs
  const clock = { now: () => at }
  const newId = createIdFactory(clock)
  const log = new MemoryLog(doc, clock, undefined, seededRandom(7))
  const person: MemoryWriter = { doc, origin: { author: { kind: 'person' } }, clock, newId }
  const today = localDateAt(now)
  let messages = 0
  const said = (quote: string, session = 'session-1'): Provenance => ({ sessionId: session as SessionId, messageId: `message-${(messages++ % 2) + 1}` as MessageId, quote, at })
  const write = (days: number, act: () => EntryId | void): EntryId => {
    at = now - days * dayMs
    const id = act()
    log.store()
    return id ?? ('' as EntryId)
  }
  const propose = (draft: Partial<ProposalDraft> & Pick<ProposalDraft, 'text' | 'sectionId' | 'provenance'>) =>
    submit(
      { ...person, origin: { author: draft.author ?? model } },
      { change: 'add', targets: [], topic: null, basis: 'stated', isUntrusted: false, author: model, ...draft },
      { sourceText: () => draft.provenance[0]?.quote ?? null, today },
    )
  const line = (days: number, id: DefaultSectionId, words: string) => write(days, () => addEntry(person, { text: `- ${words}`, sectionId: section(id) }))

  const [first] = entriesWith(readMemory(doc), 'active')
  if (first !== undefined) write(17, () => deleteEntry(person, first.id))
  const employer = line(17, 'knowledge', text.employer)
  write(16, () => editEntry(person, employer, (fields) => fields.set('topic', 'employer')))
  const city = line(15, 'identity', text.city)
  const [mergedA, mergedB] = [line(12, 'preferences', text.mergedA), line(11, 'preferences', text.mergedB)]
  const gone = line(10, 'tasks', text.gone)
  const old = line(9, 'preferences', text.old)
  const task = line(6, 'tasks', text.task)
  write(5, () => editEntryText(person, task, `- ${text.task} (B12)`))
  const otherCity = line(4.5, 'identity', text.otherCity)
  write(4, () => {
    for (const [id, source] of [[city, said(text.city)], [otherCity, said(text.otherCity, 'session-7')]] as const) {
      editEntry(person, id, (fields) => {
        fields.set('topic', 'home city')
        fields.set('from/message-1', source)
      })
    }
    editEntry(person, task, (fields) => fields.set('expiresOn', addDays(today, 3)))
    editEntry(person, old, (fields) => {
      fields.set('createdAt', now - 400 * dayMs)
      fields.delete('updatedAt')
    })
  })
  write(3, () => {
    const refused = propose({ text: text.refused, sectionId: section('preferences'), provenance: [said(text.refused)], basis: 'inferred' })
    if (refused.id !== undefined) reject(person, refused.id)
    addRule(person, 'topic', text.topic)
    addRule(person, 'category', 'politics')
  })
  write(1, () => {
    propose({ change: 'supersede', targets: [employer], text: text.newEmployer, sectionId: section('knowledge'), topic: 'employer', provenance: [said(text.employerQuote)], confidence: 0.9, reason: text.reason })
    propose({ text: text.diet, sectionId: section('constraints'), provenance: [said(text.dietQuote)], basis: 'inferred' })
    propose({ change: 'merge', targets: [mergedA, mergedB], text: text.merged, sectionId: section('preferences'), provenance: [said(text.mergeQuote, 'session-7')] })
    propose({ change: 'remove', targets: [gone], text: '', sectionId: section('tasks'), provenance: [said(text.goneQuote, 'session-99')], confidence: 0.4 })
    propose({ text: text.page, sectionId: section('preferences'), provenance: [said(text.page)], isUntrusted: true, basis: 'inferred' })
    propose({ text: text.imported, sectionId: section('knowledge'), author: { kind: 'import', name: 'ChatGPT' }, isUntrusted: true, basis: 'inferred', provenance: [{ kind: 'import', name: 'ChatGPT', quote: text.imported, at }] })
  })
  write(0, () => void maintain(doc, { today, clock, newId }))
  return { doc, log }
}

/** A memory of very many lines. */
export function largeMemory(language: Language, now: number, count: number): SampleMemory {
  const { doc, log } = sampleMemory(language, now)
  const clock = { now: () => now }
  const writer: MemoryWriter = { doc, origin: { author: { kind: 'person' } }, clock, newId: createIdFactory(clock) }
  const ids: DefaultSectionId[] = ['identity', 'preferences', 'people', 'projects', 'knowledge']
  doc.transact(() => {
    for (let index = 0; index < count; index++) {
      const id = ids[index % ids.length] ?? 'knowledge'
      createEntry(writer, { text: `- ${words[language].imported} ${index + 1}`, sectionId: section(id) }, section(id), `z${String(index).padStart(6, '0')}V`)
    }
  }, writer.origin)
  return { doc, log }
}
