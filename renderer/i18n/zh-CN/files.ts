import type { FilesText } from '../files-text'

export const files: FilesText = {
  kinds: { image: '图片', pdf: 'PDF', audio: '音频', video: '视频' },
  kindOne: { image: '图片', pdf: 'PDF', audio: '音频', video: '视频' },
  other: '文件',
  list: (kindNames) => kindNames.join('、'),
  pages: (count) => `${count} 页`,
  doesNotRead: (kindNames) => `不能读取${spaced(kindNames)}`,
  cannotBeSent: (model, names, kindNames) => `${model} 不能读取${spaced(kindNames)}，无法发送 ${names}。`,
  noForm: (model, names) => `${names} 的格式无法发送给 ${model}。`,
  notKnown: (model, kindNames) => `不清楚 ${model} 能否读取${spaced(kindNames)}，发送时会尝试。`,
  removeThem: '移除',
  refusedKind: (name) => `无法添加 ${name}。可以添加图片（PNG、JPEG、WebP、GIF）、PDF、音频和视频。`,
  refusedSize: (name, limit) => `${name} 超过了 ${limit}。`,
  refusedEmpty: (name) => `${name} 是空文件。`,
  unreadable: (name) => `无法读取 ${name}。`,
  save: (name) => `保存 ${name}`,
  play: (name) => `播放 ${name}`,
  cannotPlay: '这里无法播放这个文件。',
}

/** Latin letters stand apart from the characters around them. */
function spaced(words: string): string {
  return `${/^[A-Z]/i.test(words) ? ' ' : ''}${words}`
}
