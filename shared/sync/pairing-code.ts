import { deriveBytes } from './derive'
import { toBase64Url, toUtf8, type RandomBytes } from './bytes'

/** Crockford's base32: no letter looks like a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12

/** 12 characters in three groups, 60 bits: "4KD2-9QTM-71XC". */
export function createPairingCode(random: RandomBytes): string {
  const characters = Array.from(random(codeLength), (byte) => letters[byte & 31] ?? '')
  return inGroups(characters.join(''))
}

/** Tolerant of case, spaces, dashes, O for 0, I and L for 1. Null where it cannot be a code. */
export function readPairingCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s\-–—.]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = plain.length === codeLength && [...plain].every((character) => letters.includes(character))
  return isCode ? inGroups(plain) : null
}

/** The rendezvous that a code leads to: 22 characters, from which the code cannot be told. */
export const rendezvousIdOf = (code: string): string => toBase64Url(deriveBytes(toUtf8(code), 'rendezvous id', 16))

/** Seals what lies in the slots: the server does not have the code. */
export const slotKeyOf = (code: string): Uint8Array => deriveBytes(toUtf8(code), 'rendezvous key', 32)

const inGroups = (plain: string): string => `${plain.slice(0, 4)}-${plain.slice(4, 8)}-${plain.slice(8)}`
