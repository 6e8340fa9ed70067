import { describe, expect, test } from 'vitest'
import { traitsOf, type ModelTraits } from '@shared/providers/model-traits'
import { serviceOf, type Service } from '@shared/providers/service-of'

const cases: readonly (readonly [string, Service, Partial<ModelTraits>])[] = [
  // REP-31: the same maker, both ways.
  ['deepseek-v4-pro', 'deepseek', { reasoningBack: 'reasoning_content', missingReasoning: '', effortField: 'reasoning_effort', outputSchema: 'json-object' }],
  ['deepseek-reasoner', 'deepseek', { reasoningBack: 'reasoning_content' }],
  ['deepseek-r1', 'other', { reasoningBack: null, missingReasoning: null }],
  ['deepseek-ai/deepseek-r1-distill-llama-70b', 'other', { reasoningBack: null }],
  ['deepseek-chat', 'deepseek', { reasoningBack: null }],
  ['deepseek/deepseek-v4-flash:free', 'openrouter', { reasoningBack: 'reasoning_details', missingReasoning: null, effortField: 'reasoning', outputSchema: 'json-schema' }],
  ['kimi-k2.6', 'moonshot', { reasoningBack: 'reasoning_content', missingReasoning: ' ' }],
  ['moonshotai/kimi-k2-thinking', 'groq', { reasoningBack: null, missingReasoning: null }],
  ['kimi-k2-0905-preview', 'moonshot', { reasoningBack: null }],
  ['mistral-large-latest', 'mistral', { toolIds: 'nine-alphanumerics', needsAnswerBehindTool: true, takesStreamUsage: false, maxTokensField: 'max_tokens' }],
  ['mistralai/devstral-small', 'openrouter', { toolIds: 'nine-alphanumerics', needsAnswerBehindTool: true, takesStreamUsage: true }],
  ['gpt-5.5', 'openai', { maxTokensField: 'max_completion_tokens', isReasoning: true, takesCacheKey: true, toolIds: 'any' }],
  ['gpt-5.5', 'other', { maxTokensField: 'max_completion_tokens', takesCacheKey: false }],
  ['gpt-4o', 'openai', { maxTokensField: 'max_completion_tokens', isReasoning: false, effortField: null }],
  ['gpt-4o', 'other', { maxTokensField: 'max_tokens' }],
  ['gpt-5-chat-latest', 'openai', { isReasoning: false, effortField: null }],
  ['my-deployment', 'azure', { maxTokensField: 'max_completion_tokens', takesCacheKey: true }],
  ['o1-mini', 'openai', { systemRole: 'user' }],
  ['o3', 'openai', { systemRole: 'system', effortField: 'reasoning_effort' }],
  ['grok-4', 'xai', { effortField: null }],
  ['grok-3-mini', 'xai', { effortField: 'reasoning_effort' }],
  ['openai/gpt-oss-120b', 'groq', { effortField: 'reasoning_effort', maxTokensField: 'max_tokens' }],
  ['claude-haiku-4-5-20251001', 'anthropic', { thinking: 'budget', minCacheTokens: 4096, takesChatBreakpoints: false }],
  ['claude-sonnet-4-6', 'anthropic', { thinking: 'adaptive', minCacheTokens: 1024 }],
  ['claude-opus-4-6', 'anthropic', { minCacheTokens: 4096 }],
  ['claude-opus-4-7', 'anthropic', { minCacheTokens: 2048 }],
  ['claude-opus-4-8', 'anthropic', { minCacheTokens: 1024 }],
  ['claude-opus-5', 'anthropic', { minCacheTokens: 512 }],
  ['claude-3-5-haiku-20241022', 'anthropic', { thinking: 'none', minCacheTokens: 2048 }],
  ['anthropic/claude-sonnet-4.6', 'openrouter', { takesChatBreakpoints: true, minCacheTokens: 1024 }],
  ['gemini-3-pro-preview', 'gemini', { needsThoughtSignature: true }],
  ['gemini-3-pro-image-preview', 'gemini', { needsThoughtSignature: false }],
  ['gemini-2.5-flash', 'gemini', { needsThoughtSignature: false }],
  ['llama3.3', 'other', { maxTokensField: 'max_tokens', systemRole: 'system', effortField: null, reasoningBack: null, minCacheTokens: null, takesStreamUsage: true }],
]

describe('traits of a model', () => {
  test.each(cases)('REP-31 %s at %s', (model, service, traits) => {
    expect(traitsOf(model, service)).toMatchObject(traits)
  })
})

describe('the service behind an address', () => {
  test.each([
    ['https://api.openai.com/v1', 'openai'],
    ['https://mine.openai.azure.com/openai/v1', 'azure'],
    ['https://api.deepseek.com', 'deepseek'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen'],
    ['https://api.mistral.ai/v1', 'mistral'],
    ['https://api.groq.com/openai/v1', 'groq'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://generativelanguage.googleapis.com', 'gemini'],
    ['https://gateway.ai.cloudflare.com/v1/account/name/groq', 'groq'],
    ['https://gateway.example.com/openai/v1', 'other'],
    ['https://notopenrouter.ai.example.com/v1', 'other'],
    ['http://localhost:11434/v1', 'other'],
    ['nonsense', 'other'],
  ])('%s is %s', (address, service) => {
    expect(serviceOf(address)).toBe(service)
  })
})
