import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Hash of the page that this app carries, as a sync server counts it; undefined where the build did not write one.
 * @param out The folder of the built app; scripts/lib/web-hash-plugin.ts writes the file.
 */
export function readWebHash(out: string): string | undefined {
  try {
    return /^[0-9a-f]{64}$/.exec(readFileSync(join(out, 'web-hash.txt'), 'utf8').trim())?.[0]
  } catch {
    return undefined
  }
}
