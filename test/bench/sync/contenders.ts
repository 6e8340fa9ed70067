import { spawn, type ChildProcess } from 'node:child_process'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort, waitUntil } from '../../helpers/free-port'
import { projectRoot } from '../../helpers/source-files'
import { usageOf, type ProcessUsage } from './process-usage'
import type { Wire } from './wire'

/** A server under load, in a process of its own. */
export interface Contender {
  readonly name: string
  readonly wire: Wire
  readonly usage: ProcessUsage
  memory(): Promise<Memory>
  /** Where the device of that number in the room enters it. */
  addressOf(room: string, device: number): RoomAddress
  stop(): Promise<void>
}

export interface RoomAddress {
  readonly port: number
  readonly path: string
  readonly protocols: readonly string[]
}

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

export interface RunningProgram {
  readonly pid: number
  /** Bytes that are in use once garbage is collected. */
  memory(): Promise<Memory>
  stop(): Promise<void>
}

export interface Memory {
  readonly resident: number
  /** JavaScript's own objects and buffers. */
  readonly used: number
}

const stopTimeoutMs = 5000

export const stockName = '@y/websocket-server'
export const hocuspocusName = 'Hocuspocus with SQLite'

export async function startStock(): Promise<Contender> {
  const folder = join(projectRoot, 'test/bench/sync/peers/y-websocket-server')
  const port = await freePort()
  const program = startProgram({
    command: process.execPath,
    args: ['node_modules/@y/websocket-server/src/server.js'],
    folder,
    environment: { HOST: '127.0.0.1', PORT: String(port) },
  })
  return plain(stockName, 'y-websocket', port, program)
}

/** @param node a Node of version 22 or newer. */
export async function startHocuspocus(node: string, dataFolder: string): Promise<Contender> {
  const folder = join(projectRoot, 'test/bench/sync/peers/hocuspocus')
  const port = await freePort()
  const environment = { HOST: '127.0.0.1', PORT: String(port), DATABASE: join(dataFolder, 'hocuspocus.sqlite') }
  return plain(hocuspocusName, 'hocuspocus', port, startProgram({ command: node, args: ['server.js'], folder, environment }))
}

async function plain(name: string, wire: Wire, port: number, program: RunningProgram): Promise<Contender> {
  await untilListening(port)
  const addressOf = (room: string): RoomAddress => ({ port, path: `/${room}`, protocols: [] })
  return { name, wire, usage: usageOf(program.pid), memory: program.memory, addressOf, stop: program.stop }
}

export function startProgram({ command, args, folder, environment }: Program): RunningProgram {
  const probe = join(projectRoot, 'test/bench/sync/peers/memory-probe.cjs')
  const child: ChildProcess = spawn(command, ['--require', probe, ...args], { cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.stderr?.pipe(process.stderr)
  if (child.pid === undefined || child.stdout === null) throw new Error(`${command} does not start`)
  const lines = createInterface({ input: child.stdout })
  const killAtExit = (): void => void child.kill('SIGKILL')
  process.once('exit', killAtExit)
  return {
    pid: child.pid,
    memory: () =>
      new Promise((resolve) => {
        const read = (line: string): void => {
          if (!line.startsWith('memory ')) return
          lines.off('line', read)
          const { rss, heapUsed, external } = JSON.parse(line.slice(7)) as NodeJS.MemoryUsage
          resolve({ resident: rss, used: heapUsed + external })
        }
        lines.on('line', read)
        child.kill('SIGUSR2')
      }),
    stop: async () => {
      process.off('exit', killAtExit)
      const tooLate = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      child.kill('SIGTERM')
      await ended
      clearTimeout(tooLate)
    },
  }
}

export const untilListening = (port: number): Promise<void> => waitUntil(() => connectOnce(port), `nothing listens on port ${port}`)

const connectOnce = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), resolve()))
    socket.once('error', reject)
  })
