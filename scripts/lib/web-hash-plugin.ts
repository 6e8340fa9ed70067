import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { hashWebApp } from '../../sync-server/src/web-hash'

/** Beside the folder of the page, since it cannot be a part of what it is the hash of. */
export const webHashFile = 'web-hash.txt'

/** Writes the hash of the built page as a sync server counts it, once all of its files are there. */
export function webHash(): Plugin {
  let folder = ''
  return {
    name: 'commonplace-web-hash',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await writeFile(join(folder, '..', webHashFile), (await hashWebApp(folder)) ?? '')
      },
    },
  }
}
