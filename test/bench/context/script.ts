import type { RecallMessage } from '@shared/context/recall/message'
import { speakerOf } from '@shared/context/recall/speakers'
import type { PathMessage } from '@shared/context/repair-history'
import type { MessageId, SessionId } from '@shared/ids'
import { messageText, type MessageRow } from '@shared/sessions/message'
import { seeded } from '../recall/synthetic'

/** Something that the person says once, and asks about much later. */
export interface PlantedFact {
  readonly turn: number
  readonly said: string
  /** What a prompt that knows it has in it, one of them. */
  readonly known: readonly string[]
  readonly question: string
  /** Where it is kept besides the conversation; null: nowhere, recall has to find it. */
  readonly memory?: string
  readonly summary?: { readonly kind: 'decision' | 'todo' | 'question'; readonly text: string }
}

export interface Script {
  readonly name: string
  readonly facts: readonly PlantedFact[]
  readonly openers: readonly string[]
  readonly topics: readonly string[]
  readonly sentences: readonly string[]
  readonly separator: string
}

export const english: Script = {
  name: 'English',
  separator: ' ',
  facts: [
    { turn: 2, said: 'I do not eat peanuts, I am allergic to them.', known: ['peanut'], question: 'Suggest a snack for the train that I can eat.', memory: 'Allergic to peanuts' },
    { turn: 4, said: 'We call the boat Marigold, by the way.', known: ['Marigold'], question: 'What did I say the boat is called?' },
    { turn: 7, said: 'Let us go with the slate roof, not the tiles.', known: ['slate roof'], question: 'Which roof did we settle on?', summary: { kind: 'decision', text: 'The house gets a slate roof, no tiles' } },
    { turn: 9, said: 'Remind me to call the notary before we sign anything.', known: ['notary'], question: 'What is still open before I sign?', summary: { kind: 'todo', text: 'Call the notary before signing' } },
    { turn: 12, said: 'My sister Ines is expecting twins in June.', known: ['twins'], question: 'When is Ines expecting her twins?' },
    { turn: 15, said: 'The router password hint is the name of our first street.', known: ['first street'], question: 'What was the hint for the router?' },
    { turn: 18, said: 'Grandfather built violins in Cremona until 1951.', known: ['Cremona'], question: 'Where did my grandfather build violins?' },
    { turn: 22, said: 'I work four days a week, Fridays are free.', known: ['Friday'], question: 'On which day could I fit in the dentist?', memory: 'Works four days a week, Fridays are free' },
    { turn: 25, said: 'The leak was a cracked gasket behind the dishwasher.', known: ['gasket'], question: 'What caused the leak behind the dishwasher?' },
  ],
  openers: ['Can you tell me more about', 'What should one know about', 'Help me plan', 'Compare a few options for', 'Write a short text on', 'What goes wrong most often with'],
  topics: [
    'sourdough baking', 'winter tyres', 'a small vegetable garden', 'old film cameras', 'learning the cello', 'insulating an attic', 'a weekend in the Alps', 'spreadsheets',
    'indoor climbing', 'a book club', 'bicycle brakes', 'watercolours', 'moving to another flat', 'job interviews', 'solar panels', 'a birthday for children',
  ],
  sentences: [
    'It helps to start small and to write down what worked.', 'Most people spend too much at the beginning and too little on upkeep.', 'A second opinion costs an hour and saves a week.',
    'The order of the steps matters more than the tools.', 'Measure twice, and keep the old part until the new one fits.', 'There are three usual ways, and they differ mainly in price.',
    'If the weather is damp, allow twice the time.', 'The cheap variant is fine for a season, not for a decade.', 'Ask somebody who has done it this year, since rules change.',
    'Look at the total over five years and not at the first bill.', 'One should leave a margin of a tenth everywhere.', 'Half of the trouble comes from doing two things at once.',
    'A simple table with dates and costs is enough to keep track.', 'When in doubt, take the version that is easier to undo.', 'The result is good when nobody notices the effort.',
  ],
}

