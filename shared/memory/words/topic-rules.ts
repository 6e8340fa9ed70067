/** How one topic is stated: patterns from the beginning of a predicate (see predicate.ts), in English and Chinese. */
export interface TopicRule {
  readonly topic: string
  readonly en: RegExp
  readonly zh: RegExp
  /** "no longer vegetarian" says which diet it is; "does not live in Lyon" does not say where somebody lives. */
  readonly mayBeNegative?: boolean
}

const jobs =
  'engineer|developer|programmer|designer|teacher|professor|lecturer|nurse|doctor|physician|surgeon|dentist|lawyer|attorney|accountant|architect|writer|author|journalist|' +
  'editor|artist|musician|photographer|chef|cook|baker|waiter|waitress|driver|pilot|mechanic|electrician|plumber|carpenter|farmer|scientist|researcher|physicist|chemist|' +
  'biologist|mathematician|economist|analyst|consultant|manager|director|ceo|cto|cfo|founder|entrepreneur|freelancer|student|intern|translator|interpreter|librarian|' +
  'pharmacist|therapist|psychologist|veterinarian|vet|police officer|firefighter|soldier|salesperson|salesman|cashier|secretary|assistant|administrator|devops|' +
  'product owner|scrum master|tester|recruiter|barista|postdoc|phd student|retiree|pensioner|banker|broker|realtor|optician|midwife|paramedic|technician'
const jobKinds =
  '(?:senior|junior|lead|staff|principal|chief|head|assistant|associate|software|web|mobile|game|front-?end|back-?end|full-?stack|data|machine learning|ml|ai|cloud|systems?|security|network|product|project|program|' +
  'ux|ui|graphic|interior|fashion|civil|mechanical|electrical|chemical|primary|elementary|high|middle|school|english|maths?|science|music|freelance|retired|self-employed|research|medical|legal|financial|marketing|sales|account|hr|technical|registered|truck|bus|taxi)'
const chineseJobs =
  '工程师|程序员|开发者?|设计师|老师|教师|教授|讲师|护士|医生|大夫|牙医|律师|会计|建筑师|作家|记者|编辑|艺术家|画家|音乐家|摄影师|厨师|服务员|司机|飞行员|技工|电工|农民|科学家|' +
  '研究员|分析师|顾问|经理|总监|主管|创始人|创业者|自由职业者?|学生|研究生|博士生|大学生|实习生|翻译|图书管理员|药剂师|心理咨询师|兽医|警察|消防员|军人|销售|秘书|助理|测试|产品经理|运营|公务员|架构师|导演|演员|歌手|主播|博主'

const languages = 'english|chinese|mandarin|cantonese|french|german|spanish|italian|portuguese|japanese|korean|russian|arabic|hindi|dutch|polish|turkish|swedish|vietnamese|thai|simplified chinese|traditional chinese'
const chineseLanguages = '中文|汉语|普通话|粤语|英文|英语|法语|法文|德语|德文|西班牙语|意大利语|葡萄牙语|日语|日文|韩语|俄语|阿拉伯语|简体|繁体'
const answers = '(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|outputs?|messages)'
const wants = '(?:prefer|want|like|love|need|favou?r|appreciate|would like|would prefer|would rather have|find .{1,20} better)'
const diets = 'vegan|vegetarian|pescatarian|pescetarian|flexitarian|omnivore|carnivore|keto|paleo|halal|kosher|gluten-free|low-carb|plant-based|mediterranean|meat eater|raw food'
const recent = '(?:just |recently |have |have just |have recently |now |will be )?'
const at = '(?=$|[^\\p{L}])'
const cars = 'tesla|toyota|honda|ford|bmw|audi|mercedes|volkswagen|vw|volvo|mazda|nissan|hyundai|kia|subaru|renault|peugeot|citroen|fiat|skoda|seat|jeep|lexus|porsche|mini|prius|golf|corolla|civic|byd|nio|xpeng'
const phones = 'iphone|android|pixel|galaxy|ios phone|huawei|xiaomi|oneplus|oppo|vivo'

const rule = (topic: string, en: string, zh: string, mayBeNegative = false): TopicRule => ({
  topic,
  en: new RegExp(`^(?:${en})`, 'iu'),
  zh: new RegExp(`^(?:${zh})`, 'iu'),
  mayBeNegative,
})

