import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { log } from './log'
import { serveWebApp } from './web'

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: 'out/renderer' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8790' },
  },
})

try {
  const app = await serveWebApp({ root: resolve(values.root), host: values.host, port: Number(values.port) })
  log.info(`Commonplace is at ${app.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
} catch (error) {
  log.error(`The server did not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
