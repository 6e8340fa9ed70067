import type { MessageBoxOptions } from 'electron'
import type { TransferQuestion } from '@shared/bridge/credential-transfer'
import type { MenuLanguage } from './menu'

const en = {
  title: 'Send keys?',
  message: (count: number, device: string) => (count === 1 ? `Send this key to “${device}”?` : `Send these ${count} keys to “${device}”?`),
  key: (host: string, hint: string | null) => (hint === null ? `${host}` : `${host}, ends in ${hint}`),
  detail: 'They are sealed for that device; the sync server cannot read them. Say no if you did not ask for this.',
  send: 'Send',
  cancel: 'Do not send',
}

const zhCN: typeof en = {
  title: '发送密钥？',
  message: (count, device) => (count === 1 ? `把这个密钥发送到“${device}”？` : `把这 ${count} 个密钥发送到“${device}”？`),
  key: (host, hint) => (hint === null ? host : `${host}，末尾是 ${hint}`),
  detail: '密钥只为那台设备加密，同步服务器读不到。如果这不是你的操作，请选择不发送。',
  send: '发送',
  cancel: '不发送',
}

/** The button that sends; the other one, the default, does not. */
export const sendButton = 0

/** The system's own dialog: nothing in the page can answer it. */
export function transferDialog({ deviceName, credentials }: TransferQuestion, language: MenuLanguage): MessageBoxOptions {
  const text = language === 'zh-CN' ? zhCN : en
  const lines = credentials.map(({ urlPrefixes, hint }) => text.key(urlPrefixes.map((prefix) => new URL(prefix).host).join(', '), hint))
  return {
    type: 'question',
    title: text.title,
    message: text.message(credentials.length, deviceName),
    detail: `${lines.join('\n')}\n\n${text.detail}`,
    buttons: [text.send, text.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
}
