import type { SectionId } from '../ids'
import type { DefaultSectionId } from './seed'

/** The first that fits; what fits none is worth knowing. */
const signs: readonly (readonly [DefaultSectionId, RegExp])[] = [
  ['constraints', /\b(?:always|never|do not|don['’]t|must(?: not)?|allerg\w*)\b|请(?:总是|不要|勿)|不要|不许|必须|务必|永远|千万|过敏/iu],
  ['people', /\bmy (?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|sister|brother|son|daughter|child(?:ren)?|kids?|parents?|boss|manager|colleague|friend|neighbou?r|doctor|cat|dog)\b|我(?:的)?(?:妻子|老婆|太太|丈夫|老公|先生|伴侣|女朋友|男朋友|女友|男友|妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|儿子|女儿|孩子|父母|老板|上司|经理|同事|朋友|邻居|医生|猫|狗)/iu],
  ['tasks', /\bI (?:have to|need to|must|should)\b|\b(?:appointment|deadline|due)\b|\bby (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow)\b|我(?:得|需要|要在|必须在)|截止|预约/iu],
  ['projects', /\b(?:working on|my project|my thesis|my book)\b|我(?:正)?在(?:做|写|开发|研究)|我的(?:项目|论文)/iu],
  ['preferences', /\b(?:prefer|like|love|enjoy|hate|dislike|favou?rite|rather)\b|喜欢|偏好|更愿意|讨厌|不喜欢|爱(?:吃|喝|看|听)|习惯/iu],
  ['identity', /\b(?:I am|I['’]m|I live|I work|I was born|my (?:name|birthday|job|age|home|city|address|email|phone))\b|我(?:是|叫|住|在.+(?:工作|上班|上学|生活)|来自|今年)|我的(?:名字|生日|工作|年龄|家)/iu],
]

/** Where a statement that the person made about themselves is looked for first; they can move it. */
export const usualSection = (statement: string): SectionId =>
  (signs.find(([, sign]) => sign.test(statement))?.[0] ?? 'knowledge') satisfies string as SectionId
