import type { palette as en } from '../en/palette'

export const palette: typeof en = {
  title: '命令面板',
  placeholder: '输入命令或会话标题',
  commands: '命令',
  sessions: '会话',
  recent: '最近的会话',
  nothing: (query) => `没有与“${query}”匹配的内容`,
  shortcutsTitle: '键盘快捷键',
  shortcutsHint: '所有操作也都能在命令面板中找到。',
  pinnedRange: '第 1 至 9 个置顶会话',
  sendMessage: '发送消息',
  newLine: '换行',
}
