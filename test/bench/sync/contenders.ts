import { spawn, type ChildProcess } from 'node:child_process'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { projectRoot } from '../../helpers/source-files'
import { usageOf, type ProcessUsage } from './process-usage'
import type { Wire } from './wire'

/** A server under load, in a process of its own. */
export interface Contender {
  readonly name: string
  readonly port: number
  readonly wire: Wire
  readonly usage: ProcessUsage
  /** Path of a room and the subprotocols that open it; `device` counts the devices that may enter. */
  pathOf(room: string): string
  protocolsOf(device: number): readonly string[]
  stop(): Promise<void>
}

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

export interface RunningProgram {
  readonly pid: number
  /** What it has written to its standard output so far. */
  output(): string
  stop(): Promise<void>
}

const startTimeoutMs = 20_000

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
  const pathOf = (room: string): string => `/${room}`
  return { name, port, wire, usage: usageOf(program.pid), pathOf, protocolsOf: () => [], stop: program.stop }
}

export function startProgram({ command, args, folder, environment }: Program): RunningProgram {
  const child: ChildProcess = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  if (child.pid === undefined) throw new Error(`${command} does not start`)
  const killAtExit = (): void => void child.kill('SIGKILL')
  process.once('exit', killAtExit)
  return {
    pid: child.pid,
    output: () => output,
    stop: async () => {
      process.off('exit', killAtExit)
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function untilListening(port: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    if (await canConnect(port)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing listens on port ${port}`)
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
