import type { BillingRules } from './read-cost'

const usual: BillingRules = { currency: 'USD', usdRate: null, reasoningBills: 'its-tokens', hourWriteTimesInput: null }

/**
 * What a service's own pages say of its bills and no table does.
 * Anthropic: a write for an hour costs twice the input (https://platform.claude.com/docs/en/build-with-claude/prompt-caching).
 * Alibaba: with thinking on, the whole output is billed at the thinking rate (https://www.alibabacloud.com/help/en/model-studio/models).
 */
export function billingRulesOf(service: string, currency = 'USD', usdRate: BillingRules['usdRate'] = null): BillingRules {
  const rules = { ...usual, currency, usdRate: currency === 'USD' ? null : usdRate }
  if (service === 'anthropic') return { ...rules, hourWriteTimesInput: 2 }
  if (service === 'alibaba' || service === 'alibaba-cn') return { ...rules, reasoningBills: 'all-output' }
  return rules
}
