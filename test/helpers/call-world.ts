import { candidatesFor, type CallableModel, type Candidate, type ModelRoutes } from '@shared/calls/candidate'
import type { CallAttempt, CallEvent } from '@shared/calls/call-events'
import { createMemoryStore } from '@shared/calls/keyed-store'
import type { LimitState } from '@shared/calls/limit-state'
import type { RouteState } from '@shared/calls/route-health'
import { runCall, type CallPorts, type CallResult, type RunCallInput } from '@shared/calls/run-call'
import type { Failure } from '@shared/errors'
import { createAdapters } from '@shared/providers/adapter-for'
import { factsFor } from '@shared/providers/catalogue'
import type { ApiKind, CredentialedFetch, ModelCall } from '@shared/providers/model-call'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { ok, type Result } from '@shared/result'
import type { Part } from '@shared/sessions/message'
import { callTo } from './provider-calls'
import { VirtualTime } from './virtual-time'

/** What a service answers to one request. */
export type Reply = () => Response | Promise<Response>

export interface SentRequest {
  readonly provider: string
  readonly credentialId: string
  readonly at: number
  readonly body: string
}

/** A model of a provider that is called by its id, with so many keys. */
export function callable(id: string, { api = 'openai-chat', keys = 1, baseUrl = `https://${id}.example/v1`, modelId = 'model-1' }: { api?: ApiKind; keys?: number; baseUrl?: string; modelId?: string } = {}): CallableModel {
  const [first = '', ...more] = Array.from({ length: keys }, (_, at) => `${id}-key-${at + 1}`)
  const provider: ModelProvider = {
    ...plainAccess,
    ...{ id, name: id, api, baseUrl },
    preset: 'compatible',
    credentialId: first,
    moreCredentialIds: more,
    models: [],
    checkedAt: null,
    createdAt: 0,
  }
  return { ref: { modelProviderId: id, modelId }, provider, facts: factsFor(modelId, 'compatible') }
}

export const routesOf = (chosen: CallableModel, ...routes: readonly CallableModel[]): readonly Candidate[] => {
  const lists: ModelRoutes[] = [{ model: chosen.ref, routes: routes.map(({ ref }) => ref) }]
  return candidatesFor(chosen, lists, [chosen, ...routes])
}

/** Calls through real adapters against scripted services, in time that stands still. Windows share `stores`. */
export function createCallWorld(replies: Readonly<Record<string, readonly Reply[]>>) {
  const time = new VirtualTime()
  const limits = createMemoryStore<LimitState>()
  const routes = createMemoryStore<RouteState>()
  const sent: SentRequest[] = []
  const waiting = new Map(Object.entries(replies).map(([key, list]) => [key, [...list]]))
  let ids = 0

  const fetchFor =
    (candidate: Candidate): CredentialedFetch =>
    async (_url, init) => {
      const { credentialId, ref } = candidate
      sent.push({ provider: ref.modelProviderId, credentialId, at: time.clock.now(), body: String(init?.body) })
      const reply = (waiting.get(credentialId) ?? waiting.get(ref.modelProviderId))?.shift()
      if (reply === undefined) throw new Error(`nothing was ordered of ${credentialId}`)
      return reply()
    }
  const ports: CallPorts = {
    ...{ limits, routes, fetchFor },
    loadAdapter: createAdapters(),
    readFile: () => Promise.resolve(null),
    clock: time.clock,
    wait: time.wait,
    random: () => 0.5,
    newId: () => `id-${++ids}`,
  }

  function begin(candidates: readonly Candidate[], changes: Partial<RunCallInput> = {}) {
    const events: CallEvent[] = []
    const shown: (readonly Part[])[] = []
    const recorded: (readonly CallAttempt[])[] = []
    const state = { hasEnded: false }
    const result = runCall({
      candidates,
      callFor: (candidate): Promise<ModelCall> => Promise.resolve(callTo(candidate.ref.modelId)),
      ports,
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
      onProgress: (parts) => shown.push(parts),
      beforeAttempt: (attempts): Promise<Result<null, Failure>> => {
        recorded.push(attempts)
        return Promise.resolve(ok(null))
      },
      ...changes,
    }).finally(() => (state.hasEnded = true))
    return { result, events, shown, recorded, state }
  }

  /** Lets time go on until the call has ended. */
  async function toEnd<Value>({ result, state }: { readonly result: Promise<Value>; readonly state: { readonly hasEnded: boolean } }): Promise<Value> {
    while (!state.hasEnded) {
      if (time.isIdle) await new Promise((resolve) => setTimeout(resolve, 1))
      else await time.step()
    }
    return result
  }

  async function call(candidates: readonly Candidate[], changes: Partial<RunCallInput> = {}): Promise<CallResult & Pick<ReturnType<typeof begin>, 'events' | 'shown' | 'recorded'>> {
    const begun = begin(candidates, changes)
    const { events, shown, recorded } = begun
    return { ...(await toEnd(begun)), events, shown, recorded }
  }

  return {
    ...{ time, limits, routes, sent, ports, begin, toEnd, call },
    order: (key: string, ...more: readonly Reply[]) => void waiting.set(key, [...(waiting.get(key) ?? []), ...more]),
    /** `provider@seconds` of every request so far. */
    trail: () => sent.map(({ credentialId, at }) => `${credentialId}@${Math.floor((at - (sent[0]?.at ?? 0)) / 1000)}`),
  }
}

export const refusal =
  (status: number, headers: Readonly<Record<string, string>> = {}, message = `refused with ${status}`): Reply =>
  () =>
    new Response(JSON.stringify({ error: { message } }), { status, headers: { 'content-type': 'application/json', ...headers } })

export const stream =
  (bytes: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Reply =>
  () =>
    new Response(bytes as BodyInit, { status: 200, headers: { 'content-type': 'text/event-stream', ...headers } })

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'model-1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** A whole answer of Chat Completions. */
export const says = (words: string, headers: Readonly<Record<string, string>> = {}): Reply => stream(`${chunk({ content: words })}${chunk({}, 'stop')}data: [DONE]\n\n`, headers)

export const cutBeforeOutput: Reply = stream(chunk({ role: 'assistant', content: '' }))
export const cutAfter = (words: string): Reply => stream(chunk({ content: words }))
