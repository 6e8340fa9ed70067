import type { ScriptedAnswer, UnderstoodRequest } from '../types'
import { english } from './english'
import { chinese } from './chinese'
import { questionOf } from './question'

/** What the demo model can say, in one language. */
export interface Phrases {
  greeting(name: string): string
  table: string
  code: string
  math: string
  list: string
  long: string
  slow: string
  errors: string
  images(count: number): string
  files(count: number): string
  /** `lines` are the profile lines found in the system prompt. */
  profile(lines: readonly string[]): string
  continued: string
  toolResult(result: string): string
  /** For everything without a cue; `turn` varies the shape. */
  general(question: string, turn: number, lines: readonly string[]): string
  reasoning(question: string): string
}

type Cue = 'profile' | 'table' | 'code' | 'math' | 'list' | 'long' | 'slow' | 'error' | 'greeting' | 'continue'

/** First match wins. */
const cues: readonly (readonly [Cue, RegExp])[] = [
  [
    'profile',
    /what (?:do|did) you know (?:about|of) me|what(?:'s| is) in my profile|你(?:知道|了解)我(?:什么|哪些|多少)?|关于我/i,
  ],
  ['table', /\btables?\b|\bcompar(?:e|ison)\b|表格|对比|比较/i],
  ['code', /\bcode\b|\bfunctions?\b|\bscript\b|\bprogram\b|代码|函数|脚本|程序/i],
  ['math', /\bmath\b|\bformulas?\b|\bequations?\b|数学|公式|方程/i],
  ['long', /\blong\b|\bessay\b|\bin detail\b|长文|详细|长一点/i],
  ['slow', /\bslow(?:ly)?\b|慢/i],
  ['error', /\berrors?\b|错误|报错/i],
  ['list', /\blist\b|\bsteps?\b|\bplan\b|\bideas?\b|列表|清单|步骤|计划|主意/i],
  ['continue', /^(?:please )?(?:continue|go on)\b|^(?:请)?继续/i],
  ['greeting', /^(?:hi|hello|hey|good (?:morning|evening))\b|^(?:你好|您好|嗨|早上好|晚上好)/i],
]

const isChinese = (text: string): boolean =>
  (text.match(/[\u4e00-\u9fff]/g)?.length ?? 0) * 3 >= text.replace(/\s/g, '').length * 0.6

/** The demo model's answer: of use to look at, and the same for the same request. */
export function answerAsPersona(request: UnderstoodRequest): ScriptedAnswer {
  const last = request.turns.at(-1)
  const question = questionOf(request)
  const phrases = isChinese(question) ? chinese : english
  const thinks = request.wantsReasoning || request.model === 'demo-large' || /\bthink\b|思考|想一想/i.test(question)
  return {
    text: last?.role === 'tool' ? phrases.toolResult(last.text) : textFor(question, request, phrases),
    ...(thinks ? { reasoning: phrases.reasoning(firstLine(question)) } : {}),
  }
}

function textFor(question: string, request: UnderstoodRequest, phrases: Phrases): string {
  const images = request.turns.at(-1)?.images ?? 0
  if (images > 0) return phrases.images(images)
  const files = request.turns.at(-1)?.files ?? 0
  if (files > 0) return phrases.files(files)
  const lines = profileLines(request.system)
  switch (cues.find(([, pattern]) => pattern.test(question))?.[0]) {
    case 'profile':
      return phrases.profile(lines)
    case 'greeting':
      return phrases.greeting(request.model)
    case 'continue':
      return phrases.continued
    case 'table':
      return phrases.table
    case 'code':
      return phrases.code
    case 'math':
      return phrases.math
    case 'list':
      return phrases.list
    case 'long':
      return phrases.long
    case 'slow':
      return phrases.slow
    case 'error':
      return phrases.errors
    case undefined:
      return phrases.general(firstLine(question), request.turns.length, lines)
  }
}

/** The list lines of the system prompt: that is how the profile is written there. */
export function profileLines(system: string): readonly string[] {
  return system.split('\n').flatMap((line) => /^\s*[-*] (.+)$/.exec(line)?.[1] ?? [])
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 120)
