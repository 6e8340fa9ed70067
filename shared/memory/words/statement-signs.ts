import { oneOf, pattern } from './pattern'

/** Words that tell a plain statement about oneself from everything that looks like one. On comparable texts (lower case). */

const opening = pattern(
  '',
  String.raw`^(?:[-*•+]|\d{1,3}[.)]|(?:well|so|and|but|also|oh|hey|hi|hello|hi there|yes|yeah|yep|no|nope|ok|okay|btw|by the way|fyi`,
  String.raw`actually|in fact|as of now|for the record|note that|please note(?: that)?|as for me|personally|now|currently|these days`,
  String.raw`nowadays|at the moment|today|thanks|thank you|sorry|honestly|p\.?s\.?|note|update|correction|about me|some context|context`,
  String.raw`background|just so you know|as you know|for context|since \S+(?: \S+)?|as of \S+(?: \S+)?|in \d{4}|last (?:week|month|year)`,
  String.raw`this (?:week|month|year)|remember(?: that)?|please remember(?: that)?|because|since|although|besides|additionally|plus`,
  String.raw`from now on|in general|generally|usually|的确|你好|您好|嗨|嗯|哦|好的|好|对了|顺便说一下|顺便说一句|顺便说|顺便|其实|另外|还有|不过|但是|但|而且|因为|所以|那么|那|目前|现在|如今|最近`,
  String.raw`今年|去年|上个?月|上周|说实话|是的|对|不|不对|谢谢|补充|更正|备注|关于我|请记住|记住|总的来说|一般来说|平时|从[^，]{1,10}起|[12]\d{3}年(?:\d{1,2}月)?)[,:!.，：！。、]?)\s?`,
)

/** Without what people say before they say something, a few of them. */
export function withoutOpening(clause: string): string {
  let rest = clause
  for (let count = 0; count < 4; count += 1) rest = rest.replace(opening, '')
  return rest
}

export const firstPerson = /^(?:i'?m|i'?ve|i|i'd (?:prefer|rather|like)|my|mine|we|our|both my|one of my|it's me)\b/
export const firstPersonChinese = /^(?:我|咱|本人)(?!说过?什么|觉得你)/u

const relatives = oneOf(
  '(?:wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?|mother|mom|mum|father|dad|parents?|son|daughter|kids?',
  'child(?:ren)?|brother|sister|sibling|uncle|aunt|cousin|nephew|niece|grand\\w+|friends?|best friend|boss|manager|colleagues?',
  'coworkers?|co-worker|roommate|flatmate|neighbou?rs?|teacher|professor|student|client|customer|doctor|ex|in-laws?',
  'mother-in-law|family|landlord|landlady)(?! tongue| name| language)',
)
const chineseRelatives = oneOf(
  '(?:老婆|太太|妻子|老公|丈夫|先生|女朋友|男朋友|女友|男友|对象|伴侣|爱人|妈妈?|母亲|爸爸?|父亲|父母|爸妈|儿子|女儿|孩子|小孩|哥哥?|弟弟?|姐姐?|妹妹?|叔叔|阿姨|舅舅|姑姑|爷爷|奶奶|外公|外婆|姥姥|姥爷|朋友',
  '闺蜜|哥们|兄弟|老板|经理|领导|同事|室友|邻居|老师|教授|学生|客户|医生|前任|前男友|前女友|家人|房东)',
)

/** The person's own, but another one is spoken of. */
export const aboutOthers = new RegExp(oneOf(
  `^(?:both |one of )?(?:my|our) (?:\\w+ ){0,2}?${relatives}(?:'s)?\\b`,
  `^(?:我们?|咱们?)(?:的|家)?(?:一个|有个)?(?:大|小|新|老|好)?${chineseRelatives}`,
), 'u')
/** What another one of the person's life is called is about the person too. */
export const namesTheirs = new RegExp(`^(?:my|our) (?:\\w+ )?${relatives}(?:'s name is| is called| is named) \\S+|^我(?:的|家)?${chineseRelatives}(?:的名字)?(?:叫|名叫|是叫)`, 'u')

/** Said with doubt or as a wish. */
export const hedged = pattern(
  'u',
  String.raw`^i(?:'m| am)? (?:(?:\w+ly|just|kind of|sort of) )?(?:think|guess|believe|suppose|wonder|wondering|hope|wish|doubt|feel like`,
  String.raw`imagine|dream|heard|read that|mean|assume|bet|not sure|unsure|forget|can't remember|don't know|don't think|hate to)\b`,
  String.raw`^我(?:觉得|认为|猜|想象|希望|怀疑|好像|可能|也许|大概|听说|估计|以为|梦见|梦到|不知道|不确定|忘了|假装|幻想)`,
)

