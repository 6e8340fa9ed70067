export const context = {
  memory: 'Memory in the prompt',
  memoryPrivate: 'This session is private: nothing of your memory is in its prompts.',
  goToProposals: 'Go to what is proposed for memory',
  showWithProposals: (count: number) => (count === 1 ? 'Show context, 1 proposal' : `Show context, ${count} proposals`),
  memoryTokens: (written: string) => `~${written} tokens`,
  memoryEmpty: 'Nothing yet. What you write in your profile is read before every answer.',
  openProfile: 'Open profile',
  openLine: (line: string) => `Show “${line}” in the profile`,
  showAll: (count: number) => `Show all ${count}`,
  leftOutLines: (count: number) => (count === 1 ? '1 line did not fit' : `${count} lines did not fit`),
  cost: 'Cost',
  lastAnswer: 'Last answer',
  session: 'This session',
  unknown: 'unknown',
  none: 'none yet',
  atLeast: (money: string) => `at least ${money}`,
  unknownAnswers: (count: number) => (count === 1 ? 'The price of 1 call is unknown.' : `The price of ${count} calls is unknown.`),
  tokensInOut: (input: string, output: string) => `${input} in · ${output} out`,
  cached: (cached: string, input: string, saved: string | null) => `cached ${cached} of ${input} input${saved === null ? '' : `, saved ${saved}`}`,
  window: 'Next prompt',
  windowUse: (used: string, budget: string) => `~${used} of ${budget} tokens`,
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  leftOutMessages: (count: number) =>
    count === 1 ? '1 older message no longer fits.' : `${count} older messages no longer fit.`,
  mended: (count: number) => (count === 1 ? '1 message was mended for the model.' : `${count} messages were mended for the model.`),
  shortened: {
    'not-readable-by-model': (count: number) =>
      count === 1 ? '1 message goes without files that this model cannot read.' : `${count} messages go without files that this model cannot read.`,
    'tool-unanswered': (count: number) =>
      count === 1 ? '1 message goes without a tool call that has no result.' : `${count} messages go without tool calls that have no result.`,
    'tool-unasked': (count: number) =>
      count === 1 ? '1 message goes without a tool result that belongs to no call.' : `${count} messages go without tool results that belong to no call.`,
    'other-model': (count: number) =>
      count === 1 ? '1 answer goes without its reasoning: another model wrote it.' : `${count} answers go without their reasoning: other models wrote them.`,
  },
}
