import { pattern } from './pattern'
import { comparable } from './normal'
import { findSecrets } from './secrets'

export const sensitiveCategories = ['health', 'religion', 'politics', 'sexuality', 'ethnicity', 'money', 'crime', 'identity-number'] as const
export type SensitiveCategory = (typeof sensitiveCategories)[number]

// English words match whole, with an ending where a star stands; Chinese ones anywhere.
const english: Readonly<Record<Exclude<SensitiveCategory, 'identity-number'>, string>> = {
  health:
    'diagnos* disease* illness* disorder* cancer* tumor* tumour* chemo* diabet* hiv aids hepatitis asthma* epilep* migraine* arthritis depress* ' +
    'anxiety bipolar schizo* adhd autis* ptsd ocd anorexi* bulimi* suicid* self-harm therap* psychiatr* psycholog* antidepressant* medication* medicine* ' +
    'prescri* insulin surger* pregnan* miscarr* abortion* ivf infertil* menopaus* allerg* addict* alcoholic* rehab overdos* disabilit* i*am*disabled wheelchair dialysis ' +
    'blood*pressure heart*attack heart*condition mental*health sobriety coeliac celiac dementia alzheimer* parkinson*',
  religion:
    'religio* christian* catholic* protestant* muslim* islam* jewish judaism hindu* buddhis* sikh* atheis* agnosti* mormon* jehovah* church mosque* synagogue* ' +
    'pray praying prayer* baptis* ramadan bible quran koran torah born-again believe*in*god converted*to',
  politics:
    'republican* democrat* conservative* socialist* communist* liberal*party labour*party tory tories left-wing right-wing libertarian* anarchis* ' +
    'voted*for vote*for voting*for political* politics trump biden protest*against trade*union union*member activist*',
  sexuality: 'gay lesbian* bisexual* homosexual* heterosexual* asexual* pansexual* queer transgender trans nonbinary non-binary lgbt* sexual* sex porn* erotic* fetish*',
  ethnicity: 'ethnic* racial african-american black*person black*man black*woman hispanic* latino* latina* gypsy indigenous aboriginal native*american mixed-race biracial uyghur* caste',
  money:
    'salary salaries income debt* loan* mortgage* bankrupt* net*worth savings credit*score credit*card*debt overdraft earn*a*year make*a*year inherit* ' +
    'tax*return bank*account in*debt owe owes alimony unemployment*benefit*',
  crime: 'arrest* convict* felon* prison jail* parole probation criminal*record sentenced*to charged*with indict* restraining*order stole shoplift* dui fraud assault*',
}

const chinese: Readonly<Record<Exclude<SensitiveCategory, 'identity-number'>, string>> = {
  health:
    '确诊 患有 病 癌 肿瘤 糖尿 高血压 血压 心脏 肝炎 艾滋 哮喘 癫痫 抑郁 焦虑症 双相 精神分裂 自闭 多动症 自杀 自残 心理咨询 心理医生 精神科 吃药 服药 药物 手术 怀孕 流产 堕胎 试管 不孕 过敏 成瘾 酗酒 戒酒 残疾 轮椅 住院 化疗 透析',
  religion: '宗教 信仰 信教 基督 天主教 穆斯林 伊斯兰 回教 佛教 信佛 道教 犹太 印度教 无神论 教堂 清真寺 礼拜 祷告 祈祷 受洗 皈依 圣经 古兰经',
  politics: '政治 党员 入党 共产党 国民党 民进党 民主党 共和党 投票给 左派 右派 政见 游行 抗议 上访',
  sexuality: '同性恋 双性恋 异性恋 无性恋 跨性别 性取向 性向 出柜 女同 男同 性生活 性行为 色情',
  ethnicity: '民族 种族 族裔 汉族 回族 藏族 维吾尔 蒙古族 满族 壮族 苗族 少数民族 黑人 混血 原住民',
  money: '工资 薪水 薪资 年薪 月薪 收入 存款 欠债 负债 债务 贷款 房贷 车贷 借钱 欠钱 破产 资产 征信 信用分 遗产 网贷',
  crime: '被捕 逮捕 坐牢 入狱 判刑 犯罪 前科 案底 拘留 缓刑 假释 盗窃 偷东西 诈骗 酒驾 吸毒 贩毒',
}

/** "race condition", "tech debt", "生病毒": words that mean something else here. */
const harmless = pattern(
  'g',
  String.raw`\brace (?:condition|car|track)s?\b|\bdata race\b|\b(?:technical|tech) debt\b|\bnull ?safety\b|\bdepress(?:ed)? key`,
  String.raw`\bbug\b.{0,10}\bdiagnos|\bdiagnos(?:e|ing|tics?|tic)\b|\bmarathon race\b|\b(?:bike|boat|horse|running) race\b|电脑病毒|病毒扫描|毛病|语病`,
  String.raw`红黑树|\bheadless church\b|\balonzo church\b|\bchurch (?:encoding|numeral)s?\b|\bconservative (?:estimate|approach|default)s?\b`,
  String.raw`\bprotest too\b|\btrans(?:fat|-atlantic)\b|\bblack(?:board|list)\b`,
)

const identity = pattern(
  '',
  String.raw`\b(?:passport (?:number|no)|social security|ssn|national id|id (?:card )?number|driver'?s licen[cs]e (?:number|no)|tax id)\b`,
  String.raw`身份证|护照号|社保号|驾照号|驾驶证号`,
)

const patterns: readonly (readonly [SensitiveCategory, RegExp])[] = (Object.keys(english) as (keyof typeof english)[]).map((category) => [
  category,
  new RegExp(`(?<![a-z])(?:${english[category].split(' ').map(wordPattern).join('|')})(?![a-z])|${chinese[category].split(' ').join('|')}`),
])

function wordPattern(word: string): string {
  const isOpen = word.endsWith('*')
  return word.slice(0, isOpen ? -1 : undefined).replaceAll('*', '\\s(?:\\S{1,20}\\s){0,3}?') + (isOpen ? '[a-z]{0,12}' : '')
}

/** Every category of a person's life that the text touches and that many want to keep to themselves. */
export function sensitiveCategoriesOf(text: string): SensitiveCategory[] {
  const plain = comparable(text).replace(harmless, ' ')
  const found = patterns.filter(([, pattern]) => pattern.test(plain)).map(([category]) => category)
  const hasIdentity = identity.test(plain) || findSecrets(text).some(({ kind }) => kind === 'identity-number')
  return hasIdentity ? [...found, 'identity-number'] : found
}

export const isSensitive = (text: string): SensitiveCategory | null => sensitiveCategoriesOf(text)[0] ?? null
