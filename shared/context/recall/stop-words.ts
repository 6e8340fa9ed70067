import { wordsOf } from './words'

/** Words of a question that say nothing about what is asked for. */
const english =
  'a an the of to in on at for with from by as and or but if so than then that this these those it its is are was ' +
  'were be been am do does did have has had will would could should can may might must shall what which who whom ' +
  'whose when where why how i me my you your he him his she her they them their we us our there here about into not ' +
  'no any some all both s t d ll re ve m didn don isn wasn doesn won ever please tell remember'
const chinese =
  '什么 什 时候 哪里 哪儿 哪个 哪些 哪 怎么 怎 怎样 为什么 为 多少 是不 是否 有没 没有 我们 你们 他们 她们 它们 ' +
  '自己 这个 那个 这些 那些 一个 一下 可以 觉得 还是 还有 记得 告诉 请问 知道 之前 以前 曾经 是 我 你 他 她 它 们 ' +
  '在 有 和 跟 与 被 把 给 对 谁 几 个 这 那 哪 一 不 没 也 都 就 还 很 到 去 来 从 会 要 能 上 下 里 后 前 时 候 ' +
  '最 多 少 何 因 件 次 些 说 样'
const japanese = 'です ます した でし ました いつ どこ です か は が を に の'

export const stopWords: ReadonlySet<string> = new Set(
  [english, chinese, japanese].flatMap((list) => list.split(' ')).flatMap((word) => wordsOf(word)),
)