/** Topics of which a person has one value at a time. The first that matches is meant. */
export const topicRules: readonly TopicRule[] = [
  rule('name', `my (?:full |first |real |given )?name be|(?:be|be called|be named|go by|like to be called|prefer to be called|prefer the name|call me)(?<=called|named|by|name|me) \\p{L}|(?:full |first )?name:|name be`,
    `(?:真名|全名|名字|姓名|大名)(?:是|叫|:|：|为)|叫(?!我?(?:了|过|你|他|她|它|人|外卖|车|醒|什么|不))\\p{L}{1,8}$|(?:请|可以)?叫我(?!起|去|来)`),
  rule('birthday', `my (?:birthday|birth ?date|date of birth) (?:be|fall)|birthday:|date of birth:|(?:was |be )?born on|(?:was |be )?born in (?:19|20|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|birthday be`,
    `(?:的)?(?:生日|出生日期)(?:是|在|:|：|为)|.{0,12}[日号年月]出生|出生于.{0,4}\\d|生于.{0,4}\\d`),
  rule('birthplace', `(?:was |be )?born in|my (?:birthplace|place of birth) be|grew up in|(?:come|be) from (?!home|work|the|my|here|there)`, `出生在|出生地|老家(?:是|在)|家乡(?:是|在)|来自|是.{2,8}人$`),
  rule('age', `be \\d{1,3}(?: years? old| years of age| yo)?$|be \\d{1,3} years? old|my age be|age:|(?:have )?(?:just )?turned \\d|age \\d`, `(?:今年)?\\d{1,3}(?:周)?岁|(?:今年)?[一二三四五六七八九十]{1,3}岁|年龄(?:是|:|：|为)`),
  rule('working hours', `work (?:from |between )?\\d|work (?:the )?(?:nights|days|night shift|day shift|part[- ]time|full[- ]time|mornings|afternoons|weekends)|my (?:working|office|work|business) hours be|(?:working|office|work) hours(?:be|:)`,
    `(?:的)?(?:工作时间|上班时间|作息)(?:是|为|:|：)?|(?:每天)?.{0,8}\\d{1,2}[点:].{0,8}上班|朝九晚五|上夜班|上白班|996`),
  rule('employer', `(?:be )?(?:work|working|employed) (?:full-time |part-time |remotely )?(?:at|for|with) (?!home|night|least|the moment|weekends|me\\b|hours|a living|years|\\d|an? |my(?:self)? )|my (?:employer|company) (?:be|:)|(?:employer|company):|${recent}(?:joined|start(?:ed)?(?: working| a job| a new job)? at|got a (?:new )?job (?:at|with)|got hired (?:at|by)|be hired by|switched to working at)|be (?:self-employed|unemployed|between jobs|out of work)|work as .{2,60} (?:at|for) `,
    `(?:刚|刚刚|最近)?(?:在|去|加入|入职|跳槽到|跳槽去|换到)了?(?!家|这|那|哪|学|用|找|看|写|做|准备|上海工作$).{1,20}?(?:工作|上班|任职|就职|打工|当.{1,10}|做.{1,10})$|就职于|任职于|入职了?|加入了?.{1,16}公司|跳槽[到去]了?|供职于|(?:的)?(?:公司|雇主|单位|东家)(?:是|叫|:|：)|失业|待业`),
  rule('role', `work(?:ing)? as|be working as|be (?:an?|the) (?:[\\p{L}/&-]+ ){0,4}?(?:${jobs})${at}|my (?:job|role|job title|title|profession|occupation|position) (?:be|:)|(?:job|role|job title|profession|occupation|position):|got promoted to|became an? (?:[\\p{L}-]+ ){0,3}?(?:${jobs})${at}|(?:an? )?(?:${jobKinds} ){0,3}(?:${jobs})(?: (?:at|in|by) .{1,40})?$|be retired|be the (?:cto|ceo|cfo|head|lead|vp)`,
    `(?:是|当|做)(?:了?一?[名个位])?(?:\\p{L}{0,10}?)(?:${chineseJobs})$|(?:的)?(?:职业|工作|职位|岗位|身份)(?:是|:|：|为)|从事|退休`),
  rule('home city', `(?:live|be living|reside|be residing|stay|be based|be located|based|located|living) (?:\\p{L}+ly )?(?:in|near|outside|around) (?!an? |my |fear|peace|the (?:past|moment|present|country$|countryside|city|suburbs)|hope|terror)|${recent}(?:moved|relocated|move|relocate|moving)(?: back| over| house| home)? to (?!an? |my |the (?:next|other|new)|linux|mac|windows|react|vue|typescript|rust|python)|my (?:home|home ?city|city|hometown|home town|current city|location|place) be (?:in )?(?!an? |my )|(?:home|home city|city|location|current city|residence)(?: be|:)`,
    `(?:一个人|已经|暂时|长期)?(?:住在|居住在|居住于|定居(?:在|于)?|常住|现居|搬(?:家)?[到去来回](?:了)?|移居|迁居|人在)(?!一|我|他|她|那|这|哪|你|新家)|住(?!院|校|宿|得|过|酒店|不|的|一|宿舍|哪|在(?:一|我|他|她|那|这|哪|你|新家))\\p{L}|(?:的)?(?:居住地|所在地|所在城市|城市|现居地|常住地|住址|家)(?:是|在|:|：)(?!一)|在.{2,10}?(?:生活|居住|定居|住)$`),
  rule('native language', `my (?:native|first|mother) (?:language|tongue) be|(?:native|first) language:|mother tongue:|be a native .{1,30}speaker|native .{2,20} speaker|natively speak|speak .{2,20} natively`, `(?:的)?(?:母语|第一语言)(?:是|为|:|：)?`),
  rule('answer language', `(?:please )?(?:always )?(?:answer|reply|respond|write|talk|speak)(?: to)?(?: me)?(?: back)? (?:always )?in (?:${languages})${at}|${wants} (?:\\p{L}+ )?${answers} (?:to be )?in (?:${languages})${at}|${wants} (?:you to |it if you )?(?:answer|reply|respond)(?:ing)?(?: to me)? in (?:${languages})${at}|${wants} (?:${languages}) ${answers}|(?:answer|reply|response) language:|my preferred (?:answer )?language be|preferred language`,
    `(?:请|希望你?|以后|总是|一律|喜欢你?|想要?你?){0,3}(?:都)?用(?:${chineseLanguages})(?:来)?(?:回答|回复|交流|沟通|答复|跟我说)|(?:喜欢|偏好|希望|想要)(?:${chineseLanguages})的?(?:回答|回复)|(?:回答|回复)(?:请|要|都)?用(?:${chineseLanguages})|回答语言`),
  rule('answer length', `(?:please )?(?:always )?(?:keep|make) (?:it|your answers?|answers?|things|${answers}|them|explanations) (?:short|brief|concise|detailed|longer|shorter|succinct|to the point)|(?:please )?(?:always )?(?:be|being) (?:more |very |as )?(?:concise|brief|succinct|terse|verbose|detailed|thorough)(?!.*\\bas \\p{L}+)|(?:please )?(?:always )?(?:answer|reply|respond|explain|write)(?: \\p{L}+){0,3} (?:brief(?:ly)?|short|shortly|concise(?:ly)?|succinctly|detail(?:ed)?|depth|length|more detail|thoroughly|at length)|(?:do not |not )?${wants} (?:\\p{L}+ ){0,4}?(?:concise|short|brief|succinct|terse|long|longer|shorter|detailed|thorough|in-depth|verbose|lengthy|elaborate|more detail(?:ed|s)?|step-by-step)(?: (?:and|but|,) \\p{L}+)?,? (?:\\p{L}+ )?${answers}|${wants} (?:you to )?(?:answer|explain|respond|reply|elaborate)(?:ing)? (?:\\p{L}+ ){0,3}?(?:detail|depth|briefly|concisely|short|thoroughly|more)|${wants} (?:more details?|it short|brevity|concision|detailed explanations?|${answers} (?:to be |that are |be )?(?:\\p{L}+ )?(?:short|brief|concise|detailed|long|thorough|succinct))|my preferred answer length|answer length:|(?:concise|short|brief|detailed|long) ${answers}(?:$| (?:please|only|preferred))|more details?(?: in ${answers})?$|less details?`,
    `(?:更|比较|还是)?(?:请|以后|希望你?|喜欢你?|偏好|偏爱|想要|要|需要|最好|总是|可以){0,4}(?:更|比较|看|听)?(?:简短|简洁|简明|精简|简练|详细|详尽|细致|具体|长|短|短小|言简意赅)(?:一?[点些])?(?:的|地)?(?:一[点些])?(?:回答|回复|答案|解释|说明|讲解|答复|描述)|(?:请|以后|希望)?(?:回答|回复|解释|说明|答案|讲)(?:请|要|得|尽量|可以|应该|能|再|更)*(?:简短|简洁|简明|精简|详细|详尽|具体|细|长|短)|(?:不)?喜欢(?:太)?(?:长篇大论|啰嗦)|(?:请)?(?:说|讲|解释|回答)(?:得)?(?:更)?(?:详细|简短|简洁)|(?:请)?(?:更)?(?:简洁|简短|详细)(?:一)?[点些]$|长话短说|多(?:讲|说|给)(?:一)?[点些]细节`),
  rule('answer tone', `(?:please )?(?:${wants} |use |keep |write in |answer in |be )(?:\\p{L}+ ){0,3}?(?:formal|informal|casual|friendly|professional|direct|blunt|humorous|playful|polite|warm)(?: (?:tone|language|style|${answers}|writing|voice|wording))`, `(?:请|希望你?|喜欢|以后|用){0,3}(?:更)?(?:正式|随意|轻松|幽默|专业|直接|友好|口语化|礼貌)的?(?:一点|些)?(?:语气|口吻|风格|语言|方式)`),
  rule('answer format', `(?:please )?(?:always )?(?:${wants} |use |answer (?:me )?(?:in|with) |format .{1,20}(?:in|as|with) )(?:\\p{L}+ ){0,3}?(?:bullet points?|bullets|tables?|prose|numbered lists?|plain text|markdown|lists?)(?: (?:over|to|in|for|instead).*)?$`, `(?:请|希望你?|喜欢|以后|用){0,3}(?:分点|列表|要点|表格|纯文本|段落)(?:的)?(?:形式|方式|格式)?(?:来)?(?:回答|回复|作答|列出)?`),
  rule('partner', `be (?:happily |now |newly )?(?:married|engaged|divorced|widowed|single|separated|dating|in a relationship)(?! (?:to the idea|core|threaded|page))|my (?:wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?)(?:'s name)? (?:be )?(?:called|named|name be)|my (?:wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?)'s (?:first )?name (?:is|be)|my (?:partner|spouse|wife|husband|girlfriend|boyfriend) be \\p{L}+$|(?:partner|spouse|wife|husband|relationship status|marital status):`,
    `(?:的)?(?:老婆|太太|妻子|老公|丈夫|先生|女朋友|男朋友|女友|男友|对象|伴侣|爱人|另一半)(?:的名字)?(?:叫|是(?=\\p{L}{2,4}$))|(?:已经|刚)?(?:已婚|未婚|单身|离婚|离异|结婚了?|订婚了?)$|和.{1,8}(?:结婚|在一起|订婚)|婚姻状况`),
  rule('diet', `(?:be|became|have become|have been|went|have gone|turned|go) (?:not |no longer |now )?(?:an? )?(?:strict |mostly |mainly |lifelong )?(?:${diets})${at}|(?:eat|follow|keep|have|be on|stick to|do)(?: \\p{L}+){0,2} (?:${diets})${at}|(?:do not|no longer|never|stopped|quit|have stopped) (?:eat(?:ing)? )?(?:any )?(?:meat|fish|dairy|animal products|pork|gluten)${at}|eat (?:meat|fish|everything|anything)(?: again| now)?$|(?:have )?started eating (?:meat|fish)|my diet be|diet:|(?:${diets})(?: diet)?$`,
    `(?:是|现在是|变成了?|成了)?(?:一[名个]|个)?(?:严格)?(?:素食者|素食主义者|纯素食?者?|蛋奶素|鱼素者?)$|(?:只|开始|一直|改)?(?:吃素|吃纯素|吃荤|吃肉|吃清真|清真饮食|生酮饮食|低碳饮食)|(?:不再|不|从不|已经不)吃(?:肉|荤|鱼|素|猪肉|奶制品)|(?:的)?饮食(?:习惯|偏好)?(?:是|为|:|：)|素食`, true),
  rule('units', `(?:${wants}|use|be using|think in|be used to)(?: the| my)? ?(?:\\p{L}+ ){0,3}?(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|kilograms?|kilos|kg|pounds and ounces|lbs|us customary)${at}|(?:preferred )?units?(?: be|:)|my (?:preferred )?units be|(?:metric|imperial)(?: units| system)?$`, `(?:请|喜欢|习惯|以后|希望你?|都){0,3}用?(?:公制|英制|摄氏度?|华氏度?|公里|英里|公斤|千克|市制)|单位(?:用|是|为|:|：)`),
  rule('currency', `(?:${wants}|use|think in|pay in|be paid in|quote)(?: \\p{L}+){0,3} (?:euros?|eur|usd|us dollars|dollars|yen|jpy|rmb|cny|yuan|gbp|british pounds|pounds sterling|swiss francs|chf|rupees|cad|aud)${at}|my (?:preferred )?currency be|currency:|prices in`, `(?:的)?(?:货币|币种)(?:是|用|为|:|：)|(?:请|喜欢|习惯|以后|都|希望你?){0,3}用?(?:人民币|美元|欧元|日元|英镑|港币|台币)(?:计价|结算|显示|报价|表示|$)`),
  rule('time zone', `my time ?zone be|time ?zone:|be (?:in|on) (?:the )?(?:utc|gmt|cet|cest|est|edt|pst|pdt|cst|ist|jst|bst|[\\p{L}/]+ time ?zone|(?:central|eastern|pacific|mountain)(?: \\p{L}+)? time)|be at (?:utc|gmt)|(?:utc|gmt) ?[+-]\\d`, `(?:的)?时区(?:是|在|为|:|：)|(?:在|位于)(?:东|西)[一二三四五六七八九十\\d]{1,2}区|(?:用|在)(?:北京|东京|纽约|伦敦)时间`),
  rule('phone', `(?:use|own|be using|switched to|have switched to|bought|got|just bought|just got|have|carry)(?: \\p{L}+){0,3} (?:${phones})(?: phone)?${at}|my phone (?:be|run)|phone(?: os)?:`, `(?:的)?手机(?:是|用的?是?|系统是|:|：)|(?:在)?用(?:的是)?(?:苹果|安卓|华为|小米|三星|iphone|android|oppo|vivo)(?:手机)?$|换(?:了|成了?|到了?)(?:一?[部台])?(?:苹果|安卓|华为|小米|三星|iphone|android).{0,6}$`),
  rule('car', `(?:drive|be driving) (?:an?|my) |(?:own|have|bought|just bought|got|lease)(?: an?| my)?(?: \\p{L}+){0,2} (?:${cars})(?: .{1,20})?$|my car be|car:|do not (?:have|own) a car|my (?:current |new )car be`, `(?:的)?(?:车|汽车|座驾)(?:是|:|：)|开(?:的是)?(?:一?[辆台部])?(?:特斯拉|丰田|本田|大众|宝马|奔驰|奥迪|比亚迪|蔚来|小鹏|理想|沃尔沃|福特|日产)|(?:买|换)了(?:一?[辆台部])?.{1,8}车$`),
  rule('school', `(?:be )?(?:study|studying|enrolled|a student|student|doing .{1,20})(?: .{1,40}?)? at (?!home|night|the moment)|(?:attend|be attending|go to|be going to) (?:the )?(?:(?!my |a |an |our |this |that )(?:\\p{L}+ ){1,4}(?:university|college|school|academy|polytechnic)|(?:university|college) of \\p{L}+|mit|eth|ucla)${at}|my (?:school|university|college) be|(?:school|university|college):`, `在.{2,14}?(?:上学|读书|念书|上大学|读大学|读研|读博|读本科|学习)$|(?:就读于|就读|考上了?|读).{2,12}(?:大学|学院|中学|高中|学校)|(?:的)?(?:学校|大学)(?:是|:|：)|是.{2,12}(?:大学|学院|中学|高中)的?(?:本科|研究|博士)?学?生$`),
  rule('theme', `(?:${wants}|use|be using)(?: the| a)? (?:dark|light) (?:mode|theme)s?|theme:`, `(?:喜欢|用|习惯|偏好)(?:的是)?(?:深色|浅色|暗色|亮色|夜间|黑暗)(?:模式|主题)`),
  rule('pronouns', `my pronouns be|pronouns:|use (?:he|she|they)\\/`, `(?:的)?(?:人称)?代词(?:是|:|：)`),
  rule('nationality', `my (?:nationality|citizenship) be|nationality:|be a citizen of|be an? \\p{L}+ citizen|hold an? \\p{L}+ passport`, `(?:的)?国籍(?:是|:|：|为)|(?:拿|持)的?是?.{2,6}护照`),
  rule('height', `my height be|height:|be \\d(?:[.,]\\d+)? ?(?:m|meters|metres|feet|ft|foot|')|be \\d{3} ?(?:cm|centimeters)`, `(?:的)?身高(?:是|:|：|为)?.{0,2}\\d`),
  rule('weight', `my weight be|weight:|weigh \\d`, `(?:的)?体重(?:是|:|：|为)?.{0,2}\\d`),
  rule('email', `my (?:work |private |personal |main )?e-?mail(?: address)? be|e-?mail:`, `(?:的)?(?:邮箱|电子邮件|邮件地址)(?:地址)?(?:是|:|：|为)`),
  rule('phone number', `my (?:phone|mobile|cell)(?: phone)? number be|(?:phone|mobile)(?: number)?: ?[+\\d]`, `(?:的)?(?:手机号码?|电话号?码?)(?:是|:|：|为)`),
  rule('address', `my (?:home |postal )?address be|address:`, `(?:的)?(?:地址|家庭住址|住址)(?:是|:|：|为)`),
]
