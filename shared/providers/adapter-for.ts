import type { ApiKind, ModelAdapter } from './model-call'

/** The adapter of a wire format, by the name of the format. */
export type LoadAdapter = (api: ApiKind) => Promise<ModelAdapter>

/** `adapterFor` that loads each one once; what could not be loaded is asked for again. */
export function createAdapters(): LoadAdapter {
  const loaded = new Map<ApiKind, Promise<ModelAdapter>>()
  return (api) => {
    const known = loaded.get(api)
    if (known !== undefined) return known
    const loading = adapterFor(api)
    loaded.set(api, loading)
    loading.catch(() => loaded.delete(api))
    return loading
  }
}

/** Its SDK is loaded at the first call, not with the app. */
export async function adapterFor(api: ApiKind): Promise<ModelAdapter> {
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
