import { comparable } from './normal'
import { topicOf } from './topic'

// What people call a topic when they speak of it without saying its value.
const names: readonly (readonly [topic: string, en: string, zh: string])[] = [
  ['home city', 'where i live|(?:home ?)?city|home ?town|location|place of residence|where i am based', '住(?:在)?哪.{0,2}|住的(?:地方|城市)|居住地|所在地|城市|住处'],
  ['address', '(?:home |postal )?address', '(?:家庭)?(?:地址|住址)'],
  ['employer', 'where i work|employer|company|workplace|job|work', '在哪.{0,2}(?:工作|上班)|公司|雇主|单位|工作'],
  ['role', 'job(?: title)?|role|profession|occupation|what i do(?: for a living)?', '职业|工作|职位|做什么的?'],
  ['name', '(?:full |first |last )?name', '名字|姓名'],
  ['age', 'age|how old i am', '年龄|岁数|多大'],
  ['birthday', 'birth ?day|date of birth|birth date|when i was born', '生日|出生日期'],
  ['birthplace', 'birth ?place|where i (?:was born|come from|am from)|origin', '老家|家乡|出生地'],
  ['native language', '(?:native|first) language|mother tongue', '母语'],
  ['partner', 'partner|wife|husband|girlfriend|boyfriend|spouse|marital status|relationship', '伴侣|老婆|太太|妻子|老公|丈夫|女朋友|男朋友|女友|男友|对象|婚姻状况'],
  ['diet', 'diet|what i eat|eating habits|food preferences?', '饮食(?:习惯)?|吃什么'],
  ['car', 'car|what i drive', '车|汽车'],
  ['phone', 'phone|phone os', '手机'],
  ['phone number', '(?:phone|mobile|cell) number', '手机号码?|电话号?码?'],
  ['email', 'e-?mail(?: address)?', '邮箱|邮件地址'],
  ['school', 'school|university|college|where i study', '学校|大学|在哪.{0,2}(?:上学|读书)'],
  ['working hours', '(?:working|office|work) hours|schedule', '工作时间|上班时间|作息'],
  ['time zone', 'time ?zone', '时区'],
  ['currency', 'currency', '货币|币种'],
  ['units', 'units|preferred units', '单位制'],
  ['answer length', 'answer length|(?:concise|short|brief|detailed|long) answers', '回答长度|简短的?回答|详细的?回答'],
  ['height', 'height|how tall i am', '身高'],
  ['weight', 'weight|how much i weigh', '体重'],
  ['nationality', 'nationality|citizenship', '国籍'],
  ['pronouns', 'pronouns', '代词'],
]

const patterns: readonly (readonly [string, RegExp])[] = names.map(([topic, en, zh]) => [
  topic,
  new RegExp(`^(?:(?:my|our|the) )?(?:current |new |old )?(?:${en})$|^(?:我们?(?:的)?)?(?:${zh})$`, 'u'),
])

/** The topics that somebody names without a value, as in "forget my birthday"; none for statements and other words. */
export function topicsNamed(words: string): string[] {
  if (topicOf(words) !== null) return []
  const plain = comparable(words).replace(/[\s.!?。！？]{1,8}$/, '').replace(/(?:的事情?|这件事)$/, '')
  return patterns.filter(([, pattern]) => pattern.test(plain)).map(([topic]) => topic)
}
