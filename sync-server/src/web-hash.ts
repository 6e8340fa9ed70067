import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * One hash for a whole built web app: SHA-256 over lines `<SHA-256 of the file, hex> <path with />\n`, sorted by path,
 * without source maps. Null where there is no such folder.
 */
export async function hashWebApp(root: string): Promise<string | null> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return null
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).filter(Boolean).join('/'))
    .sort((a, b) => (a < b ? -1 : 1))
  const whole = createHash('sha256')
  for (const path of paths) {
    const file = createHash('sha256').update(await readFile(join(root, path))).digest('hex')
    whole.update(`${file} ${path}\n`)
  }
  return whole.digest('hex')
}
