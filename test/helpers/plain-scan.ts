import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A text that must not be there, in every form that storage and transport give to it. */
export interface Needle {
  readonly name: string
  readonly forms: readonly Buffer[]
}

/** UTF-8, UTF-16 in both orders, and base64 at each of the three places where a text may begin in it. */
export function needleOf(name: string, text: string): Needle {
  const utf8 = Buffer.from(text, 'utf8')
  const utf16 = Buffer.from(text, 'utf16le')
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), utf8]).toString('base64').replace(/=+$/, '')
    // Characters at the edges hold bits of what stands beside the text.
    const middle = encoded.slice(before === 0 ? 0 : before + 1, -1)
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return { name, forms: [utf8, utf16, Buffer.from(utf16).swap16(), ...[...new Set(inBase64)].map((form) => Buffer.from(form, 'latin1'))] }
}

export const namesIn = (bytes: Buffer, needles: readonly Needle[]): string[] => needles.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ name }) => name)

/** Which of them lie in any file of a folder, read until all are found. */
export async function namesInFolder(folder: string, needles: readonly Needle[]): Promise<string[]> {
  const found = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    if (found.size === needles.length) break
    for (const name of namesIn(await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0)), needles)) found.add(name)
  }
  return [...found].sort()
}

const chunkBytes = 8 * 1024 * 1024

/** Which of them lie in the memory of a process, read until all are found; null where the system does not let it be read. */
export async function namesInMemory(pid: number, needles: readonly Needle[]): Promise<string[] | null> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => null)
  const memory = maps === null ? null : await open(`/proc/${pid}/mem`, 'r').catch(() => null)
  if (maps === null || memory === null) return null
  const found = new Set<string>()
  const overlap = Math.max(...needles.flatMap(({ forms }) => forms.map(({ length }) => length)))
  const buffer = Buffer.alloc(chunkBytes)
  let hasRead = false
  try {
    for (const [, from = '', to = ''] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end && found.size < needles.length; at += chunkBytes - overlap) {
        const { bytesRead } = await memory.read(buffer, 0, Math.min(chunkBytes, end - at), at).catch(() => ({ bytesRead: 0 }))
        hasRead ||= bytesRead > 0
        for (const name of namesIn(buffer.subarray(0, bytesRead), needles)) found.add(name)
        if (bytesRead === 0) break
      }
    }
  } finally {
    await memory.close()
  }
  return hasRead ? [...found].sort() : null
}
