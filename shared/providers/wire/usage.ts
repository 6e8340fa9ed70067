import type { Usage } from '../../sessions/message'
import { asArray, asRecord, countAt, recordAt, recordsAt, type JsonRecord } from './json'

/** The usage of a Chat Completions body: beside the choices, or inside one (Kimi), or in Groq's own object. */
export function usageInChat(body: JsonRecord): Usage | null {
  const counts = recordAt(body, 'usage') ?? recordAt(asRecord(asArray(body['choices'])[0]), 'usage') ?? recordAt(recordAt(body, 'x_groq'), 'usage')
  return counts === null ? null : usageFromChat(counts)
}

/** Chat Completions: cached input is inside `prompt_tokens`, and reasoning inside `completion_tokens`, save at xAI. */
function usageFromChat(usage: JsonRecord): Usage | null {
  const inputTokens = countAt(usage, 'prompt_tokens')
  const completion = countAt(usage, 'completion_tokens')
  if (inputTokens === null && completion === null) return null
  const inputDetails = recordAt(usage, 'prompt_tokens_details')
  const reasoningTokens = countAt(recordAt(usage, 'completion_tokens_details'), 'reasoning_tokens') ?? 0
  const total = countAt(usage, 'total_tokens')
  const input = inputTokens ?? 0
  const written = completion ?? 0
  // xAI leaves reasoning out of completion_tokens; its total tells.
  const leavesReasoningOut = reasoningTokens > 0 && total === input + written + reasoningTokens
  return {
    inputTokens: input,
    outputTokens: leavesReasoningOut ? written + reasoningTokens : written,
    cacheReadTokens: countAt(inputDetails, 'cached_tokens') ?? countAt(usage, 'prompt_cache_hit_tokens') ?? 0,
    cacheWriteTokens: countAt(inputDetails, 'cache_write_tokens') ?? 0,
    reasoningTokens,
    ...audioCounts(inputDetails, recordAt(usage, 'completion_tokens_details')),
    ...reportedCost(usage),
    isEstimate: false,
  }
}

/** Responses: cached input is inside `input_tokens`, reasoning inside `output_tokens`. */
export function usageFromResponses(usage: JsonRecord): Usage | null {
  const inputTokens = countAt(usage, 'input_tokens')
  const outputTokens = countAt(usage, 'output_tokens')
  if (inputTokens === null && outputTokens === null) return null
  const inputDetails = recordAt(usage, 'input_tokens_details')
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: countAt(inputDetails, 'cached_tokens') ?? 0,
    cacheWriteTokens: countAt(inputDetails, 'cache_write_tokens') ?? 0,
    reasoningTokens: countAt(recordAt(usage, 'output_tokens_details'), 'reasoning_tokens') ?? 0,
    ...audioCounts(inputDetails, recordAt(usage, 'output_tokens_details')),
    ...reportedCost(usage),
    isEstimate: false,
  }
}

function audioCounts(input: JsonRecord | null, output: JsonRecord | null): Pick<Usage, 'audioInputTokens' | 'audioOutputTokens'> {
  const heard = countAt(input, 'audio_tokens') ?? 0
  const spoken = countAt(output, 'audio_tokens') ?? 0
  return { ...(heard === 0 ? {} : { audioInputTokens: heard }), ...(spoken === 0 ? {} : { audioOutputTokens: spoken }) }
}

/**
 * What OpenRouter says that the call cost, in USD; with the person's own key of the service behind it, `cost` is the
 * aggregator's part alone: https://openrouter.ai/docs/use-cases/usage-accounting
 */
function reportedCost(usage: JsonRecord): Pick<Usage, 'reportedCostMicroUsd'> {
  const cost = usdAt(usage, 'cost')
  if (cost === null) return {}
  const behind = usage['is_byok'] === true ? (usdAt(recordAt(usage, 'cost_details'), 'upstream_inference_cost') ?? 0) : 0
  return { reportedCostMicroUsd: Math.round((cost + behind) * 1_000_000) }
}

function usdAt(record: JsonRecord | null, key: string): number | null {
  const value = record?.[key]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/**
 * Messages: `input_tokens` leaves cached input out, so both cache counts are added to it. Counts of `message_delta`
 * are cumulative and replace those of `message_start`, field by field.
 * @param isFinal false while only the counts of the start are known.
 */
export function usageFromMessages(usage: JsonRecord, isFinal: boolean): Usage | null {
  const inputTokens = countAt(usage, 'input_tokens')
  const outputTokens = countAt(usage, 'output_tokens')
  if (inputTokens === null && outputTokens === null) return null
  const cacheReadTokens = countAt(usage, 'cache_read_input_tokens') ?? 0
  const cacheWriteTokens = countAt(usage, 'cache_creation_input_tokens') ?? 0
  const hourTokens = countAt(recordAt(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0
  return {
    inputTokens: (inputTokens ?? 0) + cacheReadTokens + cacheWriteTokens,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: countAt(recordAt(usage, 'output_tokens_details'), 'thinking_tokens') ?? 0,
    ...(hourTokens === 0 ? {} : { cacheWriteHourTokens: Math.min(hourTokens, cacheWriteTokens) }),
    isEstimate: !isFinal,
  }
}

/**
 * Gemini: cached input is inside `promptTokenCount`, what its own tools read is beside it, and thoughts are beside
 * `candidatesTokenCount`. Zero counts are left out on the wire.
 * @param isFinal false while the answer still grows.
 */
export function usageFromGemini(usage: JsonRecord, isFinal: boolean): Usage | null {
  const prompt = countAt(usage, 'promptTokenCount')
  const written = countAt(usage, 'candidatesTokenCount')
  if (prompt === null && written === null) return null
  const reasoningTokens = countAt(usage, 'thoughtsTokenCount') ?? 0
  const audioInput = ofModality(usage, ['promptTokensDetails', 'toolUsePromptTokensDetails'], 'AUDIO')
  const audioOutput = ofModality(usage, ['candidatesTokensDetails'], 'AUDIO')
  return {
    inputTokens: (prompt ?? 0) + (countAt(usage, 'toolUsePromptTokenCount') ?? 0),
    outputTokens: (written ?? 0) + reasoningTokens,
    cacheReadTokens: countAt(usage, 'cachedContentTokenCount') ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens,
    ...(audioInput === 0 ? {} : { audioInputTokens: audioInput }),
    ...(audioOutput === 0 ? {} : { audioOutputTokens: audioOutput }),
    isEstimate: !isFinal,
  }
}

const ofModality = (usage: JsonRecord, fields: readonly string[], modality: string): number =>
  fields
    .flatMap((field) => recordsAt(usage, field))
    .filter((detail) => detail['modality'] === modality)
    .reduce((sum, detail) => sum + (countAt(detail, 'tokenCount') ?? 0), 0)
