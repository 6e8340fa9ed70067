import Anthropic from '@anthropic-ai/sdk'
import type { CredentialedFetch } from '../model-call'
import { noSdkTimeoutMs } from './sdk-options'

/** The official SDK as a builder of requests: no retries, no key, no environment, our fetch. */
export function createAnthropicClient(baseURL: string, fetch: CredentialedFetch): Anthropic {
  return new Anthropic({
    baseURL,
    fetch,
    apiKey: 'placeholder',
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    timeout: noSdkTimeoutMs,
    logLevel: 'off',
    // The page holds only a placeholder: the credentialed fetch puts the key in outside of it.
    dangerouslyAllowBrowser: true,
  })
}
