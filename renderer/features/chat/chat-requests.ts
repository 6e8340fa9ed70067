import { useEffect } from 'react'

/** What a command may ask of the chat on the screen. */
export type ChatRequest =
  | 'focus-input'
  | 'find'
  | 'stop'
  | 'edit-last-question'
  | 'retry-answer'
  | 'copy-answer'
  | 'choose-model'
  | 'fork'
  | 'remember'
  | 'attach'
  | 'jump-to-latest'

const handlers = new Map<ChatRequest, () => void>()

/** Whether the chat on the screen can do this now. */
export const canRequest = (request: ChatRequest): boolean => handlers.has(request)

export const requestChat = (request: ChatRequest): void => handlers.get(request)?.()

/** Takes requests of one kind while mounted; null while it cannot be done. */
export function useChatRequest(request: ChatRequest, handler: (() => void) | null): void {
  useEffect(() => {
    if (handler === null) return
    handlers.set(request, handler)
    return () => {
      if (handlers.get(request) === handler) handlers.delete(request)
    }
  }, [request, handler])
}
