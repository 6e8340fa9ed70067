import type { TaskSign } from '../inputs'

type Found<Kind extends TaskSign['kind']> = Extract<TaskSign, { kind: Kind }> extends { found: infer Where } ? Where : never
type Telling<Kind extends TaskSign['kind']> = readonly (readonly [found: Found<Kind>, pattern: RegExp])[]

/*
 * What tells a task, in English and Chinese, the strongest sign first. No pattern repeats what it may repeat in two
 * ways, so that each is linear in the text.
 */

const codeSigns: Telling<'code'> = [
  ['fence', /^ {0,3}(?:```|~~~)/m],
  [
    'syntax',
    /^[ \t]*(?:import \w|from \w+ import |def \w+\(|class \w+[:({ ]|function \w*\(|(?:const|let|var) \w+ ?=|public (?:static|class|void)|#include ?<|SELECT .{1,200} FROM |package \w+|fn \w+\(|func \w+\()|[;{}][ \t]*\n[ \t]*[\w}]|Traceback \(most recent call last\)|\b\w+(?:Error|Exception): /m,
  ],
  [
    'words',
    /\b(?:code|bug|stack ?trace|typescript|javascript|python|rust|golang|c\+\+|sql|regex(?:p|es)?|regular expression|unit tests?|refactor|compil(?:e|er|es)|segfault|git|docker(?:file)?|shell script|bash|react|api endpoint|algorithm)\b|代码|报错|函数|编译|脚本|正则|重构|调试|程序|算法|单元测试|接口/i,
  ],
]

const hardSigns: Telling<'hard'> = [
  ['proof', /\b(?:prove|proof|disprove|counter-?example|show that .{1,200} (?:holds|is|are|has|have))\b|证明|反证|反例/i],
  [
    'mathematics',
    /[∑∫√∀∃∂∇]|\\(?:frac|int|sum|sqrt|lim)\b|\b(?:theorem|lemma|integrals?|derivatives?|eigen\w+|differential equation|equations?|modulo|combinatorics?|probability (?:that|of)|how many ways)\b|定理|方程|积分|导数|概率|矩阵|求解|数列/i,
  ],
  ['asked-to-think', /\bthink (?:hard|harder|carefully|deeply|it through)\b|\breason (?:carefully|through)\b|仔细想|深入思考|好好想|认真思考/i],
  ['steps', /\bstep[- ]by[- ]step\b|\b(?:trade-?offs?|weigh .{1,80} against|root cause|implications?)\b|逐步|一步一步|推理|权衡|利弊/i],
]

const extractionSigns: Telling<'extraction'> = [
  ['classify', /\b(?:classify|categori[sz]e|label (?:each|every|the following)|sentiment of)\b|分类|归类|情感分析|打标签/i],
  ['extract', /\b(?:extract|pull out|list (?:all|every) (?:the )?(?:names?|dates?|e-?mails?|numbers?|places?|people))\b|提取|抽取|列出所有/i],
  ['format', /\b(?:as|in|into|to) (?:valid )?(?:json|csv|yaml|tsv|xml)\b|(?:转成|转换成|整理成|输出为?) ?(?:json|csv|yaml|表格)/i],
]

/** Questions are told by their beginning and end; what was pasted between tells little, and may be long. */
const endCharacters = 6_000
const ends = (text: string): string => (text.length <= 2 * endCharacters ? text : `${text.slice(0, endCharacters)}\n${text.slice(-endCharacters)}`)

export interface TextSigns {
  readonly code: Extract<TaskSign, { kind: 'code' }> | null
  readonly hard: Extract<TaskSign, { kind: 'hard' }> | null
  readonly extraction: Extract<TaskSign, { kind: 'extraction' }> | null
}

/** The strongest sign of each kind in the words of a question. */
export function signsIn(text: string): TextSigns {
  const seen = ends(text)
  const code = firstOf(codeSigns, seen)
  const hard = firstOf(hardSigns, seen)
  const extraction = firstOf(extractionSigns, seen)
  return {
    code: code === null ? null : { kind: 'code', found: code },
    hard: hard === null ? null : { kind: 'hard', found: hard },
    extraction: extraction === null ? null : { kind: 'extraction', found: extraction },
  }
}

function firstOf<Where>(telling: readonly (readonly [Where, RegExp])[], text: string): Where | null {
  return telling.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
