import { oneOf } from './pattern'
import * as words from './topic-words'

/** How one topic is stated: patterns from the beginning of a predicate (see predicate.ts), in English and Chinese. */
export interface TopicRule {
  readonly topic: string
  readonly en: RegExp
  readonly zh: RegExp
  /** "no longer vegetarian" says which diet it is; "does not live in Lyon" does not say where somebody lives. */
  readonly mayBeNegative?: boolean
}

const rule = (topic: string, en: readonly string[], zh: readonly string[], mayBeNegative = false): TopicRule => ({
  topic,
  en: new RegExp(`^(?:${en.join('|')})`, 'iu'),
  zh: new RegExp(`^(?:${zh.join('|')})`, 'iu'),
  mayBeNegative,
})

const { answers, wants, end } = words
const recent = '(?:just |recently |have |have just |have recently |now |will be )?'
/** "我的母语是", "母语：" after the person is taken off. */
const told = '(?:是|在|:|：|为|叫)'
const asked = '(?:请|希望你?|以后|总是|一律|喜欢你?|习惯|想要?你?|都){0,3}'

const aboutPerson = [
  rule(
    'name',
    [
      '(?:my )?(?:full |first |real |given )?name(?: be|:)',
      '(?:be called|be named|go by|like to be called|prefer to be called|prefer to be addressed as|prefer the name|call me) \\p{L}',
    ],
    [
      `(?:真名|全名|名字|姓名|大名)${told}`,
      '叫(?!我?(?:了|过|你|他|她|它|人|外卖|车|醒|什么|不))\\p{L}{1,8}$',
      '(?:请|可以|大家都?|朋友们?都?|别人都?)?叫我(?!起|去|来)',
    ],
  ),
  rule(
    'birthday',
    [
      '(?:my )?(?:birthday|birth ?date|date of birth)(?: be| fall|:)',
      '(?:was |be )?born on',
      '(?:was |be )?born in (?:19|20|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)',
    ],
    [`(?:生日|出生日期)${told}`, '.{0,12}[日号年月]出生', '出生于.{0,4}\\d', '生于.{0,4}\\d'],
  ),
  rule(
    'birthplace',
    ['(?:was |be )?born in', '(?:my )?(?:birthplace|place of birth) be', 'grew up in', '(?:come|be) from (?!home|work|the|my|here|there)'],
    ['出生在', '出生地', '(?:老家|家乡)(?:是|在)', '来自', '是.{2,8}人$'],
  ),
  rule(
    'age',
    [
      'be \\d{1,3}(?: years? old| years of age| yo)?$',
      'be \\d{1,3} years? old',
      '(?:my )?age(?: be|:)',
      '(?:have |be )?(?:just )?(?:turned|turning|turn) \\d',
      'age \\d',
    ],
    ['(?:今年)?\\d{1,3}(?:周)?岁', '(?:今年)?[一二三四五六七八九十]{1,3}岁', '今年(?:\\d{1,3}|[一二三四五六七八九十]{1,4})$', `年龄${told}`],
  ),
  rule('native language', [
    '(?:my )?(?:native|first|mother) (?:language|tongue)(?: be|:)',
    'be a native .{1,30}speaker',
    'native .{2,20} speaker',
    'natively speak',
    'speak .{2,20} natively',
  ], [`(?:母语|第一语言)${told}?`]),
  rule(
    'partner',
    [
      oneOf(
        'be (?:happily |now |newly )?(?:married|engaged|divorced|widowed|single|separated|dating',
        'in a relationship)(?! (?:to the idea|core|threaded|page))',
      ),
      '(?:married|engaged) to \\p{L}',
      `my (?:${words.partners})(?:'s name)? (?:be )?(?:called|named|name be)`,
      `my (?:${words.partners})'s (?:first )?name (?:is|be)`,
      `my (?:${words.partners}) be \\p{L}+$`,
      '(?:partner|spouse|wife|husband|relationship status|marital status):',
    ],
    [
      `(?:${words.chinesePartners})(?:的名字)?(?:叫|是(?=\\p{L}{2,4}$))`,
      '(?:已经|刚)?(?:已婚|未婚|单身|离婚|离异|结婚了?|订婚了?)$',
      '和.{1,8}(?:结婚|在一起|订婚)',
      '婚姻状况',
    ],
  ),
  rule('pronouns', ['(?:my )?pronouns(?: be|:)', 'use (?:he|she|they)\\/'], [`(?:人称)?代词${told}`]),
  rule(
    'nationality',
    ['(?:my )?(?:nationality|citizenship)(?: be|:)', 'be a citizen of', 'be an? \\p{L}+ citizen', 'hold an? \\p{L}+ passport'],
    [`国籍${told}`, '(?:拿|持)的?是?.{2,6}护照'],
  ),
  rule(
    'height',
    ['(?:my )?height(?: be|:)', "be \\d(?:[.,]\\d+)? ?(?:m|meters|metres|feet|ft|foot|')", 'be \\d{3} ?(?:cm|centimeters)'],
    [`身高${told}?.{0,2}\\d`],
  ),
  rule('weight', ['(?:my )?weight(?: be|:)', 'weigh \\d'], [`体重${told}?.{0,2}\\d`]),
  rule('email', ['(?:my )?(?:work |private |personal |main )?e-?mail(?: address)?(?: be|:)'], [`(?:邮箱|电子邮件|邮件地址)(?:地址)?${told}`]),
  rule(
    'phone number',
    ['my (?:phone|mobile|cell)(?: phone)? number be', '(?:phone|mobile)(?: number)?: ?[+\\d]'],
    [`(?:手机号码?|电话号?码?)${told}`],
  ),
  rule('address', ['(?:my )?(?:home |postal )?address(?: be|:)'], [`(?:地址|家庭住址|住址)${told}`]),
]

