import OpenAI from 'openai'
import type { CredentialedFetch } from '../model-call'
import { noSdkTimeoutMs } from './sdk-options'

/** The official SDK as a builder of requests: no retries, no key, no environment, our fetch. */
export function createOpenAiClient(baseURL: string, fetch: CredentialedFetch): OpenAI {
  return new OpenAI({
    baseURL,
    fetch,
    apiKey: 'placeholder',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: noSdkTimeoutMs,
    logLevel: 'off',
    // The page holds only a placeholder: the credentialed fetch puts the key in outside of it.
    dangerouslyAllowBrowser: true,
  })
}
