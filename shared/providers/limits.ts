/** One allowance of a service as it reported it: so much per period, so much left, and how long until it is whole again. */
export interface Bucket {
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetAfterMs: number | null
}

/** What a response's headers say about the limits of its credential and model. null: nothing was said about it. */
export interface LimitReport {
  readonly requests: Bucket | null
  readonly tokens: Bucket | null
  readonly inputTokens: Bucket | null
  readonly outputTokens: Bucket | null
}
