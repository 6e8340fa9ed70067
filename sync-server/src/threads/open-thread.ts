import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from a module of this package.
 * @param module Address without extension. As built it is a file beside the others; from sources tsx reads it.
 */
export function openThread(module: URL, options: WorkerOptions = {}): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${module.href}.js`), options)
  const loader = new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(`${module.href}.ts`)}) })`
  return new Worker(start, { ...options, eval: true })
}
