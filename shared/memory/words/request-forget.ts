import { oneOf, pattern } from './pattern'
import { politeChinese, politeEnglish, type Spoken } from './request-sentences'

export interface ForgetRequest {
  readonly kind: 'forget'
  /** What is to be forgotten, in the person's words: a statement or a topic. */
  readonly about: string
  readonly quote: string
}

const mine = "(?:i|i'm|i’m|i've|i’ve|my|mine|our|we|me)\\b"
const memoryNoun = '(?:memory|memories|entry|entries|fact|facts|note|notes|line|information|info|data|everything|anything|all)'

const english: readonly RegExp[] = [
  new RegExp(oneOf(
    `^${politeEnglish}(?:forget|stop remembering|un-?remember) (?:that |the fact that `,
    `about the fact that )(?=\\S+ \\S)(?!(?:it|this|one|thing|idea|last|part|question|file|code|bug)\\b)(.+)$`,
  ), 'isu'),
  new RegExp(oneOf(
    `^${politeEnglish}(?:forget|stop remembering) (?:all |everything |anything `,
    `what (?:i (?:said|told you|mentioned|wrote)|you (?:know|remember|have|learned)) |whatever (?:i said|you know) )?(?:about |of `,
    `on )(?=${mine})(.+)$`,
  ), 'isu'),
  new RegExp(oneOf(
    `^${politeEnglish}(?:forget|stop remembering) (?:all |everything |anything `,
    `what (?:i (?:said|told you|mentioned|wrote)|you (?:know|remember|have|learned)) )(?:about |of |on )(.+)$`,
  ), 'isu'),
  new RegExp(`^${politeEnglish}(?:forget|stop remembering) (?=my |our |i |i'm |i’m |where i |how i |who i )(.+)$`, 'isu'),
  new RegExp(oneOf(
    `^${politeEnglish}(?:do not|don['’]?t|never|no longer) (?:ever )?(?:remember|store|save|memori[sz]e|keep) (?:that |about `,
    `anything about |the fact that )?(?=my |our |that i |i live|i work|i am|i'm|i have)(.+)$`,
  ), 'isu'),
  new RegExp(oneOf(
    `^${politeEnglish}(?:delete|remove|erase|clear|drop|forget) (?:the |that |any |all |all the |every |your `,
    `my )?${memoryNoun} (?:you (?:have|stored|saved|know) )?(?:about|of|on|that|regarding|saying(?: that)?) (.+)$`,
  ), 'isu'),
  new RegExp(oneOf(
    `^${politeEnglish}(?:delete|remove|erase|clear|drop) (?:the fact )?(?:that )?(.+?) from (?:your |my |the )?(?:memory|memories`,
    `profile)[.!]*$`,
  ), 'isu'),
  new RegExp(oneOf(
    `^${politeEnglish}(?:forget|delete|erase|clear) (everything|it all|all of it|all (?:of )?(?:your|my|the) memor(?:y|ies)`,
    `(?:your|my) (?:whole |entire )?memory)(?: (?:about me|you know|i told you|i said))?[.!]*$`,
  ), 'isu'),
]

const chinese: readonly RegExp[] = [
  new RegExp(`^${politeChinese}(?:忘掉|忘记|忘了)我(?:之前|以前)?(?:说|讲|提)过?的?(?:关于|有关)(.{1,80}?)的(?:话|事情?|内容)$`, 'u'),
  new RegExp(`^${politeChinese}(?:忘掉|忘记|忘了|忘却)(?:一?下)?(?:关于|有关)?(我.{1,80}?)(?:吧|好吗|这件事|的事情?)?$`, 'u'),
  new RegExp(`^${politeChinese}(?:忘掉|忘记|忘了)(?:一?下)?(?:关于|有关)(.{1,80}?)(?:的)?(?:一切|所有|事情?|内容|记忆|信息|吧)?$`, 'u'),
  new RegExp(`^${politeChinese}(?:别|不要|不用|不必|停止|别再|不要再|不许)(?:再)?(?:记住?|记得|记录|保存|存储?)(?:关于|有关)?(我.{1,80}?)(?:了|吧)?$`, 'u'),
  new RegExp(oneOf(
    `^${politeChinese}(?:删除|删掉|删了|清除|清掉|抹去|抹掉|移除|去掉)(?:掉)?(?:你)?(?:所有|全部|一切)?(?:关于|有关)(.{1,80}?)(?:的)?(?:所有|全部|一切)?(?:的)?(?:记忆|记录`,
    `内容|信息|条目|事情?|那条|资料)$`,
  ), 'u'),
  new RegExp(oneOf(
    `^${politeChinese}(?:把|将)(?:所有|全部|一切)?(?:关于|有关)?(.{1,80}?)(?:的)?(?:所有|全部|这条|那条)?(?:的)?(?:记忆|记录|条目|信息|事情?|这件事)?(?:都|全)?(?:忘掉|忘了`,
    `忘记|从记忆(?:里|中)?(?:删除|删掉|删了|去掉)|从(?:你的)?记忆(?:里|中)(?:删除|删掉|移除))(?:吧)?$`,
  ), 'u'),
  new RegExp(`^${politeChinese}(?:把|将)(?:所有|全部)?(?:关于|有关)(.{1,80}?)(?:的)?(?:记忆|记录|条目|信息|内容)(?:都|全)?(?:删除|删掉|删了|清除|去掉)(?:吧)?$`, 'u'),
  new RegExp(`^${politeChinese}从(?:你的)?记忆(?:里|中)(?:删除|删掉|移除|去掉)(.{1,80})$`, 'u'),
  new RegExp(`^${politeChinese}(?:忘掉|忘记|忘了|清除|清空|删除|删掉)(一切|所有(?:记忆|事情|东西)?|全部(?:记忆)?)(?:吧)?$`, 'u'),
]

/** About the talk or its instructions, not about memory. */
const notMemory = pattern(
  'i',
  String.raw`\b(?:instructions?|prompts?|rules|the (?:above|previous|last|tests?|code|file|error|bug)|previous (?:message|question|answer)`,
  String.raw`what i (?:just )?(?:asked)|question|my (?:last|previous) (?:message|question|request)|my mistake|semicolons?)\b|指令|提示词|上面|以上`,
  String.raw`之前的(?:话|问题|回答|要求)|上一个|刚才的?问题|我(?:刚才)?问的?`,
)

/** What the person asks to be forgotten in this sentence, if they do. */
export function forgetRequest({ text }: Spoken): ForgetRequest | null {
  const plain = text.replace(/[\s.!。！~]{1,8}$/, '')
  const isPolite = /^(?:could|can|would|will) you|^(?:能不能|可以|你能)/i.test(plain)
  if (/[?？]$/.test(plain) && !isPolite) return null
  const asked = plain.replace(/[?？]$/, '').replace(/(?:,? (?:please|thanks|ok|okay|now|again))$/i, '').replace(/(?:好吗|可以吗|谢谢|[，,]谢谢)$/u, '')
  const about = [...english, ...chinese].map((pattern) => pattern.exec(asked)?.[1]?.trim()).find((found) => found !== undefined && found !== '')
  return about === undefined || notMemory.test(about) ? null : { kind: 'forget', about: about.replace(/[,，]$/, ''), quote: text }
}
