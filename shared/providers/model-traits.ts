import { chatFileForms, type ChatFileForms } from './file-forms'
import type { Service } from './service-of'

/** How one model wants to be spoken to, where models behind the same wire format differ. */
export interface ModelTraits {
  /** Field of Chat Completions that bounds the answer. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** The role that carries instructions in Chat Completions; models without one take them from the person. */
  readonly systemRole: 'system' | 'user'
  /** Where Chat Completions takes how much to think; null where a request with it is refused. */
  readonly effortField: 'reasoning_effort' | 'reasoning' | null
  /** Gives encrypted reasoning in Responses and takes an effort there. */
  readonly isReasoning: boolean
  /** Where the model's own earlier thoughts go in Chat Completions; null where they must not go at all. */
  readonly reasoningBack: 'reasoning_content' | 'reasoning_details' | null
  /** Stands for thoughts that there are none of, beside tool calls; null where the field may be missing. */
  readonly missingReasoning: string | null
  /** What a tool call id may look like. */
  readonly toolIds: 'any' | 'nine-alphanumerics'
  /** Refuses a person's message right behind a tool's. */
  readonly needsAnswerBehindTool: boolean
  /** Takes `stream_options`; who does not, reports usage unasked. */
  readonly takesStreamUsage: boolean
  /** Takes `prompt_cache_key`. */
  readonly takesCacheKey: boolean
  /** How the answer is held to a JSON Schema in Chat Completions. */
  readonly outputSchema: 'json-schema' | 'json-object'
  /** How Anthropic's models are told to think. */
  readonly thinking: 'adaptive' | 'budget' | 'none'
  /** Takes a JSON Schema for its answer in Messages. */
  readonly takesOutputFormat: boolean
  /** The shortest prefix that is kept where a breakpoint is set, in tokens; null where prefixes are kept without being asked. */
  readonly minCacheTokens: number | null
  /** Takes breakpoints in Chat Completions too. */
  readonly takesChatBreakpoints: boolean
  /** Refuses a function call of the current turn that lacks a thought signature. */
  readonly needsThoughtSignature: boolean
  /** How Chat Completions carries PDF, sound and video. */
  readonly fileForms: ChatFileForms
}

const openAiReasoning = /^(?:o[1-9]|gpt-(?:[5-9]|\d\d))/
// https://platform.openai.com/docs/guides/reasoning: the first ones know no instructions of their own.
const withoutSystemRole = /^o1-(?:mini|preview)/
const openAiEffort = /^(?:o[1-9]|gpt-(?:[5-9]|\d\d)|gpt-oss)/
// https://api-docs.deepseek.com/guides/thinking_mode; the two names without a version have meant such a model since V3.2.
const deepSeekThinking = /^deepseek-(?:reasoner|v3\.2|chat-v[4-9]|v[4-9]|flash|pro)/
// https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model
const kimiThinking = /^kimi-(?:k2-thinking|k2\.[5-9]|k[3-9])/
const mimoThinking = /^mimo-v2/
// https://docs.x.ai/docs/guides/reasoning: `reasoning_effort` is for these alone, every other model refuses it.
const grokEffort = /^grok-3-mini/
/** Models of Mistral, whose templates have the rules, whoever runs them. */
const mistralModel = /^(?:mistral|mixtral|ministral|magistral|devstral|codestral|pixtral|voxtral|open-mi[sx]tral|labs-)/
// https://docs.anthropic.com/en/docs/about-claude/models/extended-thinking-models
const claudeWithBudget = /^claude-(?:3-7|(?:opus|sonnet|haiku)-4(?:-[015])?(?:-20\d{6})?$)/
// https://platform.claude.com/docs/en/build-with-claude/structured-outputs: from Opus 4.1 and Sonnet and Haiku 4.5 on.
const claudeWithoutFormat = /^claude-(?:2|instant|3|(?:opus|sonnet|haiku)-4(?:-0|-20\d{6})?$)/
const claudeWithoutThinking = /^claude-(?:2|instant|3-(?:5|opus|sonnet|haiku))/
// https://ai.google.dev/gemini-api/docs/thought-signatures: checked from Gemini 3 on, but not for images.
const geminiWithSignatures = /^gemini-(?:[3-9]|\d\d)(?!.*image)/

/**
 * Traits by model id, and by the service where that has rules of its own; an unknown model gets what the widest range
 * of servers accepts.
 */
