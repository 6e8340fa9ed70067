import * as z from 'zod'

/**
 * The closed list of everything that may go wrong for a person. Each code has a message and one
 * suggested action in every language (renderer/i18n); code outside this list is a bug and throws.
 */
export const failureCodes = [
  // A model call.
  'key-rejected',
  'permission',
  'region-blocked',
  'out-of-credit',
  'rate-limited',
  'overloaded',
  'context-too-long',
  'content-filtered',
  'model-not-found',
  'bad-request',
  'server-error',
  'timeout',
  'network',
  'offline',
  'proxy-failed',
  'proxy-login',
  'wrong-address',
  'clock-wrong',
  'stream-cut',
  'output-limit',
  'malformed-response',
  'cancelled',
  // Before the call.
  'no-model',
  'no-key',
  'attachment-unsupported',
  'attachment-too-large',
  'session-busy',
  // Storage and the bridge.
  'storage-full',
  'storage-failed',
  'not-found',
  'key-storage-unavailable',
  'url-not-allowed',
  'invalid-input',
  'not-supported-here',
  'internal',
] as const

export const failureCodeSchema = z.enum(failureCodes)
export type FailureCode = z.infer<typeof failureCodeSchema>

export const failureStages = ['context', 'route', 'limiter', 'connect', 'stream', 'tool', 'store', 'sync', 'bridge'] as const

export const failureSchema = z.strictObject({
  code: failureCodeSchema,
  stage: z.enum(failureStages),
  /** The other side's own words, cut to 2,000 characters and free of keys; shown one click away. */
  detail: z.string().max(2000).optional(),
  /** HTTP status, where there was one. */
  status: z.number().int().optional(),
  /** How long the other side asked to be left alone, in milliseconds. */
  retryAfterMs: z.number().nonnegative().optional(),
  /** The limit that was passed, in the unit of the code (tokens for context-too-long, bytes for attachments). */
  limit: z.number().optional(),
  /** The provider's id of the request, for its support desk. */
  requestId: z.string().optional(),
})
export type Failure = z.infer<typeof failureSchema>
export type FailureStage = Failure['stage']

/** Codes after which the same request may succeed by itself. */
const retryableCodes: ReadonlySet<FailureCode> = new Set([
  'rate-limited',
  'overloaded',
  'server-error',
  'timeout',
  'network',
  'offline',
  'proxy-failed',
  'stream-cut',
  'malformed-response',
])

export const isRetryable = (failure: Failure): boolean => retryableCodes.has(failure.code)
