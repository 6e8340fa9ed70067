export const webApp = {
  newVersion: 'A new version is ready.',
  reload: 'Reload',

  access: {
    refused: (host: string, others: string) => `${host} answers programs only, not pages in a browser. The desktop app can call it; from here these work: ${others}.`,
    unreadable: (host: string, others: string) =>
      `${host} is there, but lets no page in a browser read its answer: it takes no calls from pages, or it hides a refusal from them (of the key, for one). The desktop app can call it; from here these work: ${others}.`,
    insecure: (host: string) =>
      `${host} speaks plain http, and a secure page may not call that. Give it an https address on its own computer (for example with \`tailscale serve\` or Caddy), or use the desktop app on that computer.`,
    local: (origin: string) =>
      `This is a model on this very device. It has to allow this page: start Ollama with OLLAMA_ORIGINS=${origin}, or switch on CORS in LM Studio. The browser may ask you as well. A phone does not reach a model on your computer this way.`,
    unknown: (host: string, others: string) => `Whether ${host} answers pages in a browser is not known: Check tells. Known to work: ${others}.`,
  },

  insecure: {
    title: 'This address is not secure',
    why: (host: string) =>
      `You opened Commonplace at http://${host}, over plain http. On such pages browsers switch off what it is built on: encryption, private files, working offline and installing. So nothing was started here, and nothing was stored.`,
    what: 'What to do, on the computer that runs the server (one of these is enough):',
    tailscale: 'Tailscale: only your own devices can reach it',
    tailscaleThen: 'Then open the https address that it prints.',
    caddy: 'Caddy: a name of your own, with a certificate that renews itself',
    caddyName: 'notes.example.org',
    certificate: 'A certificate that you have',
    certificateThen: 'The server then speaks https by itself.',
    here: 'On that computer itself no certificate is needed:',
    address: (port: string) => `http://localhost:${port}`,
    again: 'Try again',
  },
}
