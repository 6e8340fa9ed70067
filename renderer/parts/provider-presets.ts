import { isOwnedHeader } from '@shared/bridge/credential-url'
import { cleanAddress } from '@shared/providers/address-text'
import type { ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import { azureDeployment } from '@shared/providers/service-paths'
import { emptyProxyDraft, proxyDraftOf, proxyProblem, type ProxyDraft } from '@renderer/state/proxy-draft'
import type { ProviderInput } from '@renderer/state/services'

export type Preset = ModelProvider['preset']

export interface HeaderField {
  readonly name: string
  readonly value: string
}

/** What is in the form. */
export interface ProviderFields {
  readonly preset: Preset
  readonly name: string
  readonly baseUrl: string
  readonly api: ModelProvider['api']
  readonly key: string
  /** Stored further keys that stay. */
  readonly keptKeyIds: readonly string[]
  readonly addedKeys: readonly string[]
  readonly headers: readonly HeaderField[]
  /** In seconds, as typed; empty for the usual one. */
  readonly timeout: string
  readonly proxy: ProxyDraft
  /** Names separated by commas or lines. */
  readonly modelsByHand: string
}

const plain = { key: '', keptKeyIds: [], addedKeys: [], headers: [], timeout: '', proxy: emptyProxyDraft, modelsByHand: '' } as const

export const emptyFields = (preset: Preset): ProviderFields => {
  const { name, baseUrl, api } = presets[preset]
  // A service whose address the person gives is called by its host.
  return { ...plain, preset, name: baseUrl === null ? '' : name, baseUrl: baseUrl ?? '', api }
}

export const fieldsOf = (provider: ModelProvider): ProviderFields => ({
  ...plain,
  preset: provider.preset,
  name: provider.name,
  baseUrl: provider.baseUrl,
  api: provider.api,
  keptKeyIds: provider.moreCredentialIds,
  headers: provider.headers,
  timeout: provider.idleTimeoutMs === null ? '' : String(Math.round(provider.idleTimeoutMs / 1000)),
  proxy: proxyDraftOf(provider.proxy),
  modelsByHand: provider.models.flatMap(({ id, addedByHand }) => (addedByHand ? [id] : [])).join(', '),
})

/** "api.anthropic.com", or what was typed where it is no address yet. */
export function hostOf(baseUrl: string): string {
  const typed = cleanAddress(baseUrl)
  try {
    return new URL(typed.includes('://') ? typed : `https://${typed}`).host || typed
  } catch {
    return typed
  }
}

/** Keys go only to the address that they were stored for. */
export const isMoved = (fields: ProviderFields, existing: ModelProvider | null): boolean =>
  existing !== null && (fields.baseUrl.trim() !== existing.baseUrl || fields.api !== existing.api)

export function inputOf(fields: ProviderFields, existing: ModelProvider | null): ProviderInput {
  return {
    id: (existing?.id ?? null) as ProviderInput['id'],
    preset: fields.preset,
    name: fields.name.trim() || hostOf(fields.baseUrl),
    baseUrl: fields.baseUrl.trim(),
    api: fields.api,
    key: fields.key.trim() === '' ? null : fields.key,
    access: {
      keptKeyIds: isMoved(fields, existing) ? [] : fields.keptKeyIds,
      addedKeys: fields.addedKeys.filter((key) => key.trim() !== ''),
      headers: fields.headers.flatMap(({ name, value }) => (name.trim() === '' ? [] : [{ name: name.trim().toLowerCase(), value: value.trim() }])),
      idleTimeoutMs: fields.timeout.trim() === '' ? null : Number(fields.timeout) * 1000,
      proxy: fields.proxy,
      modelsByHand: modelNames(fields),
    },
  }
}

/** A provider as it is stored, to be checked or kept again. */
export const inputAsStored = ({ id, preset, name, baseUrl, api }: ModelProvider): ProviderInput => ({ id: id as ProviderInput['id'], preset, name, baseUrl, api, key: null })

/** The names that were typed, and the deployment in an older Azure address. */
export function modelNames({ modelsByHand, baseUrl, preset }: ProviderFields): readonly string[] {
  const typed = modelsByHand.split(/[,，、\n]/).map((name) => name.trim())
  const deployment = preset === 'azure' ? azureDeployment(baseUrl) : null
  return [...new Set(deployment === null ? typed : [...typed, deployment])].filter((name) => name !== '')
}

export type HeaderProblem = 'name' | 'owned' | 'key' | 'value'

/** Why a header is not sent; null for one that is, and for an empty row. */
export function headerProblem({ name, value }: HeaderField): HeaderProblem | null {
  const [wanted, content] = [name.trim().toLowerCase(), value.trim()]
  if (wanted === '' && content === '') return null
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/.test(wanted)) return 'name'
  if (isOwnedHeader(wanted)) return 'owned'
  if (/^(?:Bearer\s|sk-|gsk_|xai-|AIza)/.test(content)) return 'key'
  return /^[\t\u0020-\u007e\u0080-\u00ff]{0,4096}$/.test(content) ? null : 'value'
}

export function isTimeoutRight(timeout: string): boolean {
  const seconds = Number(timeout.trim())
  return timeout.trim() === '' || (Number.isInteger(seconds) && seconds >= 5 && seconds <= 3600)
}

/** Nothing in the fold has to be put right. */
export const isMoreRight = ({ headers, timeout, proxy }: ProviderFields): boolean =>
  headers.every((header) => headerProblem(header) === null) && isTimeoutRight(timeout) && proxyProblem(proxy) === null