const aboutWork = [
  rule(
    'working hours',
    [
      'work (?:from |between )?\\d',
      'work (?:the )?(?:nights|days|night shift|day shift|part[- ]time|full[- ]time|mornings|afternoons|weekends)',
      '(?:my )?(?:working|office|work|business) hours(?: be|:)',
    ],
    [`(?:工作时间|上班时间|作息)${told}?`, '(?:每天)?.{0,8}(?:\\d|[一二三四五六七八九十]){1,2}[点:].{0,8}上班', '朝九晚五', '上夜班', '上白班', '996'],
  ),
  rule(
    'employer',
    [
      `(?:be )?(?:work|working|employed) (?:full-time |part-time |remotely )?(?:at|for|with) ${words.noEmployer}`,
      '(?:my )?(?:employer|company)(?: be|:)',
      `${recent}(?:joined|start(?:ed)?(?: working| a job| a new job)? at|got a (?:new )?job (?:at|with)|got hired (?:at|by)|be hired by)`,
      '(?:switched to working at|be self-employed|be unemployed|be between jobs|be out of work)',
      'work as .{2,60} (?:at|for) ',
    ],
    [
      `(?:刚|刚刚|最近)?(?:在|去|加入|入职|跳槽到|跳槽去|换到)了?${words.noChineseEmployer}.{1,20}?(?:工作|上班|任职|就职|打工|当.{1,10}|做.{1,10})$`,
      '就职于|任职于|供职于|入职了?|加入了?.{1,16}公司|跳槽[到去]了?',
      `(?:公司|雇主|单位|东家)${told}`,
      '失业|待业',
    ],
  ),
  rule(
    'role',
    [
      'work(?:ing)? as|be working as',
      `be (?:an?|the) (?:[\\p{L}/&-]+ ){0,4}?(?:${words.jobs})${end}`,
      '(?:my )?(?:job|role|job title|title|profession|occupation|position)(?: be|:)',
      'got promoted to',
      `became an? (?:[\\p{L}-]+ ){0,3}?(?:${words.jobs})${end}`,
      `(?:an? )?(?:(?:${words.jobKinds}) ){0,3}(?:${words.jobs})(?: (?:at|in|by) .{1,40})?$`,
      'be retired',
      'be the (?:cto|ceo|cfo|head|lead|vp)',
    ],
    [`(?:是|当|做)(?:了?一?[名个位])?(?:\\p{L}{0,10}?)(?:${words.chineseJobs})$`, `(?:职业|工作|职位|岗位|身份)${told}`, '从事|退休'],
  ),
  rule(
    'school',
    [
      '(?:be )?(?:study|studying|enrolled|a student|student|doing .{1,20})(?: .{1,40}?)? at (?!home|night|the moment)',
      oneOf(
        `(?:be )?(?:attend|attending|go to|going to) (?:the )?(?!my |a |an |our |this |that )(?:\\p{L}+ ){1,4}(?:university|college`,
        `school|academy|polytechnic)${end}`,
      ),
      `(?:be )?(?:attend|attending|go to|going to) (?:the )?(?:(?:university|college) of \\p{L}+|mit|eth|ucla)${end}`,
      '(?:my )?(?:school|university|college)(?: be|:)',
    ],
    [
      '在.{2,14}?(?:上学|读书|念书|上大学|读大学|读研|读博|读本科|学习)$',
      '(?:就读于|就读|考上了?|读).{2,12}(?:大学|学院|中学|高中|学校)',
      `(?:学校|大学)${told}`,
      '是.{2,12}(?:大学|学院|中学|高中)的?(?:本科|研究|博士)?学?生$',
    ],
  ),
]

