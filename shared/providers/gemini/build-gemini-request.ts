import { textOf } from '../request/prompt-content'
import type { ModelCall, ReadFile } from '../model-call'

/** Puts a call into the words of generateContent. */
export function buildGeminiRequest(call: ModelCall, _readFile: ReadFile): Promise<object> {
  return Promise.resolve({
    contents: call.messages.map((message) => ({ role: message.role === 'assistant' ? 'model' : 'user', parts: [{ text: textOf(message.parts) }] })),
    ...(call.system === '' ? {} : { systemInstruction: { parts: [{ text: call.system }] } }),
    generationConfig: { maxOutputTokens: call.maxOutputTokens },
  })
}