export const reported = pattern(
  'u',
  String.raw`\b(?:said|says|saying|say (?:that )?i|told|tells|claim(?:s|ed)?|according to|puts? it|sings?|song goes`,
  String.raw`(?:he|she|they|who|everyone|everybody|people|someone|somebody|friend|wife|husband|boss|mother|mom|dad|father|doctor|sister`,
  String.raw`brother) (?:thinks?|thought|believes?|believed|assumes?|insists?|writes?|wrote|asked|replied|joked|calls? me)|wrote|replied`,
  String.raw`insist(?:s|ed)?|heard that|read that|quote[ds]?|reported|rumou?rs?|allegedly|supposedly|lyrics?|in his words`,
  String.raw`as they put it)\b|说我|说过?[:：，,]|他说|她说|他们说|有人说|人家说|别人说|大家都?说|朋友说|老[板婆公]说|妈妈?说|爸爸?说|告诉我|据说|听说|声称|认为我|觉得我|以为我|叫我说|写道|引用|歌词|台词`,
)

export const supposed = pattern(
  'u',
  String.raw`\b(?:if|suppose|supposing|imagine|imagining|pretend(?:ing)?|let's say|lets say|say i|assume|assuming|hypothetical(?:ly)?`,
  String.raw`what if|unless|wish|would have|could have|could be|might|maybe|perhaps|probably|possibly|as though|as if|in case`,
  String.raw`dream(?:ed|t)?|dream about|role-?play(?:ing)?|in the (?:story|game|novel|film|movie|play)|my character|fictional|whether`,
  String.raw`should i|otherwise|in another life|sort of|kind of|almost|not sure)\b|\bi would(?! (?:prefer|like|rather))\b`,
  String.raw`\bi'd (?!prefer|like|rather)\b|\bi may\b|\bi could\b|\bmay be\b|如果|假如|假设|假使|倘若|要是|万一|设想|想象|假装|扮演|角色|也许|可能|或许|大概|说不定|梦见|梦到|小说里`,
  String.raw`故事里|游戏里|电影里|除非|要不是|本来会|差点|恨不得|就好了`,
)

export const ironic = pattern(
  '',
  String.raw`\byeah,? right\b|\bsure,? (?:i|and i)\b|\bas if\b|\btotally not\b|\bobviously not\b|\bnot!|\/s\b|\bsarcas|\bironic`,
  String.raw`\bof course i'm the (?:king|queen|pope)\b|\bking of \w+|\bqueen of england\b|\bthe pope\b|\bsanta\b|\bbatman\b|才怪|呵呵|反话|讽刺`,
)

/** Words by which the whole message is not in earnest, is play, or works on a text. */
export const unseriousMessage = pattern(
  '',
  String.raw`\b(?:is|are) (?:this|that|it|the following) (?:sentence |phrase |text )?(?:correct|right|grammatical|good|natural|proper)\b`,
  String.raw`\b(?:grammar|spelling|correct english|good english|(?:this|the following) (?:sentence|phrase|paragraph|passage|quote|translation))\b`,
  String.raw`这句话|这段话|这个句子|这段文字|这段文本|语法|下面(?:这|的)[句段]`,
  String.raw`\b(?:just kidding|only kidding|kidding|jk|j\/k|lol|lmao|rofl|haha\w*|hehe\w*|just joking|only joking|a joke|april fools?`,
  String.raw`sarcasm|xd|role-?play|ignore (?:all |any |the |your )*(?:previous|above|prior|earlier|other) (?:instructions?|rules|messages?`,
  String.raw`prompts?)|disregard (?:all |any |the |your )*(?:previous|above|prior|instructions?)|system prompt|jailbreak|developer mode)\b`,
  String.raw`😂|🤣|😜|😝|😉|🙃|开玩笑|逗你|说笑|哈哈|嘿嘿|骗你的|玩笑话|愚人节|忽略(?:以上|之前|前面|上面|所有|先前)|无视(?:以上|之前|前面|上面|所有)|系统提示词`,
  String.raw`(?:^|[。！？\n，,] ?)(?:请|帮我|麻烦|请帮我|你)?(?:翻译|润色|改写|校对|续写|扩写|缩写|写一?[个篇首封段]|编一?[个篇首段]|扮演|角色扮演|假设|假装|想象|重复|复述|跟我念|造句|改错|纠错|总结一?下)`,
  String.raw`(?:翻译|润色|改写|校对|改)(?:成|为|一下)|(?:^|[.!?\n,] ?)(?:please |can you |could you |would you |now |ok,? |hey,? |hi,? |then `,
  String.raw`and )*(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|polish|repeat|act as|play the role|pretend|imagine`,
  String.raw`role-?play|write (?:a|an|the|me|my|some|this|from)|compose|draft|continue (?:the|this|my)|complete (?:the|this|my)`,
  String.raw`correct (?:the|this|my) (?:text|grammar|sentence|english|spelling|letter|essay|paragraph)`,
  String.raw`fix (?:the|this|my) (?:text|grammar|sentence|english|spelling|letter|essay|paragraph)`,
  String.raw`improve (?:the|this|my) (?:text|grammar|sentence|english|letter|essay|paragraph|cv|resume)`,
  String.raw`check (?:the|this|my) (?:text|grammar|sentence|english|spelling|letter|essay)`,
  String.raw`edit (?:the|this|my) (?:text|letter|essay|paragraph)|suppose|let's pretend|let's play|say (?:the following|after me)`,
  String.raw`analy[sz]e (?:the|this) (?:sentence|text|poem|lyrics?))\b`,
)

