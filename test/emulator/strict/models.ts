/** OpenAI's models that reason: https://platform.openai.com/docs/guides/reasoning */
export const isOpenAiReasoning = (model: string): boolean => /^(?:o[1-9]|gpt-(?:[5-9]|\d\d))(?!.*-chat)/.test(model)

/** Claude from 4.6 on takes no prefill: https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6 */
export const refusesPrefill = (model: string): boolean => {
  const version = /^claude-(?:opus|sonnet|haiku|fable)-(\d+)(?:-(\d{1,2}))?(?:-|$)/.exec(model)
  if (version === null) return false
  return Number(version[1]) * 100 + Number(version[2] ?? 0) >= 406
}
