import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import { modelListUrl } from './base-url'
import type { AdapterPorts, ApiKind } from './model-call'
import { openExchange, readTextUpTo } from './wire/exchange'
import { asArray, asRecord, parseJson, stringAt } from './wire/json'
import { startWatch } from './wire/watch'

export type ListPorts = Pick<AdapterPorts, 'fetch' | 'signal' | 'idleTimeoutMs'>

export interface ModelList {
  readonly ids: readonly string[]
  /** The server's clock in milliseconds at the answer, where its `date` header can be read. */
  readonly serverTimeMs: number | null
}

const maxListBytes = 8 * 1024 * 1024

/**
 * Asks a service for its models, OpenAI's and Anthropic's form alike. A page that is no list means that the address
 * is wrong: a web page, or a proxy's greeting.
 */
export async function listModels(api: ApiKind, baseUrl: string, ports: ListPorts): Promise<Result<ModelList, Failure>> {
  const watch = startWatch(ports.signal, ports.idleTimeoutMs)
  try {
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(api === 'anthropic-messages' ? anthropicHeaders : {}),
    }
    const opened = await openExchange(
      (fetch) => fetch(modelListUrl(baseUrl, api), { method: 'GET', headers }),
      ports.fetch,
      watch,
    )
    // A list has no model that could be missing: what is missing is the list.
    if (!opened.ok)
      return opened.failure.code === 'model-not-found' ? fail({ ...opened.failure, code: 'wrong-address' }) : opened
    const { text, isWhole } = await readTextUpTo(opened.value, maxListBytes, watch)
    return isWhole ? readList(text, opened.value.headers) : fail(malformed(text))
  } catch {
    return fail({ code: watch.endedBy ?? 'network', stage: 'stream' })
  } finally {
    watch.close()
  }
}

const anthropicHeaders = { 'anthropic-version': '2023-06-01' }

function readList(text: string, headers: Headers): Result<ModelList, Failure> {
  const parsed = parseJson(text)
  if (!parsed.ok)
    return fail(text.trimStart().startsWith('<') ? { code: 'wrong-address', stage: 'connect' } : malformed(text))
  const list = asRecord(parsed.value)
  const entries = list === null ? asArray(parsed.value) : (list['data'] ?? list['models'])
  if (!Array.isArray(entries)) return fail({ code: 'wrong-address', stage: 'connect', detail: text.slice(0, 200) })
  const ids = entries.flatMap((entry) => (typeof entry === 'string' ? entry : (idOf(asRecord(entry)) ?? [])))
  const serverTimeMs = Date.parse(headers.get('date') ?? '')
  return ok({ ids: [...new Set(ids)], serverTimeMs: Number.isNaN(serverTimeMs) ? null : serverTimeMs })
}

const idOf = (entry: Record<string, unknown> | null): string | null => stringAt(entry, 'id') ?? stringAt(entry, 'name')

const malformed = (text: string): Failure => ({
  code: 'malformed-response',
  stage: 'stream',
  detail: text.slice(0, 200),
})
