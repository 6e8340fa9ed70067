import { estimateFileTokens } from '../providers/estimate-file-tokens'
import type { PromptMessage } from '../providers/model-call'
import type { Part } from '../sessions/message'

export type EstimateTokens = (text: string) => number

/** What a message takes around its text. */
export const tokensPerMessage = 4

/** An estimate of what one message takes. */
export function messageTokens(message: PromptMessage, estimateTokens: EstimateTokens): number {
  return message.parts.reduce((total, part) => total + partTokens(part, estimateTokens), tokensPerMessage)
}

function partTokens(part: Part, estimateTokens: EstimateTokens): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return estimateTokens(part.text)
    case 'tool-call':
      return estimateTokens(part.name) + estimateTokens(part.argumentsText)
    case 'provider':
      return estimateTokens(part.json)
    case 'file':
      return estimateFileTokens(part)
  }
}

export const sumTokens = (items: readonly { readonly tokens: number }[]): number => items.reduce((total, { tokens }) => total + tokens, 0)
