/** Words that the rules of topics.ts are made of, as alternatives of a pattern. */

const oneOf = (...lines: readonly string[]): string => lines.join('|')

/** The end of a word. */
export const end = '(?=$|[^\\p{L}])'

export const jobs = oneOf(
  'engineer|developer|programmer|designer|architect|devops|tester|technician|mechanic|electrician|plumber|carpenter|farmer',
  'teacher|professor|lecturer|researcher|scientist|physicist|chemist|biologist|mathematician|economist|postdoc|student|phd student|intern',
  'nurse|doctor|physician|surgeon|dentist|pharmacist|therapist|psychologist|veterinarian|vet|optician|midwife|paramedic',
  'lawyer|attorney|accountant|analyst|consultant|manager|director|ceo|cto|cfo|founder|entrepreneur|freelancer|recruiter|banker|broker|realtor',
  'writer|author|journalist|editor|artist|musician|photographer|translator|interpreter|librarian|chef|cook|baker|waiter|waitress|barista',
  'driver|pilot|police officer|firefighter|soldier|salesperson|salesman|cashier|secretary|assistant|administrator|product owner|scrum master|retiree|pensioner',
)
export const jobKinds = oneOf(
  'senior|junior|lead|staff|principal|chief|head|assistant|associate|registered|freelance|retired|self-employed|technical',
  'software|web|mobile|game|front-?end|back-?end|full-?stack|data|machine learning|ml|ai|cloud|systems?|security|network|product|project|program',
  'ux|ui|graphic|interior|fashion|civil|mechanical|electrical|chemical|primary|elementary|high|middle|school|english|maths?|science|music',
  'research|medical|legal|financial|marketing|sales|account|hr|truck|bus|taxi',
)
export const chineseJobs = oneOf(
  '工程师|程序员|开发者?|设计师|测试|架构师|产品经理|运营|技工|电工|农民|科学家|研究员|分析师',
  '老师|教师|教授|讲师|学生|研究生|博士生|大学生|实习生|护士|医生|大夫|牙医|药剂师|心理咨询师|兽医',
  '律师|会计|顾问|经理|总监|主管|创始人|创业者|自由职业者?|公务员|警察|消防员|军人|销售|秘书|助理',
  '建筑师|作家|记者|编辑|艺术家|画家|音乐家|摄影师|翻译|图书管理员|导演|演员|歌手|主播|博主|厨师|服务员|司机|飞行员',
)

export const languages = oneOf(
  'english|chinese|mandarin|cantonese|french|german|spanish|italian|portuguese|japanese|korean|russian|arabic|hindi|dutch|polish|turkish',
  'swedish|vietnamese|thai|simplified chinese|traditional chinese',
)
export const chineseLanguages = '中文|汉语|普通话|粤语|英文|英语|法语|法文|德语|德文|西班牙语|意大利语|葡萄牙语|日语|日文|韩语|俄语|阿拉伯语|简体|繁体'

export const answers = '(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|outputs?|messages)'
export const chineseAnswers = '(?:回答|回复|答案|解释|说明|讲解|答复|描述)'
export const lengths = oneOf(
  'concise|short|brief|succinct|terse|shorter|long|longer|detailed|thorough|in-depth|verbose|lengthy|elaborate',
  'more detail(?:ed|s)?|step-by-step',
)
export const chineseLengths = '简短|简洁|简明|精简|简练|详细|详尽|细致|具体|长|短|短小|言简意赅'
export const wants =
  '(?:prefer|want|like|love|need|favou?r|appreciate|would like|would prefer|would rather have|find .{1,20} better)'

export const diets = oneOf(
  'vegan|vegetarian|pescatarian|pescetarian|flexitarian|omnivore|carnivore|keto|paleo|halal|kosher|gluten-free|low-carb|plant-based',
  'mediterranean|meat eater|raw food',
)
export const units = 'metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|kilograms?|kilos|kg|pounds and ounces|lbs|us customary'
export const currencies =
  'euros?|eur|usd|us dollars|dollars|yen|jpy|rmb|cny|yuan|gbp|british pounds|pounds sterling|swiss francs|chf|rupees|cad|aud'
export const phones = 'iphone|android|pixel|galaxy|ios phone|huawei|xiaomi|oneplus|oppo|vivo'
export const chinesePhones = '苹果|安卓|华为|小米|三星|iphone|android|oppo|vivo'
export const cars = oneOf(
  'tesla|toyota|honda|ford|bmw|audi|mercedes|volkswagen|vw|volvo|mazda|nissan|hyundai|kia|subaru|renault|peugeot|citroen|fiat|skoda',
  'seat|jeep|lexus|porsche|mini|prius|golf|corolla|civic|byd|nio|xpeng',
)
export const chineseCars = '特斯拉|丰田|本田|大众|宝马|奔驰|奥迪|比亚迪|蔚来|小鹏|理想|沃尔沃|福特|日产'

export const partners = 'wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?'
export const chinesePartners = '老婆|太太|妻子|老公|丈夫|先生|女朋友|男朋友|女友|男友|对象|伴侣|爱人|另一半'

/** What follows "live in" or "work at" and names no place or firm. */
export const noCity = '(?!an? |my |fear|peace|the (?:past|moment|present|country$|countryside|city|suburbs)|hope|terror)'
export const noMove = '(?!an? |my |the (?:next|other|new)|linux|mac|windows|react|vue|typescript|rust|python)'
export const noEmployer = '(?!home|night|least|the moment|weekends|me\\b|hours|a living|years|\\d|an? |my )'
export const chinesePlaceless = '(?:一|我|他|她|那|这|哪|你|新家)'
export const noChinesePlace = `(?!${chinesePlaceless})`
export const noChineseEmployer = '(?!家|这|那|哪|学|用|找|看|写|做|准备|上海工作$)'
