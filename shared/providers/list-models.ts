import type { Failure, FailureCode } from '../errors'
import { fail, ok, type Result } from '../result'
import { modelListUrl, richerListUrl } from './base-url'
import { readListedModel, type ListedModel } from './listed-models'
import type { AdapterPorts, ApiKind } from './model-call'
import type { PresetId } from './presets'
import { openExchange, readTextUpTo } from './wire/exchange'
import { asRecord, parseJson, stringAt, type JsonRecord } from './wire/json'
import { startWatch } from './wire/watch'

export type ListPorts = Pick<AdapterPorts, 'fetch' | 'signal' | 'idleTimeoutMs'>

export interface ListSource {
  readonly preset: PresetId
  readonly api: ApiKind
  /** Normalised by normaliseBaseUrl. */
  readonly baseUrl: string
}

export interface ModelList {
  /** Each model once, in the order of the service. */
  readonly models: readonly ListedModel[]
  /** The server's clock in milliseconds at the answer, where its `date` header can be read. */
  readonly serverTimeMs: number | null
}

const maxListBytes = 8 * 1024 * 1024
/** No service has so many models; one that goes on forever is ended. */
const maxPages = 20

/**
 * Asks a service for its models: the list that says most of them, or else the one that every service of the form has.
 * A page that is no list means that the address is wrong: a web page, or a proxy's greeting.
 */
export async function listModels(source: ListSource, ports: ListPorts): Promise<Result<ModelList, Failure>> {
  const richer = richerListUrl(source.baseUrl, source.preset)
  const said = richer === null ? null : await listFrom(richer, source.api, ports)
  if (said?.ok === true || (said !== null && !isMissing(said.failure.code))) return said
  const plain = await listFrom(modelListUrl(source.baseUrl, source.api), source.api, ports)
  // Azure's plain list names what could be deployed, not what is: it tells of the key alone.
  return plain.ok && source.preset === 'azure' ? ok({ ...plain.value, models: [] }) : plain
}

/** An older or other server than thought: it has no such list. */
const isMissing = (code: FailureCode): boolean =>
  code === 'wrong-address' || code === 'url-not-allowed' || code === 'bad-request' || code === 'malformed-response' || code === 'permission'

async function listFrom(url: string, api: ApiKind, ports: ListPorts): Promise<Result<ModelList, Failure>> {
  const models = new Map<string, ListedModel>()
  const seen = new Set<string>()
  let pageUrl = url
  for (;;) {
    seen.add(pageUrl)
    const page = await readPage(pageUrl, api, ports)
    if (!page.ok) return page
    for (const model of page.value.models) if (!models.has(model.id)) models.set(model.id, model)
    const { mark, serverTimeMs } = page.value
    pageUrl = mark === null ? url : `${url}${url.includes('?') ? '&' : '?'}${mark}`
    if (seen.has(pageUrl) || seen.size === maxPages) return ok({ models: [...models.values()], serverTimeMs })
  }
}

interface Page extends ModelList {
  /** What the query for the next page says; null on the last one. */
  readonly mark: string | null
}

async function readPage(url: string, api: ApiKind, ports: ListPorts): Promise<Result<Page, Failure>> {
  const watch = startWatch(ports.signal, ports.idleTimeoutMs)
  try {
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(api === 'anthropic-messages' ? anthropicHeaders : {}),
    }
    const opened = await openExchange((fetch) => fetch(url, { method: 'GET', headers }), ports.fetch, watch)
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

function readList(text: string, headers: Headers): Result<Page, Failure> {
  const parsed = parseJson(text)
  if (!parsed.ok)
    return fail(text.trimStart().startsWith('<') ? { code: 'wrong-address', stage: 'connect' } : malformed(text))
  const list = asRecord(parsed.value)
  const entries = list === null ? parsed.value : (list['data'] ?? list['models'])
  // Go writes an empty list as null.
  const isEmpty = list !== null && (list['data'] === null || list['models'] === null)
  if (!Array.isArray(entries) && !isEmpty) return fail({ code: 'wrong-address', stage: 'connect', detail: text.slice(0, 200) })
  const models = (Array.isArray(entries) ? entries : []).map(readListedModel).filter((model) => model !== null)
  const serverTimeMs = Date.parse(headers.get('date') ?? '')
  return ok({ models, mark: nextMark(list), serverTimeMs: Number.isNaN(serverTimeMs) ? null : serverTimeMs })
}

/** Anthropic and Gemini give long lists in pages. Only the mark is taken from the answer, never an address. */
function nextMark(list: JsonRecord | null): string | null {
  const token = stringAt(list, 'nextPageToken')
  if (token !== null && token !== '') return `pageToken=${encodeURIComponent(token)}`
  const last = stringAt(list, 'last_id')
  return list?.['has_more'] === true && last !== null ? `after_id=${encodeURIComponent(last)}` : null
}

const malformed = (text: string): Failure => ({
  code: 'malformed-response',
  stage: 'stream',
  detail: text.slice(0, 200),
})
