export const webApp = {
  newVersion: 'A new version is ready.',
  reload: 'Reload',

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
