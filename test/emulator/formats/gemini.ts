import { signThought } from '../signing'
import type { JsonObject, ScriptedAnswer, UnderstoodRequest, UnderstoodTurn } from '../types'
import { countTokens } from './count-tokens'
import { tokenPieces, type WireAnswer, type WireFrame } from './frames'
import { arrayOf, record, stringOf } from './read'

/** `/v1beta/models/<model>:<method>`; null for any other path. */
export function geminiPlaceOf(path: string): { readonly model: string; readonly method: string } | null {
  const match = /^\/v1beta\/(?:models|tunedModels)\/(.+):(\w+)$/.exec(path)
  return match === null ? null : { model: decodeURIComponent(match[1] ?? ''), method: match[2] ?? '' }
}

/** Reads a generateContent request. */
export function understandGemini(body: JsonObject, path: string): UnderstoodRequest {
  const place = geminiPlaceOf(path)
  return {
    api: 'gemini',
    vendor: 'plain',
    model: place?.model ?? '',
    isStream: place?.method === 'streamGenerateContent',
    wantsReasoning: record(record(body['generationConfig'])['thinkingConfig'])['includeThoughts'] === true,
    system: textOf(record(body['systemInstruction'])),
    turns: arrayOf(body['contents']).map(record).map(turnOf),
    toolNames: arrayOf(body['tools'])
      .flatMap((tool) => arrayOf(record(tool)['functionDeclarations']))
      .map((declaration) => stringOf(record(declaration)['name'])),
    body,
  }
}

function turnOf(content: JsonObject): UnderstoodTurn {
  const parts = arrayOf(content['parts']).map(record)
  const results = parts.filter((part) => part['functionResponse'] !== undefined)
  const isResult = results.length > 0 && results.length === parts.length
  const role = content['role'] === 'model' ? 'assistant' : isResult ? 'tool' : 'user'
  const text = isResult ? results.map((part) => JSON.stringify(record(part['functionResponse'])['response'])).join('\n') : textOf(content)
  const types = parts.flatMap((part) => (part['inlineData'] === undefined ? [] : [stringOf(record(part['inlineData'])['mimeType'])]))
  const images = types.filter((type) => type.startsWith('image/')).length
  return { role, text, images, files: types.length - images }
}

const textOf = (content: JsonObject): string =>
  arrayOf(content['parts'])
    .map((part) => stringOf(record(part)['text']))
    .filter((text) => text !== '')
    .join('\n')

/** Says an answer as generateContent does: calls whole, thoughts as marked text, the first call and the last words signed. */
export function sayGemini(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): WireAnswer {
  const counts = countTokens(request, answer)
  const usageMetadata = {
    promptTokenCount: counts.inputTokens,
    cachedContentTokenCount: counts.cacheReadTokens,
    candidatesTokenCount: counts.outputTokens - counts.reasoningTokens,
    thoughtsTokenCount: counts.reasoningTokens,
    totalTokenCount: counts.inputTokens + counts.outputTokens,
  }
  const envelope = { modelVersion: request.model, responseId: id }
  const chunk = (parts: readonly JsonObject[], tokens: number, finishReason: string | null = null): WireFrame => ({
    text: `data: ${JSON.stringify({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason === null ? {} : { finishReason }) }],
      ...(finishReason === null ? {} : { usageMetadata }),
      ...envelope,
    })}\r\n\r\n`,
    tokens,
    isTerminal: finishReason !== null,
  })
  const { thoughts, words, calls } = partsOf(request, answer, id)
  const finish = finishOf(answer)
  const last = words === null || calls.length > 0 ? [] : [{ text: '', thoughtSignature: signThought(request.model, { text: '' }) }]
  const frames = [
    ...tokenPieces(thoughts ?? '').map((text) => chunk([{ text, thought: true }], 1)),
    ...tokenPieces(words ?? '').map((text) => chunk([{ text }], 1)),
    ...calls.map((call) => chunk([call], 8)),
    chunk(last, 0, finish),
  ]
  const whole = {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(thoughts === null ? [] : [{ text: thoughts, thought: true }]),
            ...(words === null ? [] : [{ text: words, ...(calls.length > 0 ? {} : { thoughtSignature: signThought(request.model, { text: words }) }) }]),
            ...calls,
          ],
        },
        index: 0,
        finishReason: finish,
      },
    ],
    usageMetadata,
    ...envelope,
  }
  return { frames, whole: JSON.stringify(whole) }
}

interface AnswerParts {
  readonly thoughts: string | null
  readonly words: string | null
  readonly calls: readonly JsonObject[]
}

/** Of parallel calls only the first is signed; ids come from Gemini 3 on. */
function partsOf(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): AnswerParts {
  const hasIds = !/^gemini-[12]/.test(request.model)
  const calls = (answer.toolCalls ?? []).map((call, index) => {
    const functionCall = {
      ...(hasIds ? { id: call.id ?? `${id.slice(-8)}${index}` } : {}),
      name: call.name,
      args: JSON.parse(call.argumentsText) as unknown,
    }
    const part = { functionCall }
    return index === 0 ? { ...part, thoughtSignature: signThought(request.model, part) } : part
  })
  const nonEmpty = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)
  return { thoughts: request.wantsReasoning ? nonEmpty(answer.reasoning) : null, words: nonEmpty(answer.text), calls }
}

function finishOf(answer: ScriptedAnswer): string {
  if (answer.finish === 'length') return 'MAX_TOKENS'
  return answer.finish === 'content-filter' || answer.finish === 'refusal' ? 'SAFETY' : 'STOP'
}