const aboutPlace = [
  rule(
    'home city',
    [
      `(?:be )?(?:live|living|reside|residing|stay|based|located) (?:\\p{L}+ly )?(?:in|near|outside|around) ${words.noCity}`,
      `${recent}(?:moved|relocated|move|relocate|moving)(?: back| over| house| home)? to ${words.noMove}`,
      'my (?:home|home ?city|city|hometown|home town|current city|location|place) be (?:in )?(?!an? |my )',
      '(?:home|home city|city|location|current city|residence)(?: be|:)',
    ],
    [
      `(?:一个人|已经|暂时|长期)?(?:住在|居住在|居住于|定居(?:在|于)?|常住|现居|搬(?:家)?[到去来回](?:了)?|移居|迁居|人在)${words.noChinesePlace}`,
      `住(?!院|校|宿|得|过|酒店|不|的|一|宿舍|哪|在${words.chinesePlaceless})\\p{L}`,
      `(?:居住地|所在地|所在城市|城市|现居地|常住地|住址|家)${told}(?!一)`,
      '在.{2,10}?(?:生活|居住|定居|住)$',
    ],
  ),
  rule(
    'time zone',
    [
      '(?:my )?time ?zone(?: be|:)',
      oneOf(
        'be (?:in|on) (?:the )?(?:utc|gmt|cet|cest|est|edt|pst|pdt|cst|ist|jst|bst|[\\p{L}/]+ time ?zone',
        '(?:central|eastern|pacific|mountain)(?: \\p{L}+)? time)',
      ),
      'be at (?:utc|gmt)',
      '(?:utc|gmt) ?[+-]\\d',
    ],
    [`时区${told}`, '(?:在|位于)(?:东|西)[一二三四五六七八九十\\d]{1,2}区', '(?:用|在)(?:北京|东京|纽约|伦敦)时间'],
  ),
]

