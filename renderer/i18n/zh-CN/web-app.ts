import type { WebAppText } from '../web-app-text'

export const webApp: WebAppText = {
  newVersion: '新版本已就绪。',
  reload: '重新加载',

  insecure: {
    title: '这个地址不安全',
    why: (host) =>
      `你是通过未加密的 http 打开 http://${host} 的。在这样的页面上，浏览器会关闭 Commonplace 所依赖的功能：加密、私有文件、离线使用和安装。因此这里没有启动任何东西，也没有存储任何内容。`,
    what: '请在运行服务器的电脑上这样做（任选一种）：',
    tailscale: 'Tailscale：只有你自己的设备能访问',
    tailscaleThen: '然后打开它显示的 https 地址。',
    caddy: 'Caddy：使用你自己的域名，证书会自动续期',
    caddyName: 'notes.example.org',
    certificate: '使用你已有的证书',
    certificateThen: '之后服务器会自己使用 https。',
    here: '在那台电脑上打开则不需要证书：',
    address: (port) => `http://localhost:${port}`,
    again: '重试',
  },
}
