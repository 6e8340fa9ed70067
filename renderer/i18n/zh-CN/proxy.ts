import type { ProxyText } from '../proxy-text'

export const proxy: ProxyText = {
  title: '代理',
  kinds: { system: '跟随系统', none: '不使用', server: '指定代理' },
  kindHints: {
    system: '使用系统中设置的代理（如果有）。',
    none: '无论系统如何设置，都直接连接服务。',
    server: '只有发往此服务商的请求经过它。粘贴完整地址即可填好所有字段。',
  },
  scheme: '类型',
  schemes: { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' },
  host: '主机',
  port: '端口',
  user: '用户名（如需要）',
  password: '密码',
  loginKept: '已保存此代理的登录信息。两项留空即可保留。',
  loginElsewhere: '已保存的登录信息属于另一个代理，不会发送给这一个。',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  problems: {
    host: '请输入代理的名称或地址。',
    port: '1 到 65535 之间的数字。',
    user: '用户名不能含冒号，最多 255 字节。',
    password: '最多 255 字节，不能换行。',
  },
  notHere: '在浏览器中，所有请求都走浏览器自己的网络。为单个服务商设置代理需要桌面应用。',
}