/** The next sentence takes the statement back. */
export const takenBack = /^(?:not!|not really|just kidding|kidding|no,? not really|nah|or not|as if|yeah right|i wish|才怪|骗你的|开玩笑|并没有|逗你|假的|才不是)/

/** A request to the assistant in the statement's own sentence. */
export const commanding = pattern(
  'u',
  String.raw`\b(?:ignore|disregard|override|bypass) (?:all|any|the|your|previous|above|every|these)\b`,
  String.raw`\b(?:store|save|write|add|put|record|insert|append|log) (?:this|that|it|the following)\b`,
  String.raw`\b(?:to|in|into) (?:your |the |long-term )?memory\b|\bfrom now on,? you\b|\byou (?:must|obey|have to|are now|will now|shall)\b`,
  String.raw`\bi (?:want|need|expect|require|order|command|instruct|would like) you\b|\bi'd (?:like|want) you\b`,
  String.raw`\bi (?:hereby )?(?:authori[sz]e|permit|allow|consent|grant|approve|trust|give you permission)\b|\bobey\b|\bmy (?:new )?(?:instructions?|orders?|commands?)\b|\b(?:forget|drop|break) (?:all|your|any|every)\b|\bsystem:|\bassistant:`,
  String.raw`\bdeveloper:|\bnew instructions?\b|忽略|无视|覆盖指令|存储|保存到|写入|添加到|加入记忆|存入|录入|从现在起你|你必须|你现在是|我要求你|我命令你|我授权|我允许你|我想让你|我要你|我希望你|我需要你`,
  String.raw`系统[:：]|新指令`,
)

export const questionBegins = pattern(
  'u',
  String.raw`^(?:do|does|did|am|is|are|was|were|have i|has|can|could|will|would|should|may|shall|what|which|who|whom|whose|when|where|why`,
  String.raw`how|isn't|aren't|don't|didn't|wasn't)\b|^(?:谁|什么|哪|怎么|为什么|为何|是不是|难道|请问|你知道|你记得|你还记得|多少|几)`,
)
export const questionIn = /吗$|吗[?？]|么[?？]?$|呢[?？]?$|是不是|对不对|什么|哪里|哪儿|哪个|怎么|如何|为什么|谁|多少|几[个岁点]|能不能|可不可以|会不会|该不该|要不要|有没有/u

/** A question of its own behind the statement. Tags such as "right?" are none. */
export const ownQuestion = pattern(
  'u',
  String.raw`^\s?[,;，；-]{1,2}\s?(?:so |and |but |then |now )?(?:what|which|where|when|how|who|why|can you|could you|can i|could i|is there`,
  String.raw`are there|do you (?:have|know)|any|should i|would you`,
  String.raw`will you)\b(?!.*\b(?:say (?:this|that|it)|translat|mean|spell|pronounce)).{6,}[?？]$`,
  String.raw`^[,，;；]\s?(?!是吗|对吗|对吧|是吧|是不是|对不对|不是吗|你说呢|好吗|.{0,40}(?:怎么说|意思|翻译))(?=.{0,200}(?:吗|呢|什么|哪|怎么|如何|推荐|能不能|可以|有没有|几|多少)).{4,}[?？]$`,
)