const aboutAnswers = [
  rule(
    'answer language',
    [
      `(?:please )?(?:always )?(?:answer|reply|respond|write|talk|speak)(?: to)?(?: me)?(?: back)? (?:always )?in (?:${words.languages})${end}`,
      `${wants} (?:\\p{L}+ )?${answers} (?:to be )?in (?:${words.languages})${end}`,
      `${wants} (?:you to |it if you )?(?:answer|reply|respond)(?:ing)?(?: to me)? in (?:${words.languages})${end}`,
      `${wants} (?:${words.languages}) ${answers}`,
      '(?:answer|reply|response) language(?: be|:)',
      '(?:my )?preferred (?:answer )?language',
    ],
    [
      `${asked}用(?:${words.chineseLanguages})(?:来)?(?:回答|回复|交流|沟通|答复|跟我说)`,
      `(?:喜欢|偏好|希望|想要)(?:${words.chineseLanguages})的?(?:回答|回复)`,
      `(?:回答|回复)(?:请|要|都)?用(?:${words.chineseLanguages})`,
      '回答语言',
    ],
  ),
  rule(
    'answer length',
    [
      oneOf(
        `(?:please )?(?:always )?(?:keep|make) (?:it|your answers?|answers?|things|${answers}|them|explanations) (?:short|brief`,
        `concise|detailed|longer|shorter|succinct|to the point|under \\d|below \\d)`,
      ),
      '(?:please )?(?:always )?(?:be|being) (?:more |very |as )?(?:concise|brief|succinct|terse|verbose|detailed|thorough)',
      oneOf(
        '(?:please )?(?:always )?(?:answer|reply|respond|explain|write)(?: \\p{L}+){0,3} (?:brief(?:ly)?|short|shortly|concise(?:ly)?',
        'succinctly|detail(?:ed)?|depth|length|more detail|thoroughly)',
      ),
      `${wants} (?:\\p{L}+ ){0,4}?(?:${words.lengths})(?: (?:and|but|,) \\p{L}+)?,? (?:\\p{L}+ )?${answers}`,
      oneOf(
        `${wants} (?:you to )?(?:answer|explain|respond|reply|elaborate)(?:ing)? (?:\\p{L}+ ){0,3}?(?:detail|depth|briefly|concisely`,
        `short|thoroughly|more)`,
      ),
      oneOf(
        `${wants} (?:more details?|it short|brevity|concision|detailed explanations?`,
        `${answers} (?:to be |that are |be )?(?:\\p{L}+ )?(?:short|brief|concise|detailed|long|thorough|succinct))`,
      ),
      '(?:my preferred )?answer length(?: be|:)',
      `(?:concise|short|brief|detailed|long) ${answers}(?:$| (?:please|only|preferred))`,
      `(?:more|less) details?(?: in ${answers})?$`,
    ],
    [
      oneOf(
        `(?:更|比较|还是)?(?:请|以后|希望你?|喜欢你?|偏好|偏爱|想要|要|需要|最好|总是|可以){0,4}(?:更|比较|看|听)?(?:${words.chineseLengths})(?:一?[点些])?(?:的`,
        `地)?(?:一[点些])?${words.chineseAnswers}`,
      ),
      `(?:请|以后|希望)?(?:回答|回复|解释|说明|答案|讲)(?:请|要|得|尽量|可以|应该|能|再|更)*(?:${words.chineseLengths}|细)`,
      '(?:不)?喜欢(?:太)?(?:长篇大论|啰嗦)|(?:请)?(?:不要|别)(?:太)?(?:啰嗦|长篇大论)',
      '(?:请)?(?:说|讲|解释|回答)(?:得)?(?:更)?(?:详细|简短|简洁)|(?:请)?尽量(?:回答得?)?(?:简短|简洁|详细)',
      '(?:请)?(?:更)?(?:简洁|简短|详细)(?:一)?[点些]$|长话短说|多(?:讲|说|给)(?:一)?[点些]细节',
    ],
  ),
  rule(
    'answer tone',
    [
      oneOf(
        `(?:please )?(?:${wants} |use |keep |write in |answer in |be )(?:\\p{L}+ ){0,3}?(?:formal|informal|casual|friendly`,
        `professional|direct|blunt|humorous|playful|polite|warm)(?: (?:tone|language|style|${answers}|writing|voice|wording))`,
      ),
    ],
    ['(?:请|希望你?|喜欢|以后|用){0,3}(?:更)?(?:正式|随意|轻松|幽默|专业|直接|友好|口语化|礼貌)的?(?:一点|些)?(?:语气|口吻|风格|语言|方式)'],
  ),
  rule(
    'answer format',
    [
      oneOf(
        `(?:please )?(?:always )?(?:${wants} |use |answer (?:me )?(?:in|with) `,
        `format .{1,20}(?:in|as|with) )(?:\\p{L}+ ){0,3}?(?:bullet points?|bullets|tables?|prose|numbered lists?|plain text|markdown`,
        `lists?)(?: (?:over|to|in|for|instead).*)?$`,
      ),
    ],
    ['(?:请|希望你?|喜欢|以后|用){0,3}(?:分点|列表|要点|表格|纯文本|段落)(?:的)?(?:形式|方式|格式)?(?:来)?(?:回答|回复|作答|列出)?'],
  ),
]

