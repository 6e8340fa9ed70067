/** How a model service is reached: the fields of its proxy. */
export const proxy = {
  title: 'Proxy',
  kinds: { system: 'As the system', none: 'None', server: 'This proxy' },
  kindHints: {
    system: 'Uses the proxy that is set in the system, if there is one.',
    none: 'Connects straight to the service, whatever the system says.',
    server: 'Only requests to this provider take it. Paste a whole address to fill in everything.',
  },
  scheme: 'Kind',
  schemes: { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' },
  host: 'Host',
  port: 'Port',
  user: 'User name (if it asks)',
  password: 'Password',
  loginKept: 'A login for this proxy is stored. Leave both empty to keep it.',
  loginElsewhere: 'The stored login belongs to another proxy and is not sent to this one.',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  problems: {
    host: 'Enter the name or address of the proxy.',
    port: 'A number from 1 to 65535.',
    user: 'A name without a colon, at most 255 bytes.',
    password: 'At most 255 bytes, without line breaks.',
  },
  notHere: 'In a browser every request takes the browser’s own way. A proxy for one provider needs the desktop app.',
}
