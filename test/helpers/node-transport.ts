import { createTransport } from '../../electron/proxy-transport'

const onlyInElectron = () => {
  throw new Error('a session is a part of Electron')
}

/** Main's transport where Node's fetch stands in for the system's; it knows no other way. */
export const nodeTransport = createTransport({
  systemFetch: fetch,
  request: onlyInElectron,
  newSession: onlyInElectron,
  logins: { use: onlyInElectron },
})
