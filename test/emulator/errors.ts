import type { EmulatedApi, Refusal } from './types'
import type { Vendor } from './vendors'

/** A refusal in the words of its format and vendor. */
export function errorBody(api: EmulatedApi, refusal: Refusal, vendor: Vendor = 'plain'): string {
  const { status, type, message, code = null, param = null } = refusal
  if (api === 'anthropic-messages') return JSON.stringify({ type: 'error', error: { type, message } })
  // https://cloud.google.com/apis/design/errors
  if (api === 'gemini') return JSON.stringify({ error: { code: status, message, status: type } })
  // https://docs.mistral.ai/api/: the error is the body.
  if (vendor === 'mistral') return JSON.stringify({ object: 'error', message, type, param, code })
  // https://openrouter.ai/docs/api-reference/errors
  if (vendor === 'openrouter') return JSON.stringify({ error: { message, code: status, metadata: { provider_name: 'Emulated', raw: message } } })
  return JSON.stringify({ error: { message, type, param, code } })
}

/** The usual body behind a status, where a fault names only the status. */
export function refusalOfStatus(api: EmulatedApi, status: number): Refusal {
  if (api === 'gemini') return { status, ...geminiWordsOf(status) }
  const isAnthropic = api === 'anthropic-messages'
  const [type, message, code = null] = wordsOf(status, isAnthropic)
  return { status, type, message, code }
}

function wordsOf(status: number, isAnthropic: boolean): readonly [string, string, (string | null)?] {
  switch (status) {
    case 401:
      return isAnthropic
        ? ['authentication_error', 'invalid x-api-key']
        : ['invalid_request_error', 'Incorrect API key provided.', 'invalid_api_key']
    case 403:
      return isAnthropic
        ? ['permission_error', 'Your API key does not have permission to use the specified resource.']
        : ['invalid_request_error', 'You are not allowed to sample from this model.']
    case 404:
      return isAnthropic
        ? ['not_found_error', 'Not found']
        : ['invalid_request_error', 'The model does not exist or you do not have access to it.', 'model_not_found']
    case 429:
      return isAnthropic
        ? ['rate_limit_error', 'This request would exceed your rate limit.']
        : ['requests', 'Rate limit reached for requests.', 'rate_limit_exceeded']
    case 503:
      return ['server_error', 'The engine is currently overloaded, please try again later.', 'overloaded']
    case 529:
      return ['overloaded_error', 'Overloaded']
    default:
      return status >= 500
        ? [isAnthropic ? 'api_error' : 'server_error', 'Internal server error']
        : ['invalid_request_error', `The request was refused (${status}).`]
  }
}

// https://ai.google.dev/gemini-api/docs/troubleshooting
function geminiWordsOf(status: number): Pick<Refusal, 'type' | 'message'> {
  switch (status) {
    case 401:
      return { type: 'UNAUTHENTICATED', message: 'Request had invalid authentication credentials.' }
    case 403:
      return { type: 'PERMISSION_DENIED', message: "Your API key doesn't have the required permissions." }
    case 404:
      return { type: 'NOT_FOUND', message: 'The requested resource was not found.' }
    case 429:
      return { type: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota, please check your plan and billing details.' }
    case 503:
      return { type: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' }
    default:
      return status >= 500
        ? { type: 'INTERNAL', message: 'An internal error has occurred.' }
        : { type: 'INVALID_ARGUMENT', message: `The request was refused (${status}).` }
  }
}

/** No credit left: Anthropic says it with 400, OpenAI with 429. */
export function outOfCredit(api: EmulatedApi): Refusal {
  // https://github.com/anthropics/claude-quickstarts/issues/229 and https://platform.openai.com/docs/guides/error-codes
  if (api === 'anthropic-messages') {
    return {
      status: 400,
      type: 'invalid_request_error',
      message:
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    }
  }
  if (api === 'gemini') return refusalOfStatus(api, 429)
  return {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  }
}
