import type { welcome as en } from '../en/welcome'

export const welcome: typeof en = {
  title: '欢迎使用 Commonplace',
  promise: '你的数据只留在这台电脑上。',
  promiseBrowser: '你的数据只留在这个浏览器里。',
  language: '语言',
  bringModel: '接入模型',
  bringModelHint: '用你自己的密钥，或这台电脑上运行的模型。',
  aboutYou: '关于你',
  optional: '可选',
  aboutYouLabel: '用几句话介绍自己',
  aboutYouHint: '保存在个人档案里，随时可以修改。提问时模型会看到它。',
  aboutYouPlaceholder: '我是……\n我喜欢……',
  start: '开始使用',
  lookAround: '先不填密钥，随便看看',
  readyWith: (name) => `${name} 已就绪。`,
  otherDevice: '我在其他设备上用过 Commonplace',
  useAnother: '换一个',
}
