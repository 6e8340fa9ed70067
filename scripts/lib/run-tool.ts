import { spawn } from 'node:child_process'

/** One program of a layer: its output goes to the terminal as it comes, or is kept until the layer's turn. */
export interface ToolRun {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Takes a kept layer's output; null lets the program write to the terminal itself. */
export type Keep = ((text: string) => void) | null

/** Resolves with the exit code; a program that was ended by a signal or could not be started counts as 1. */
export function runTool({ program, args, cwd, env }: ToolRun, keep: Keep): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: keep === null ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (text: string) => keep?.(text))
    }
    child.once('error', (error) => {
      keep?.(`${String(error)}\n`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
