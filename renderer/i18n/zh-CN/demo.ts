import type { DemoText } from '../demo-text'

export const demo: DemoText = {
  title: '让它出点问题',
  hint: '看看应用会怎么做：等待、重试、换一个模型、继续。不影响其他服务。',
  fault: '问题',
  off: '无',
  faults: { limited: '限流', overloaded: '过载', cut: '中途断开', slow: '很慢', down: '停止服务' },
  when: '次数',
  next: '下一次调用',
  always: '每次调用',
  of: '哪个模型',
  both: '两个',
  large: '仅大模型',
}
