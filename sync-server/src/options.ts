import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { fail, ok, type Result } from '../../shared/result'
import { byteSize, configSchema, optionGroups, type OptionNotes, type ServerConfig } from './config'

export type Environment = Readonly<Record<string, string | undefined>>

export interface CommandLine {
  readonly config: ServerConfig
  /** What is left beside the options: the command and what it works on. */
  readonly words: readonly string[]
  /** Flags of commands themselves. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly wantsHelp: boolean
}

/** One option as a person gives it. */
interface OptionRow extends OptionNotes {
  readonly key: string
  /** `--tls-cert` */
  readonly flag: string
  /** `COMMONPLACE_TLS_CERT` */
  readonly variable: string
  readonly defaultText: string
}

const notesSchema = z.object({ description: z.string(), group: z.enum(optionGroups), shownDefault: z.string().optional() })

const rows: readonly OptionRow[] = Object.entries(configSchema.shape).map(([key, schema]) => {
  const { shownDefault, ...notes } = notesSchema.parse(schema.meta())
  const words = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return {
    ...notes,
    key,
    flag: `--${words}`,
    variable: `COMMONPLACE_${words.replaceAll('-', '_').toUpperCase()}`,
    defaultText: shownDefault ?? defaultOf(schema),
  }
})

function defaultOf(schema: z.ZodType): string {
  const value = schema.parse(undefined)
  if (typeof value === 'number' && schema instanceof z.ZodDefault && schema.unwrap() === byteSize) return bytesText(value)
  return String(value)
}

/** 4194304 → `4 MB`, as the options take it. */
export function bytesText(bytes: number): string {
  const steps = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 2 ** (10 * step)
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} ${steps[step]}`
}

/**
 * Reads flags, then the environment (also `<variable>_FILE`, a file that holds the value), then the defaults.
 * The failure is one line for the person who typed it; it never repeats a value, which may be a secret.
 */
export function readCommandLine(argv: readonly string[], environment: Environment, commandFlags: readonly string[] = []): Result<CommandLine, string> {
  const parsed = parseFlags(argv, commandFlags)
  if (!parsed.ok) return parsed
  const { values, positionals } = parsed.value
  const given: Record<string, unknown> = {}
  for (const row of rows) {
    const value = values[row.flag.slice(2)] ?? fromEnvironment(row.variable, environment)
    if (value !== undefined) given[row.key] = value
  }
  const config = configSchema.safeParse(given)
  if (!config.success) return fail(explain(config.error))
  return ok({ config: config.data, words: positionals, flags: values, wantsHelp: values['help'] === true })
}

function parseFlags(argv: readonly string[], commandFlags: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = { help: { type: 'boolean', short: 'h' } }
  for (const row of rows) options[row.flag.slice(2)] = { type: 'string' }
  for (const flag of commandFlags) options[flag.replace(/=$/, '')] = { type: flag.endsWith('=') ? 'string' : 'boolean' }
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    return ok({ values: z.record(z.string(), z.union([z.string(), z.boolean()]).optional()).parse(values), positionals })
  } catch (error) {
    return fail(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

/** A variable that is there but empty counts as absent: that is how it is switched off in a file of variables. */
function fromEnvironment(variable: string, environment: Environment): string | undefined {
  const value = environment[variable]
  if (value !== undefined && value !== '') return value
  const file = environment[`${variable}_FILE`]
  return file === undefined || file === '' ? undefined : readFileSync(file, 'utf8').trim()
}

function explain(error: z.ZodError): string {
  const [issue] = error.issues
  const row = rows.find(({ key }) => key === issue?.path[0])
  return row === undefined ? 'an option is wrong' : `${row.flag} (${row.variable}): ${issue?.message ?? 'is wrong'}`
}

/** The options as --help shows them. */
export function optionsHelp(): string {
  const width = Math.max(...rows.map(({ flag }) => flag.length))
  return optionGroups
    .map((group) => {
      const lines = rows.filter((row) => row.group === group).map((row) => `  ${row.flag.padEnd(width)}  ${plain(row.description)} [${plain(row.defaultText)}]`)
      return `${group}:\n${lines.join('\n')}`
    })
    .join('\n')
}

/** The options as the table of docs/SYNC.md. */
export function optionsTable(): string {
  const lines = optionGroups.flatMap((group) => rows.filter((row) => row.group === group)).map((row) => {
    const shown = row.defaultText.includes(' ') || row.defaultText.includes('`') ? row.defaultText : `\`${row.defaultText}\``
    return `| \`${row.flag}\` | \`${row.variable}\` | ${shown} | ${row.description} |`
  })
  return ['| flag | variable | default | what it does |', '|---|---|---|---|', ...lines].join('\n')
}

const plain = (markdown: string): string => markdown.replaceAll('`', '')
