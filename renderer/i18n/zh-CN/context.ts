import type { context as en } from '../en/context'

export const context: typeof en = {
  memory: '本次用到的记忆',
  memoryTokens: (written) => `约 ${written} token`,
  memoryEmpty: '还没有内容。写在个人档案里的内容，模型每次回答前都会读到。',
  openProfile: '打开个人档案',
  openLine: (line) => `在个人档案中查看“${line}”`,
  showAll: (count) => `显示全部 ${count} 条`,
  leftOutLines: (count) => `有 ${count} 行放不下`,
  cost: '费用',
  lastAnswer: '上一条回答',
  session: '本次会话',
  unknown: '未知',
  none: '暂无',
  atLeast: (money) => `至少 ${money}`,
  unknownAnswers: (count) => `有 ${count} 次调用的价格未知。`,
  tokensInOut: (input, output) => `输入 ${input} · 输出 ${output}`,
  window: '下一次请求',
  windowUse: (used, budget) => `约 ${used} / ${budget} token`,
  messages: (count) => `${count} 条消息`,
  leftOutMessages: (count) => `有 ${count} 条较早的消息放不下。`,
  mended: (count) => `有 ${count} 条消息为适应模型做了整理。`,
}
