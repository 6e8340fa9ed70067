import type { common as en } from '../en/common'

export const common: typeof en = {
  appName: 'Commonplace',
  cancel: '取消',
  close: '关闭',
  save: '保存',
  remove: '移除',
  undo: '撤销',
  retry: '重试',
  copy: '复制',
  copied: '已复制',
  loading: '正在加载…',
  showDetails: '查看详情',
  you: '你',
  assistant: '助手',
}