const aboutHabits = [
  rule(
    'diet',
    [
      oneOf(
        `(?:be|became|have become|have been|went|have gone|turned|go) (?:not |no longer |now )?(?:an? )?(?:strict |mostly |mainly `,
        `lifelong )?(?:${words.diets})${end}`,
      ),
      `(?:eat|follow|keep|have|be on|stick to|do)(?: \\p{L}+){0,2} (?:${words.diets})${end}`,
      `(?:do not|no longer|never|stopped|quit|have stopped) (?:eat(?:ing)? )?(?:any )?(?:meat|fish|dairy|animal products|pork|gluten)${end}`,
      'eat (?:meat|fish|everything|anything)(?: again| now)?$',
      '(?:have )?started eating (?:meat|fish)',
      '(?:my )?diet(?: be|:)',
      `(?:${words.diets})(?: diet)?$`,
    ],
    [
      '(?:是|现在是|变成了?|成了)?(?:一[名个]|个)?(?:严格)?(?:素食者|素食主义者|纯素食?者?|蛋奶素|鱼素者?)$',
      '(?:只|又|重新)?(?:开始|一直|改)?(?:吃素|吃纯素|吃荤|吃肉|吃清真|清真饮食|生酮饮食|低碳饮食)',
      '(?:不再|不|从不|已经不)吃(?:肉|荤|鱼|素|猪肉|奶制品)',
      `饮食(?:习惯|偏好)?${told}|素食`,
    ],
    true,
  ),
  rule(
    'units',
    [
      `(?:${wants}|use|be using|think in|be used to)(?: the| my)? ?(?:\\p{L}+ ){0,3}?(?:${words.units})${end}`,
      '(?:my )?(?:preferred )?units?(?: be|:)',
      '(?:metric|imperial)(?: units| system)?$',
    ],
    [`${asked}用?(?:公制|英制|摄氏度?|华氏度?|公里|英里|公斤|千克|市制)`, `单位(?:用|${told})`],
  ),
  rule(
    'currency',
    [`(?:${wants}|use|think in|pay in|be paid in|quote)(?: \\p{L}+){0,3} (?:${words.currencies})${end}`, '(?:my )?(?:preferred )?currency(?: be|:)', 'prices in'],
    [`(?:货币|币种)(?:用|${told})`, `${asked}用?(?:人民币|美元|欧元|日元|英镑|港币|台币)(?:计价|结算|显示|报价|表示|$)`],
  ),
  rule(
    'phone',
    [
      oneOf(
        `(?:use|own|be using|switched to|have switched to|bought|got|just bought|just got|have`,
        `carry)(?: \\p{L}+){0,3} (?:${words.phones})(?: phone)?${end}`,
      ),
      'my phone (?:be|run)',
      'phone(?: os)?:',
    ],
    [
      '手机(?:是|用的?是?|系统是|:|：)',
      `(?:在)?用(?:的是)?(?:${words.chinesePhones})(?:手机)?$`,
      `换(?:了|成了?|到了?)(?:一?[部台])?(?:${words.chinesePhones}).{0,6}$`,
    ],
  ),
  rule(
    'car',
    [
      '(?:drive|be driving) (?:an?|my) ',
      `(?:own|have|bought|just bought|got|lease)(?: an?| my)?(?: \\p{L}+){0,2} (?:${words.cars})(?: .{1,20})?$`,
      'my (?:current |new )?car be|car:',
      'do not (?:have|own) a car',
    ],
    [`(?:车|汽车|座驾)${told}`, `(?:开(?:的是)?|有)(?:一?[辆台部])?(?:${words.chineseCars})`, '(?:买|换)了(?:一?[辆台部])?.{1,8}车$'],
  ),
  rule(
    'theme',
    [`(?:${wants}|use|be using)(?: the| a)? (?:dark|light) (?:mode|theme)s?`, 'theme:'],
    ['(?:喜欢|用|习惯|偏好)(?:的是)?(?:深色|浅色|暗色|亮色|夜间|黑暗)(?:模式|主题)'],
  ),
]

/** Topics of which a person has one value at a time. The first that matches is meant. */
export const topicRules: readonly TopicRule[] = [...aboutPerson, ...aboutWork, ...aboutPlace, ...aboutAnswers, ...aboutHabits]
