/** What was pasted: a link that the server printed, or one that another device shows. */
export interface SetupLink {
  readonly address: string
  readonly token: string
}

export interface PairingLink {
  /** Where the code is good; null where only the code was given. */
  readonly address: string | null
  readonly code: string
}

/** Lines broken by a terminal or a mail, quotes and brackets around it. */
const tidy = (pasted: string): string => pasted.replace(/\s+/g, '').replace(/^[<"'“‘「(]+|[>"'”’」).,]+$/g, '')

/** null where the text holds no setup link. */
export function readSetupLink(pasted: string): SetupLink | null {
  const found = /^(.*?)\/?#\/settings\/sync\?setup=([\w~.-]+)$/.exec(tidy(pasted))
  const [, address, token] = found ?? []
  return address === undefined || token === undefined ? null : { address, token }
}

/** null where the text holds neither a link nor a whole code. */
export function readPairing(pasted: string): PairingLink | null {
  const text = tidy(pasted)
  const [, address, inLink] = /^(.*?)\/?#\/pair\/(.+)$/.exec(text) ?? []
  const code = readCode(inLink ?? text)
  if (code === null) return null
  return { address: address === undefined || address === '' ? null : address, code }
}

const codeLength = 12

/** A code as it is shown, read as a person types it: capitals or not, spaces, O for 0, I and L for 1. null where it is none. */
export function readCode(typed: string): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (letters.length !== codeLength || !/^[0-9A-HJKMNP-TV-Z]+$/.test(letters)) return null
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
