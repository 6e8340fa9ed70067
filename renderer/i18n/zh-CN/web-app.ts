import type { WebAppText } from '../web-app-text'

export const webApp: WebAppText = {
  newVersion: '新版本已就绪。',
  reload: '重新加载',

  access: {
    refused: (host, others) => `${host} 只接受程序调用，不接受浏览器页面的请求。桌面应用可以调用它；在这里可以使用：${others}。`,
    insecure: (host) =>
      `${host} 使用未加密的 http，安全页面不能调用它。请在它所在的电脑上为它设置 https 地址（例如使用 \`tailscale serve\` 或 Caddy），或者在那台电脑上使用桌面应用。`,
    local: (origin) =>
      `这是运行在本设备上的模型，需要允许这个页面访问：启动 Ollama 时设置 OLLAMA_ORIGINS=${origin}，或者在 LM Studio 中打开 CORS。浏览器可能也会询问你。手机无法用这种方式访问电脑上的模型。`,
    unreadable: (host, others) =>
      `${host} 有响应，但不允许浏览器页面读取：它可能不接受来自页面的请求，也可能是拒绝了请求（例如密钥不对）却不让页面知道。桌面应用可以调用它；在这里可以使用：${others}。`,
    unknown: (host, others) => `不清楚 ${host} 是否接受浏览器页面的请求，点“检查”就知道了。已知可用：${others}。`,
  },

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
