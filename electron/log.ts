import { redact } from '@shared/bridge/redact'

export interface Log {
  info(text: string): void
  /** Messages only: stacks name folders of the person's computer, and causes may quote a request. */
  error(text: string, error?: unknown): void
}

/** SEC-1: the only way to the console; no line leaves it with a key in it. */
export function createLog(write: (line: string) => void = (line) => console.error(line)): Log {
  const print = (text: string) => write(redact(text.replace(/[\r\n]+/g, ' ')))
  return {
    info: print,
    error: (text, error) => print(error === undefined ? text : `${text}: ${describe(error)}`),
  }
}

const describe = (error: unknown): string => (error instanceof Error ? `${error.name} ${error.message}` : String(error))
