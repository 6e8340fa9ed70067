import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const pack = promisify(gzip)

/** Scripts and styles: pictures and fonts are packed already. */
const isPackable = (path: string): boolean => /\.(js|mjs|css|svg|json|webmanifest)$/.test(path)

/** More than a build has; a folder that is changed under the server does not grow this without end. */
const maxKept = 512

/** By path and state of the file: a build is packed once, when it is first asked for, and is about 1.5 MB. */
const kept = new Map<string, Promise<Buffer>>()

export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  (acceptEncoding ?? '').split(',').some((part) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/.test(part))

/** The file packed with gzip, or null where that would save nothing. */
export async function packedAsset(file: string, info: { readonly size: number; readonly mtimeMs: number }): Promise<Buffer | null> {
  if (!isPackable(file) || info.size < 1024) return null
  const key = `${file} ${info.size} ${info.mtimeMs}`
  let packed = kept.get(key)
  if (packed === undefined) {
    if (kept.size >= maxKept) kept.clear()
    packed = readFile(file).then((bytes) => pack(bytes, { level: 9 }))
    packed.catch(() => kept.delete(key))
    kept.set(key, packed)
  }
  return packed
}
