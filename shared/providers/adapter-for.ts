import type { ApiKind, ModelAdapter } from './model-call'

/** The adapter of a wire format. Its SDK is loaded at the first call, not with the app. */
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
