import type { ApiKind, ModelAdapter } from './model-call'

const loaded = new Map<ApiKind, Promise<ModelAdapter>>()

/** The adapter of a wire format. Its SDK is loaded at the first call, not with the app; what could not be loaded is asked for again. */
export function adapterFor(api: ApiKind): Promise<ModelAdapter> {
  const known = loaded.get(api)
  if (known !== undefined) return known
  const loading = load(api)
  loaded.set(api, loading)
  loading.catch(() => loaded.delete(api))
  return loading
}

async function load(api: ApiKind): Promise<ModelAdapter> {
  switch (api) {
    case 'openai-chat':
      return (await import('./openai-chat/adapter')).createOpenAiChatAdapter()
    case 'openai-responses':
      return (await import('./openai-responses/adapter')).createOpenAiResponsesAdapter()
    case 'anthropic-messages':
      return (await import('./anthropic-messages/adapter')).createAnthropicMessagesAdapter()
    case 'gemini':
      return (await import('./gemini/adapter')).createGeminiAdapter()
  }
}
