import type { Clock } from '../clock'
import type { Failure, FailureCode } from '../errors'
import { adapterFor } from './adapter-for'
import { isChatModel } from './chat-models'
import { priceOf } from './catalogue'
import { listModels } from './list-models'
import type { AdapterPorts, ApiKind } from './model-call'
import type { CheckOutcome } from './model-provider'

export interface CheckInput {
  readonly api: ApiKind
  /** Normalised by normaliseBaseUrl. */
  readonly baseUrl: string
  /** Models that the person named; tried where the service lists none. */
  readonly modelsByHand: readonly string[]
}

export interface CheckPorts extends AdapterPorts {
  readonly clock: Clock
  /** What the system says of its network; false turns `network` into `offline`. */
  readonly isOnline: () => boolean
}

/** How Chromium and Node say that no such host is known, or that nothing listens there. */
const nobodyThere = /ERR_NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN|ERR_CONNECTION_REFUSED|ECONNREFUSED/

/** A clock that is further off than this breaks certificates and sign-in. */
const maxClockErrorMs = 10 * 60 * 1000

/**
 * The *Check* button: asks for the list, then for one token of the cheapest model, because a list is given without
 * credit too. The outcome is precise: a failure names what the person can do.
 */
export async function checkModelProvider(input: CheckInput, ports: CheckPorts): Promise<CheckOutcome> {
  const listed = await listModels(input.api, input.baseUrl, ports)
  // A service without a list is of use with a model typed by hand.
  const canGoOn = listed.ok || (input.modelsByHand.length > 0 && hasNoList(listed.failure.code))
  if (!canGoOn) return failed(explain(listed.failure, null, ports))
  const ids = listed.ok ? listed.value.ids : []
  const serverTimeMs = listed.ok ? listed.value.serverTimeMs : null
  const models = [...new Set([...ids.filter(isChatModel), ...input.modelsByHand])]
  const candidates = inOrderOfPrice(models).slice(0, 3)
  if (candidates.length === 0) return failed({ code: 'no-model', stage: 'connect' })

  let failure: Failure | null = null
  for (const usedModel of candidates) {
    failure = await callOnce(usedModel, input, ports)
    if (failure === null) return { kind: 'works', models, usedModel }
    // A listed model may be closed to this account; another one tells more.
    if (failure.code !== 'model-not-found' && failure.code !== 'permission' && failure.code !== 'bad-request') break
  }
  return failed(explain(failure ?? { code: 'internal', stage: 'connect' }, serverTimeMs, ports))
}

const failed = (failure: Failure): CheckOutcome => ({ kind: 'failed', failure })

const hasNoList = (code: FailureCode): boolean =>
  code === 'wrong-address' || code === 'model-not-found' || code === 'permission' || code === 'malformed-response'

/** Asks for one short word; null where an answer came, even a cut one. */
async function callOnce(modelId: string, { api, baseUrl }: CheckInput, ports: CheckPorts): Promise<Failure | null> {
  const adapter = await adapterFor(api)
  const call = {
    modelId,
    system: '',
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi' }] }],
    tools: [],
    maxOutputTokens: 1,
    effort: null,
  }
  for await (const part of adapter.stream(call, baseUrl, ports)) {
    if (part.type === 'call-failed') return part.failure.code === 'output-limit' ? null : part.failure
  }
  return null
}

function explain(failure: Failure, serverTimeMs: number | null, ports: CheckPorts): Failure {
  if (failure.code === 'network' && !ports.isOnline()) return { ...failure, code: 'offline' }
  const isAboutTrust = failure.code === 'key-rejected' || failure.code === 'permission' || failure.code === 'network'
  const isClockOff = serverTimeMs !== null && Math.abs(serverTimeMs - ports.clock.now()) > maxClockErrorMs
  if (isAboutTrust && isClockOff) return { ...failure, code: 'clock-wrong' }
  // The certificate is refused before anything is sent: not yet valid, or no longer, by this computer's clock.
  if (failure.code === 'network' && /CERT_(?:DATE_INVALID|NOT_YET_VALID|HAS_EXPIRED)/.test(failure.detail ?? '')) {
    return { ...failure, code: 'clock-wrong' }
  }
  if (failure.code === 'network' && nobodyThere.test(failure.detail ?? '')) return { ...failure, code: 'wrong-address' }
  return failure
}

/** Cheapest first; models without a known price behind them, in the order of the list. */
function inOrderOfPrice(models: readonly string[]): readonly string[] {
  const cost = (id: string) => priceOf(id)?.outputPicoUsd ?? Number.MAX_SAFE_INTEGER
  return models.toSorted((left, right) => cost(left) - cost(right))
}
