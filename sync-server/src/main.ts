import { resolve } from 'node:path'
import { createLog, say } from './log'
import { readCommandLine } from './options'
import { serveWebApp } from './web'

const read = readCommandLine(process.argv.slice(2), process.env)
if (!read.ok) {
  createLog({ level: 'error', isJson: false }).error(read.failure)
  process.exitCode = 1
} else {
  const { host, port, webApp = 'out/renderer' } = read.value.config
  const app = await serveWebApp({ root: resolve(webApp), host, port })
  say(`Commonplace is at ${app.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
}
