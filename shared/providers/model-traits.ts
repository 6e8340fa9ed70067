/** How one model wants to be spoken to, where models behind the same wire format differ. */
export interface ModelTraits {
  /** Field of Chat Completions that bounds the answer. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** Thinks before it answers, takes an effort, and gives encrypted reasoning in Responses. */
  readonly isReasoning: boolean
  /** Refuses a conversation with tool calls whose own earlier `reasoning_content` is missing. */
  readonly wantsReasoningBack: boolean
  /** How Anthropic's models are told to think. */
  readonly thinking: 'adaptive' | 'budget' | 'none'
  /** Takes a JSON Schema for its answer in Messages. */
  readonly takesOutputFormat: boolean
}

const openAiReasoning = /^(?:openai\/)?(?:o[1-9]|gpt-(?:[5-9]|\d\d))/
const claudeWithBudget = /^claude-(?:3-7|(?:opus|sonnet|haiku)-4(?:-[015])?(?:-20\d{6})?$)/
// https://platform.claude.com/docs/en/build-with-claude/structured-outputs: from Opus 4.1 and Sonnet and Haiku 4.5 on.
const claudeWithoutFormat = /^claude-(?:2|instant|3|(?:opus|sonnet|haiku)-4(?:-0|-20\d{6})?$)/
const claudeWithoutThinking = /^claude-(?:2|instant|3-(?:5|opus|sonnet|haiku))/
// DeepSeek's thinking models since V3.2, and Kimi's, refuse a tool turn without it:
// https://api-docs.deepseek.com/guides/thinking_mode
const reasoningBack =
  /(?:^|\/)(?:deepseek-(?:reasoner|v3\.2|v[4-9]|chat-v[4-9])|kimi-k2-thinking|kimi-k(?:2\.[5-9]|[3-9])|mimo-v2)/

/** Traits by model id; an unknown model gets what the widest range of servers accepts. */
export function traitsOf(modelId: string): ModelTraits {
  const id = modelId.toLowerCase()
  const isReasoning = openAiReasoning.test(id) && !id.includes('-chat')
  return {
    maxTokensField: openAiReasoning.test(id) ? 'max_completion_tokens' : 'max_tokens',
    isReasoning,
    wantsReasoningBack: reasoningBack.test(id),
    thinking: thinkingOf(id),
    takesOutputFormat: id.startsWith('claude-') && !claudeWithoutFormat.test(id),
  }
}

function thinkingOf(id: string): ModelTraits['thinking'] {
  if (!id.startsWith('claude-') || claudeWithoutThinking.test(id)) return 'none'
  return claudeWithBudget.test(id) ? 'budget' : 'adaptive'
}
