import { parseArgs } from 'node:util'
import { startEmulator } from './server'

/**
 * Runs the emulator until it is stopped and prints its address on one line.
 *   tsx test/emulator/main.ts [--port 0] [--speed 80] [--key demo-key] [--recordings <folder>]
 * `--speed` is in tokens per second, `instant` for no pace; `--key any` accepts every key.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    speed: { type: 'string', default: '80' },
    key: { type: 'string', default: 'demo-key' },
    recordings: { type: 'string', multiple: true, default: [] },
  },
})

const emulator = await startEmulator({
  port: Number(values.port),
  tokensPerSecond: values.speed === 'instant' ? null : Number(values.speed),
  key: values.key === 'any' ? null : values.key,
  recordings: values.recordings,
})
process.stdout.write(`${emulator.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void emulator.close().then(() => process.exit(0)))
