import type { recovery as en } from '../en/recovery'

export const recovery: typeof en = {
  title: '你的数据需要处理',
  missing: '这里原本有数据，但现在数据库是空的。目前没有做任何改动，请选择如何继续。',
  failedToOpen: '数据库打不开。目前没有做任何改动，请选择如何继续。',
  tooNew: '这些数据由更新版本的 Commonplace 写入。请更新应用后再打开。',
  dataLoss: '浏览器报告本应用的部分数据已丢失。其他内容没有改动，请选择如何继续。',
  snapshots: '快照',
  snapshotsHint: '恢复后，会话、消息和记忆都会回到当时的样子。',
  noSnapshots: '这台设备上没有快照。',
  newest: '最新',
  counts: (sessions, messages) => `${sessions} 个会话，${messages} 条消息`,
  restore: '恢复',
  restoreThis: (when) => `恢复 ${when} 的快照`,
  restoring: '正在恢复…',
  tryAgain: '再试着打开一次',
  startEmpty: '从零开始',
  startEmptyTitle: '从零开始？',
  startEmptyText: '快照仍会留在这台设备上，但损坏的数据库里可能还有的内容将被放弃。',
  startEmptyAsk: (phrase) => `输入“${phrase}”以继续`,
  startEmptyPhrase: '从零开始',
  copyDetails: '复制详情',
}
