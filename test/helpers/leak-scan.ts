import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const sliceLength = 8

/**
 * SEC-1: where a secret, or any 8 characters of it after the vendor's prefix, lies in the files below a folder;
 * as UTF-8 and as UTF-16, which is how browsers store strings.
 * @param secret with the prefix that everybody knows, such as `sk-proj-`
 * @param prefix that prefix
 */
export function findLeaks(folder: string, secret: string, prefix: string): string[] {
  const needles = slicesOf(secret.slice(prefix.length)).flatMap((slice) => [Buffer.from(slice, 'utf8'), Buffer.from(slice, 'utf16le')])
  return allFiles(folder).filter((path) => {
    const bytes = readIfThere(path)
    return needles.some((needle) => bytes.includes(needle))
  })
}

export function slicesOf(secret: string): string[] {
  const count = Math.max(1, secret.length - sliceLength + 1)
  return Array.from({ length: count }, (_, start) => secret.slice(start, start + sliceLength))
}

function allFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return allFiles(path)
    return entry.isFile() ? [path] : []
  })
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
