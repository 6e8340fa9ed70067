import type * as z from 'zod'
import { fail, ok, type Result } from '@shared/result'
import {
  addDeviceSchema,
  apiErrorCodes,
  apiErrorSchema,
  createdVaultSchema,
  createVaultSchema,
  isProtocolKnown,
  openedRendezvousSchema,
  recoveredSchema,
  serverInfoSchema,
  vaultInfoSchema,
  type AddDevice,
  type ApiErrorCode,
  type CreateVault,
  type ServerInfo,
  type VaultInfo,
} from '@shared/sync/api'
import type { Rendezvous, RendezvousFailure } from '@shared/sync/pairing'
import { apiPath, syncLimits } from '@shared/sync/protocol'

/** The server's own codes, and what is found where no answer of a sync server came. */
export type ApiFailure = ApiErrorCode | 'unreachable' | 'not-our-server'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

const requestTimeoutMs = 15_000

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  readonly token?: string
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** Statuses besides 2xx that are an answer. */
  readonly expected?: readonly number[]
}

/** The HTTP side of one sync server. Nothing throws: what a person or a network can cause is a value. */
export interface ApiClient {
  readonly serverUrl: string
  info(): Promise<Result<ServerInfo, ApiFailure>>
  createVault(setupToken: string, vault: CreateVault): Promise<Result<{ maxBytes: number }, ApiFailure>>
  vault(token: string): Promise<Result<VaultInfo, ApiFailure>>
  deleteVault(token: string): Promise<Result<null, ApiFailure>>
  addDevice(token: string, device: AddDevice): Promise<Result<null, ApiFailure>>
  removeDevice(token: string, deviceId: string): Promise<Result<null, ApiFailure>>
  recover(recoveryToken: string, device: AddDevice): Promise<Result<null, ApiFailure>>
  openRendezvous(token: string, id: string): Promise<Result<{ expiresAt: number }, ApiFailure>>
  rendezvous(id: string): Rendezvous
  request(path: string, request: ApiRequest): Promise<Result<Response, ApiFailure>>
}

export function createApiClient(serverUrl: string, fetch: Fetch): ApiClient {
  const request = async (path: string, asked: ApiRequest): Promise<Result<Response, ApiFailure>> => {
    const response = await send(fetch, `${serverUrl}${apiPath}${path}`, asked)
    if (response === null) return fail('unreachable')
    if (response.ok || asked.expected?.includes(response.status) === true) return ok(response)
    return fail(await errorOf(response))
  }
  const read = async <Schema extends z.ZodType>(path: string, asked: ApiRequest, schema: Schema): Promise<Result<z.infer<Schema>, ApiFailure>> => {
    const answered = await request(path, asked)
    if (!answered.ok) return answered
    const parsed = schema.safeParse(await answered.value.json().catch(() => null))
    return parsed.success ? ok(parsed.data) : fail('not-our-server')
  }
  const does = async (path: string, asked: ApiRequest): Promise<Result<null, ApiFailure>> => {
    const answered = await request(path, asked)
    return answered.ok ? ok(null) : answered
  }

  return {
    serverUrl,
    request,
    info: () => read('/info', {}, serverInfoSchema),
    createVault: (token, vault) => read('/vaults', { method: 'POST', token, json: createVaultSchema.parse(vault) }, createdVaultSchema),
    vault: (token) => read('/vault', { token }, vaultInfoSchema),
    deleteVault: (token) => does('/vault', { method: 'DELETE', token }),
    addDevice: (token, device) => does('/devices', { method: 'POST', token, json: addDeviceSchema.parse(device) }),
    removeDevice: (token, deviceId) => does(`/devices/${encodeURIComponent(deviceId)}`, { method: 'DELETE', token }),
    async recover(token, device) {
      const answered = await read('/recoveries', { method: 'POST', token, json: addDeviceSchema.parse(device) }, recoveredSchema)
      return answered.ok ? ok(null) : answered
    },
    openRendezvous: (token, id) => read(`/rendezvous/${id}`, { method: 'POST', token }, openedRendezvousSchema),
    rendezvous: (id) => rendezvousOver(request, id),
  }
}

function rendezvousOver(request: ApiClient['request'], id: string): Rendezvous {
  return {
    async put(slot, bytes) {
      const answered = await request(`/rendezvous/${id}/${slot}`, { method: 'PUT', bytes })
      if (answered.ok) return ok(null)
      if (answered.failure === 'exists') return fail('taken')
      return fail(rendezvousFailure(answered.failure))
    },
    async get(slot, waitMs) {
      const wait = Math.min(syncLimits.rendezvousWaitSeconds, Math.ceil(waitMs / 1000))
      const answered = await request(`/rendezvous/${id}/${slot}?wait=${wait}`, { timeoutMs: waitMs + requestTimeoutMs })
      if (!answered.ok) return fail(rendezvousFailure(answered.failure))
      if (answered.value.status === 204) return ok(null)
      const bytes = await answered.value.arrayBuffer().catch(() => null)
      return bytes === null ? fail('network') : ok(new Uint8Array(bytes))
    },
  }
}

const rendezvousFailure = (failure: ApiFailure): RendezvousFailure =>
  failure === 'expired' ? 'expired' : failure === 'not-found' ? 'unknown' : 'network'

async function send(fetch: Fetch, url: string, asked: ApiRequest): Promise<Response | null> {
  const headers = new Headers(asked.headers)
  if (asked.token !== undefined) headers.set('authorization', `Bearer ${asked.token}`)
  if (asked.json !== undefined) headers.set('content-type', 'application/json')
  const body = asked.json !== undefined ? JSON.stringify(asked.json) : asked.bytes === undefined ? null : new Uint8Array(asked.bytes)
  try {
    return await fetch(url, {
      method: asked.method ?? 'GET',
      headers,
      body,
      credentials: 'omit',
      cache: 'no-store',
      // A redirect would carry the token to another place.
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(asked.timeoutMs ?? requestTimeoutMs),
    })
  } catch {
    return null
  }
}

/** A sign-in page or a proxy answers with anything but our errors. */
async function errorOf(response: Response): Promise<ApiFailure> {
  const parsed = apiErrorSchema.safeParse(await response.json().catch(() => null))
  const code = apiErrorCodes.find((known) => known === parsed.data?.error)
  if (code !== undefined) return code
  return response.status >= 500 ? 'unreachable' : 'not-our-server'
}

/** What answers at an address, for the link and for the address field. */
export async function probeServer(client: ApiClient): Promise<{ readonly kind: 'ours'; readonly info: ServerInfo } | { readonly kind: 'newer' | 'unreachable' | 'not-our-server' }> {
  const info = await client.info()
  if (info.ok) return isProtocolKnown(info.value) ? { kind: 'ours', info: info.value } : { kind: 'newer' }
  return { kind: info.failure === 'unreachable' || info.failure === 'busy' ? 'unreachable' : 'not-our-server' }
}
