import { readVarUint } from './wire'

/**
 * How far each writer has come in an update (version 1), without building anything of it: a server may send several
 * updates as one. Knows what texts and arrays of bytes consist of, and throws at anything else.
 */
export function scanUpdate(update: Uint8Array, take: (client: number, endClock: number) => void): void {
  let at = 0
  const number = (): number => {
    const [value, next] = readVarUint(update, at)
    at = next
    return value
  }
  const bytes = (): number => {
    const length = number()
    at += length
    return length
  }
  const item = (info: number): number => {
    if ((info & 0x80) !== 0) (number(), number())
    if ((info & 0x40) !== 0) (number(), number())
    if ((info & 0xc0) === 0) {
      if (number() === 1) bytes()
      else (number(), number())
      if ((info & 0x20) !== 0) bytes()
    }
    return content(info & 0x1f)
  }
  const content = (kind: number): number => {
    if (kind === 1) return number()
    if (kind === 3) return (bytes(), 1)
    // The generator writes ASCII: a byte is a character.
    if (kind === 4) return bytes()
    throw new Error(`content of kind ${kind} in an update`)
  }

  for (let writers = number(); writers > 0; writers--) {
    let structs = number()
    const client = number()
    let clock = number()
    for (; structs > 0; structs--) {
      const info = update[at++] ?? 0
      const kind = info & 0x1f
      clock += kind === 0 || kind === 10 ? number() : item(info)
    }
    take(client, clock)
  }
}