export function traitsOf(modelId: string, service: Service = 'other'): ModelTraits {
  const id = ownName(modelId)
  const isMistral = service === 'mistral' || mistralModel.test(id)
  const reasoning = reasoningOf(id, service)
  return {
    maxTokensField: takesCompletionTokens(id, service) ? 'max_completion_tokens' : 'max_tokens',
    systemRole: withoutSystemRole.test(id) ? 'user' : 'system',
    effortField: effortFieldOf(id, service),
    isReasoning: isOpenAiReasoning(id),
    ...reasoning,
    toolIds: isMistral ? 'nine-alphanumerics' : 'any',
    needsAnswerBehindTool: isMistral,
    // https://docs.mistral.ai/api/: no such field, and unknown ones are refused; the last chunk has the usage unasked.
    takesStreamUsage: service !== 'mistral',
    // https://platform.openai.com/docs/guides/prompt-caching
    takesCacheKey: service === 'openai' || service === 'azure',
    // https://api-docs.deepseek.com/guides/json_mode: nothing but `json_object`.
    outputSchema: service === 'deepseek' || (id.startsWith('deepseek-') && service === 'other') ? 'json-object' : 'json-schema',
    thinking: thinkingOf(id),
    takesOutputFormat: id.startsWith('claude-') && !claudeWithoutFormat.test(id),
    minCacheTokens: minCacheTokensOf(id),
    // https://openrouter.ai/docs/features/prompt-caching: elsewhere the field may reach a server that refuses it.
    takesChatBreakpoints: service === 'openrouter' && id.startsWith('claude-'),
    needsThoughtSignature: geminiWithSignatures.test(id),
    fileForms: chatFileForms(service),
  }
}

/** Aggregators put the maker in front, and a variant behind: `deepseek/deepseek-v4-pro:free`. */
const ownName = (modelId: string): string => (modelId.toLowerCase().split('/').at(-1) ?? '').replace(/:\w+$/, '')

const isOpenAiReasoning = (id: string): boolean => openAiReasoning.test(id) && !id.includes('-chat')

/** A deployment of Azure may have any name, so the field that all of them take; the older one is refused by those that reason. */
const takesCompletionTokens = (id: string, service: Service): boolean => service === 'openai' || service === 'azure' || openAiReasoning.test(id)

function effortFieldOf(id: string, service: Service): ModelTraits['effortField'] {
  // https://openrouter.ai/docs/use-cases/reasoning-tokens: one object for all models; those that do not think ignore it.
  if (service === 'openrouter') return 'reasoning'
  const takesEffort = (openAiEffort.test(id) && !id.includes('-chat')) || deepSeekThinking.test(id) || grokEffort.test(id)
  return takesEffort ? 'reasoning_effort' : null
}

function reasoningOf(id: string, service: Service): Pick<ModelTraits, 'reasoningBack' | 'missingReasoning'> {
  // https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning
  if (service === 'openrouter') return { reasoningBack: 'reasoning_details', missingReasoning: null }
  // Both refuse the field whatever the model: https://github.com/janhq/jan/issues/8136, https://github.com/charmbracelet/crush/issues/1590
  if (service === 'groq' || service === 'mistral') return { reasoningBack: null, missingReasoning: null }
  // Kimi takes an empty text for a missing one: https://github.com/earendil-works/pi/pull/4178
  if (kimiThinking.test(id)) return { reasoningBack: 'reasoning_content', missingReasoning: ' ' }
  // https://github.com/vercel/ai/pull/13203
  if (deepSeekThinking.test(id) || mimoThinking.test(id)) return { reasoningBack: 'reasoning_content', missingReasoning: '' }
  return { reasoningBack: null, missingReasoning: null }
}

function thinkingOf(id: string): ModelTraits['thinking'] {
  if (!id.startsWith('claude-') || claudeWithoutThinking.test(id)) return 'none'
  return claudeWithBudget.test(id) ? 'budget' : 'adaptive'
}

/** https://platform.claude.com/docs/en/build-with-claude/prompt-caching#cache-limitations, newest first. */
const cacheMinimums: readonly (readonly [RegExp, number])[] = [
  [/^claude-(?:opus|fable|mythos)-(?:[5-9]|\d\d)/, 512],
  [/^claude-opus-4[.-]7/, 2048],
  [/^claude-(?:opus-4[.-][56]|haiku-4[.-]5)/, 4096],
  [/^claude-3[.-]?(?:5-)?haiku|^claude-3-haiku/, 2048],
  [/^claude-/, 1024],
]

const minCacheTokensOf = (id: string): number | null => cacheMinimums.find(([pattern]) => pattern.test(id))?.[1] ?? null