export const chinese: Script = {
  name: 'Chinese',
  separator: '',
  facts: [
    { turn: 2, said: '我对花生过敏，不能吃。', known: ['花生'], question: '推荐一种我能吃的火车零食。', memory: '对花生过敏' },
    { turn: 4, said: '对了，我们的船叫金盏花号。', known: ['金盏花'], question: '我说过我们的船叫什么名字？' },
    { turn: 7, said: '屋顶就用石板吧，不用瓦片了。', known: ['石板'], question: '屋顶最后定了用哪种材料？', summary: { kind: 'decision', text: '屋顶用石板，不用瓦片' } },
    { turn: 9, said: '签字之前提醒我给公证处打电话。', known: ['公证'], question: '签字前还有什么没做？', summary: { kind: 'todo', text: '签字前给公证处打电话' } },
    { turn: 12, said: '我妹妹小茵六月要生双胞胎了。', known: ['双胞胎'], question: '小茵的双胞胎什么时候出生？' },
    { turn: 15, said: '路由器密码的提示是我们住过的第一条街。', known: ['第一条街'], question: '路由器密码的提示是什么？' },
    { turn: 18, said: '爷爷1951年以前在克雷莫纳做小提琴。', known: ['克雷莫纳'], question: '爷爷以前在哪里做小提琴？' },
    { turn: 22, said: '我一周上四天班，周五休息。', known: ['周五'], question: '哪天可以去看牙医？', memory: '一周上四天班，周五休息' },
    { turn: 25, said: '漏水是因为洗碗机后面的垫圈裂了。', known: ['垫圈'], question: '洗碗机后面漏水是什么原因？' },
  ],
  openers: ['能详细说说', '大家一般怎么看', '帮我规划一下', '比较几种方案：', '写一小段文字，主题是', '最容易出问题的地方在哪里：'],
  topics: ['烤酸面包', '冬季轮胎', '小菜园', '老胶片相机', '学大提琴', '阁楼保温', '周末爬山', '电子表格', '室内攀岩', '读书会', '自行车刹车', '水彩画', '换房子', '求职面试', '太阳能板', '儿童生日会'],
  sentences: [
    '先从小处开始，把有效的做法记下来。', '多数人一开始花得太多，后来的维护又太少。', '多问一个人只要一小时，却能省下一周。', '步骤的先后比工具更要紧。', '量两遍再动手，新零件装好之前别扔旧的。',
    '常见的办法有三种，差别主要在价钱。', '天气潮湿的话，要留出两倍的时间。', '便宜的能用一季，用不了十年。', '规定常变，最好问问今年刚做过的人。', '要看五年的总花费，别只看第一张账单。',
    '每一处都要留一成的余地。', '一半的麻烦来自同时做两件事。', '一张写着日期和费用的简单表格就够了。', '拿不准的时候，选容易撤回的那种。', '别人看不出费了力气，才算做好了。',
  ],
}

export const scriptSession = 'script' as SessionId
export const scriptStart = Date.UTC(2026, 5, 1, 9)
const turnMs = 7 * 60_000

/** The rows of so many turns, questions and answers by turns; facts are said in theirs, and otherwise everyday things. */
export function playScript(script: Script, turns: number, sentencesPerAnswer = 22): PathMessage[] {
  const random = seeded(11)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const path: PathMessage[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    const fact = script.facts.find((planted) => planted.turn === turn)
    const question = fact?.said ?? `${pick(script.openers)}${script.separator}${pick(script.topics)}${script.separator === '' ? '。' : '.'}`
    const answer = Array.from({ length: sentencesPerAnswer }, () => pick(script.sentences)).join(script.separator)
    path.push(rowOf(path, 'user', question), rowOf([...path, rowOf(path, 'user', question)], 'assistant', answer))
  }
  return path
}

export function rowOf(before: readonly PathMessage[], role: 'user' | 'assistant', text: string): PathMessage {
  const number = before.length
  const parts = [{ type: 'text' as const, text }]
  const row: MessageRow = {
    id: `01K${String(number).padStart(23, '0')}` as MessageId,
    sessionId: scriptSession,
    parentIds: number === 0 ? [] : [`01K${String(number - 1).padStart(23, '0')}` as MessageId],
    role,
    parts,
    createdAt: scriptStart + Math.floor(number / 2) * turnMs + (number % 2) * 20_000,
    device: 'device' as MessageRow['device'],
    author: role === 'user' ? 'person' : 'model',
    status: 'complete',
  }
  return { row, parts }
}

export const asRecallMessage = ({ row, parts }: PathMessage): RecallMessage => ({
  id: row.id,
  sessionId: row.sessionId,
  speaker: speakerOf(row.role === 'user' ? 'user' : 'assistant'),
  text: messageText(parts),
  createdAt: row.createdAt,
})
