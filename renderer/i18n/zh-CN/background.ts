import type { background as en } from '../en/background'

export const background: typeof en = {
  title: '对话之后',
  hint: '对话停顿后，模型会读一遍新内容。私密会话不会被读取。与本机或本地网络中的模型的对话，只由这类模型处理，除非你在这里另选模型。',
  tasks: {
    memory: { name: '记忆', hint: '记下你谈到的自己的情况，供你查看和确认。' },
    summary: { name: '摘要', hint: '为长对话写摘要，开头的内容不会被遗忘。' },
    title: { name: '标题', hint: '在第一个回答之后为会话命名。你自己写的标题不会被改动。' },
  },
  modelFor: (task) => `用于${task}的模型`,
  cheapest: (model) => `最便宜的：${model}`,
  cheapestNone: '最便宜的：还没有模型',
  cheapestHint: (model) => `目前最便宜的是 ${model}。`,
  goneModel: '这个模型已不可用。选择其他模型之前，任务会一直等待。',
  never: '尚未运行',
  lastRun: (when) => `上次运行：${when}`,
  running: '正在运行',
  waiting: (count) => `${count} 个会话等待处理`,
  waitsForNetwork: '等待网络',
  waitsForModel: '等待模型',
  kept: (count) => `已记下 ${count} 条`,
  proposed: (count) => `${count} 条待确认`,
  refused: (count) => `${count} 条未通过检查`,
  failed: (count) => `有 ${count} 个会话处理失败`,
  tryAgain: '重试',
}
