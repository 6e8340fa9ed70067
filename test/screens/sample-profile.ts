import * as Y from 'yjs'
import { createIdFactory, type SectionId } from '@shared/ids'
import type { Author } from '@shared/memory/layout'
import { addEntry, deleteEntry, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { seedMemory, type DefaultSectionId } from '@shared/memory/seed'

type Line = readonly [section: DefaultSectionId, text: string]

const lines: Record<'en' | 'zh-CN', readonly Line[]> = {
  en: [
    ['identity', 'I work at Globex as design lead and live in Lyon.'],
    ['identity', 'I speak French, English and a little Japanese.'],
    ['preferences', '- Metric units, 24-hour clock'],
    ['preferences', '- Short answers, no walls of bullets; explain a decision with its reason and with what speaks against it'],
    ['preferences', '- Trains rather than planes'],
    ['people', '- **Mina**, my sister, in Turin'],
    ['projects', '- Moving the studio to the ground floor, until March'],
    ['tasks', '- Visa appointment on 3 December'],
    ['constraints', '- Allergic to nuts'],
    ['knowledge', '- The studio has six people and no budget for a seventh'],
  ],
  'zh-CN': [
    ['identity', '我在环球设计公司担任设计主管，住在苏州。'],
    ['identity', '我会说中文、英语和一点日语。'],
    ['preferences', '- 公制单位，二十四小时制'],
    ['preferences', '- 回答简短，不要堆砌要点；给出决定时说明理由，也说明反对的理由'],
    ['preferences', '- 能坐火车就不坐飞机'],
    ['people', '- **小敏**，我妹妹，在都灵'],
    ['projects', '- 把工作室搬到一楼，三月前完成'],
    ['tasks', '- 12 月 3 日签证面谈'],
    ['constraints', '- 对坚果过敏'],
    ['knowledge', '- 工作室有六个人，没有第七个人的预算'],
  ],
}

/** A profile as it looks after some weeks: several hands, a pinned line, something deleted. */
export function sampleProfile(language: 'en' | 'zh-CN', now: number): Y.Doc {
  const doc = new Y.Doc()
  seedMemory(doc, 'seed')
  let at = now - 20 * 86_400_000
  const clock = { now: () => at }
  const newId = createIdFactory(clock)
  const by = (author: Author): MemoryWriter => ({ doc, origin: { author }, clock, newId })
  const person = by({ kind: 'person' })
  const model = by({ kind: 'model', name: 'model-large' })
  lines[language].forEach(([section, text], index) => {
    at += 86_400_000
    const id = addEntry(index % 4 === 1 ? model : person, { text, sectionId: section satisfies string as SectionId })
    if (section === 'tasks') setPinned(person, id, true)
  })
  const gone = addEntry(person, { text: language === 'en' ? '- Likes coffee after lunch' : '- 午饭后喜欢喝咖啡', sectionId: 'preferences' satisfies string as SectionId })
  deleteEntry(person, gone)
  return doc
}
