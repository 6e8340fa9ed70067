import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One recorded answer of a real service, and what is in it. */
export interface WireCase {
  readonly id: string
  readonly file: string
  readonly provider: string
  readonly api: string
  readonly stream: boolean
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly model: string | null
  readonly expects: WireExpects
}

export interface WireExpects {
  readonly text?: string
  readonly reasoning?: string
  readonly toolCalls?: readonly {
    readonly id: string
    readonly name: string
    readonly arguments?: unknown
    readonly argumentsRaw?: string
  }[]
  readonly signatures?: number
  readonly finishReason?: string
  readonly noFinishReason?: boolean
  readonly truncated?: boolean
  readonly usage?: Readonly<Record<string, number>>
  readonly error?: {
    readonly kind: string
    readonly message?: string
    readonly status?: number
    readonly midStream?: boolean
    readonly retryAfterMs?: number
  }
}

/** Recorded test data lies beside the project, or where the variable says; tests pass without it. */
export const testDataFolder = resolve(process.env['COMMONPLACE_TEST_DATA'] ?? '../shared/data')

export const wireFolder = join(testDataFolder, 'wire')

/** Hand-written answers that are always there. */
export const fixtureFolder = resolve('test/fixtures/wire')

export function readWireCases(folder = wireFolder): readonly WireCase[] {
  const index = join(folder, 'cases.json')
  return existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as WireCase[]) : []
}

export const wireBytes = (wireCase: WireCase, folder = wireFolder): Uint8Array =>
  new Uint8Array(readFileSync(join(folder, wireCase.file)))
