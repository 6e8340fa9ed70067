import { oneOf } from './pattern'
import { aboutOthers } from './statement-signs'
import { comparable } from './normal'

// What people write before a colon, or on a line of its own above a text that is not theirs.
const foreignWords = [
  'says?|said|saying|wrote|writes|written|reads|states?|goes|shows?|sent|got|received|found|copied|pasted|quote[ds]?',
  'diary|e-?mail|letter|bio|article|page|website|output|log|logs|message|text|prompt|lyrics?|song|poem|example|sentence|paragraph|transcript',
  oneOf(
    'review|post|comment|tweet|dialog(?:ue)?|story|script|tool|result|response|answer|reply|file|document|doc|json|subject|ticket',
    'issue|code|snippet|error',
  ),
]
const foreignChinese =
  /写着|写了|说|写道|显示|收到|网页|网站|文章|邮件|来信|日记|歌词|例句|台词|输出|日志|内容|原文|简介|评论|帖子|对话|诗|故事|剧本|回复|回答|题目|句|这段|文本|文件|代码|报错|消息/
const foreign = new RegExp(`\\b(?:${foreignWords.join('|')})\\b`)
const own = [
  oneOf(
    "remember|don'?t forget|keep in mind|note|memori[sz]e|ps|p\\.s|fyi|btw|by the way|update|edit|correction|context|background",
    'facts?|fun fact|reminder|memo|forget',
  ),
  "also|actually|important|situation|details|i|i'm|i've|i'd|me|my|mine|myself|we|our|us",
]
const ownWords = new RegExp(`\\b(?:${own.join('|')})\\b`)
const ownChinese = /我|咱|本人|记|别忘|牢记|备注|补充|另外|更正|纠正|背景|说明|其实|顺便|对了|注意|情况|忘/

/** Whether what stands before a colon leads to the person's own words: "About me:", and not "The page says:". */
export function introducesOwnWords(label: string): boolean {
  const plain = comparable(label).replace(/^[\s\-*•>#\d.)]{1,8}/, '')
  if (/记忆|\bmemory\b/.test(plain)) return true
  if (foreign.test(plain) || foreignChinese.test(plain) || aboutOthers.test(plain)) return false
  return ownWords.test(plain) || ownChinese.test(plain)
}
