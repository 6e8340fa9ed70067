import type { Clock } from '../clock'
import type { Failure, FailureCode } from '../errors'
import { adapterFor } from './adapter-for'
import { isChatModel } from './chat-models'
import { priceOf } from './catalogue/vendor-price'
import { listModels, type ListSource } from './list-models'
import type { ListedModel } from './listed-models'
import type { AdapterPorts } from './model-call'
import type { CheckedModel, CheckOutcome } from './model-provider'

export interface CheckInput extends ListSource {
  /** Models that the person named; tried where the service lists none. */
  readonly modelsByHand: readonly string[]
}

export interface CheckPorts extends AdapterPorts {
  readonly clock: Clock
  /** What the system says of its network; false turns `network` into `offline`. */
  readonly isOnline: () => boolean
  /** In a browser: whether anything answers at this address that a page may not read. Nothing secret goes with it. */
  readonly isAnythingThere?: (url: string) => Promise<boolean>
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
  const outcome = await ask(input, ports)
  // A browser says of a refusal to pages no more than of a host that is not there (PRV-12).
  if (outcome.kind === 'works' || outcome.failure.code !== 'network') return outcome
  return (await ports.isAnythingThere?.(input.baseUrl)) === true ? { ...outcome, refusesPages: true } : outcome
}

async function ask(input: CheckInput, ports: CheckPorts): Promise<CheckOutcome> {
  const list = await listModels(input, ports)
  // A service without a list is of use with a model typed by hand.
  const canGoOn = list.ok || (input.modelsByHand.length > 0 && hasNoList(list.failure.code))
  if (!canGoOn) return failed(explain(list.failure, null, ports))
  const listed = list.ok ? list.value.models.filter(answersChats) : []
  const serverTimeMs = list.ok ? list.value.serverTimeMs : null
  const models = together(listed, input.modelsByHand)
  const candidates = inOrderOfTrial(listed, input.modelsByHand).slice(0, 3)
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
async function callOnce(modelId: string, { api, baseUrl }: ListSource, ports: CheckPorts): Promise<Failure | null> {
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

/** The list's own word first, the name second. */
const answersChats = (model: ListedModel): boolean => model.answersChats ?? isChatModel(model.id)

function together(listed: readonly ListedModel[], byHand: readonly string[]): readonly CheckedModel[] {
  const alone = byHand.filter((id) => !listed.some((model) => model.id === id))
  return [...listed.map(({ id, facts }) => ({ id, listed: facts })), ...alone.map((id) => ({ id, listed: null }))]
}

/**
 * Which models to ask: what the person named, then what a server of theirs has loaded already, then the cheapest;
 * those without a known price behind them, in the order of the list.
 */
function inOrderOfTrial(listed: readonly ListedModel[], byHand: readonly string[]): readonly string[] {
  const cost = ({ id, facts }: ListedModel) => priceOf(id)?.rates.output ?? facts?.price?.output ?? Number.MAX_SAFE_INTEGER
  const byCost = listed.toSorted((left, right) => Number(right.isLoaded) - Number(left.isLoaded) || cost(left) - cost(right))
  return [...new Set([...byHand, ...byCost.map(({ id }) => id)])]
}
