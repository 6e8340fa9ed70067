import type { AnswerFormat } from '@shared/providers/decoder-for'

/** A long answer as each service writes it: a few words an event, with the fields that come with every one. */
export function streamOf(format: AnswerFormat, minBytes: number): Uint8Array {
  const { before, event, after } = shapes[format] ?? shapes['openai-chat']
  const events = [before]
  for (let size = 0, index = 0; size < minBytes; index++) {
    const text = event(words[index % words.length] ?? '', index)
    size += text.length
    events.push(text)
  }
  return new TextEncoder().encode([...events, after].join(''))
}

const words = [' the', ' quick answer', ' is', ' a “quoted”\nline', ' 天气很好', ' of', ' code: `x = {"a": 1}`', ' and so on.']

interface Shape {
  readonly before: string
  readonly event: (text: string, index: number) => string
  readonly after: string
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const named = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string => `event: ${value.type}\n${data(value)}`

const chunk = (delta: object, finish: string | null) => ({
  id: 'chatcmpl-CbS0aGPB1ZMmVqYmTQzfcHMVyBG3N',
  object: 'chat.completion.chunk',
  created: 1_764_500_000,
  model: 'gpt-5.4-mini-2026-03-01',
  service_tier: 'default',
  system_fingerprint: 'fp_4b1f6b0a3c',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  usage: null,
  obfuscation: 'q8Wm2ZtYp71x',
})

const candidate = (text: string, finish: string | null) => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, ...(finish === null ? {} : { finishReason: finish }), index: 0 }],
  usageMetadata: { promptTokenCount: 34, candidatesTokenCount: 469, totalTokenCount: 1290, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 34 }], thoughtsTokenCount: 787 },
  modelVersion: 'gemini-3-pro-preview',
  responseId: '48SHaPHpHKbG-8YPtZCawAk',
})

const chat: Shape = {
  before: data(chunk({ role: 'assistant', content: '' }, null)),
  event: (text) => data(chunk({ content: text }, null)),
  after: `${data(chunk({}, 'stop'))}data: [DONE]\n\n`,
}

const shapes: Readonly<Partial<Record<AnswerFormat, Shape>>> & { readonly 'openai-chat': Shape } = {
  'openai-chat': chat,
  'openai-responses': {
    before: named({ type: 'response.created', response: { id: 'resp_1', model: 'gpt-5.5', status: 'in_progress' } }),
    event: (text, index) =>
      named({ type: 'response.output_text.delta', content_index: 0, delta: text, item_id: 'msg_68a4c0f1b2a48190a3c1', logprobs: [], obfuscation: 'q8Wm2ZtYp71x', output_index: 0, sequence_number: index }),
    after: named({ type: 'response.completed', response: { id: 'resp_1', model: 'gpt-5.5', status: 'completed', output: [] } }),
  },
  'anthropic-messages': {
    before:
      named({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5', content: [], usage: { input_tokens: 10, output_tokens: 1 } } }) +
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    after:
      named({ type: 'content_block_stop', index: 0 }) +
      named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }) +
      named({ type: 'message_stop' }),
  },
  gemini: {
    before: '',
    event: (text) => data(candidate(text, null)),
    after: data(candidate('.', 'STOP')),
  },
}
