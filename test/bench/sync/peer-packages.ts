import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { projectRoot } from '../../helpers/source-files'

export interface Peers {
  readonly hasStock: boolean
  /** The Node that runs Hocuspocus; null where there is none of version 22 or the package is missing. */
  readonly hocuspocusNode: string | null
}

/** Installs what ours is measured beside, each into its own folder; what cannot be had is said in one line. */
export function findPeers(log: (line: string) => void): Peers {
  const hasStock = install('y-websocket-server', process.execPath, log)
  const node = findNode22()
  if (node === null) log('Hocuspocus is left out: it needs Node 22 or newer (name one with COMMONPLACE_NODE_22)')
  const hasHocuspocus = node !== null && install('hocuspocus', node, log)
  return { hasStock, hocuspocusNode: hasHocuspocus ? node : null }
}

function findNode22(): string | null {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  return process.env['COMMONPLACE_NODE_22'] ?? null
}

/** With the npm that belongs to the Node that will run it, so that compiled parts fit. */
function install(name: string, node: string, log: (line: string) => void): boolean {
  const folder = join(projectRoot, 'test/bench/sync/peers', name)
  if (existsSync(join(folder, 'node_modules'))) return true
  log(`installing ${name} into its own folder`)
  const environment = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` }
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) log(`${name} is left out: the package registry cannot be reached or the installation failed`)
  return status === 0
}
