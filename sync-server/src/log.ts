/** What is written, from least to most. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** What an event says beside its name. Numbers, codes and addresses of the server itself; never content, tokens or vault ids. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>

export interface LogOptions {
  readonly level: LogLevel
  /** One JSON object a line, for what collects logs; otherwise text for a person. */
  readonly isJson: boolean
  readonly now?: () => number
  readonly write?: (line: string) => void
}

/** Structured log lines; whatever is above the chosen level costs one comparison. */
export function createLog({ level, isJson, now = Date.now, write = writeLine }: LogOptions): Log {
  const chosen = logLevels.indexOf(level)
  const format = isJson ? asJson : asText
  const at = (own: LogLevel) => (event: string, fields: LogFields = {}) => {
    if (logLevels.indexOf(own) <= chosen) write(format(new Date(now()), own, event, fields))
  }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

/** For tests and for callers that watch by other means. */
export const silentLog: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined }

/** The only way to the console. Log lines go to the error stream: what a command answers stays apart. */
export const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

/** What a command answers to the person who typed it. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Why a command did not do what was asked. */
export const complain = (line: string): void => void process.stderr.write(`commonplace-sync: ${line}\n`)

const asJson = (at: Date, level: LogLevel, event: string, fields: LogFields): string =>
  JSON.stringify({ at: at.toISOString(), level, event, ...fields })

function asText(at: Date, level: LogLevel, event: string, fields: LogFields): string {
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${typeof value === 'string' ? quoted(value) : value}`)
  return `${at.toISOString()} ${level.padEnd(5)} ${event}${details.join('')}`
}

/** A line break or escape sequence inside a value would forge a line of the log. */
const quoted = (value: string): string => (/^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value))
