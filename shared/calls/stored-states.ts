import * as z from 'zod'
import { failureCodeSchema } from '../errors'
import type { LimitState } from './limit-state'
import type { RouteState } from './route-health'

const left = z.object({ remaining: z.number(), resetsAt: z.number() }).nullable()

export const limitStateSchema: z.ZodType<LimitState> = z.object({
  requestsPerMinute: z.number().positive().nullable(),
  tokensPerMinute: z.number().positive().nullable(),
  guess: z.object({ requestsPerMinute: z.number().positive(), until: z.number() }).nullable(),
  slots: z.array(z.object({ id: z.string(), at: z.number(), tokens: z.number(), isSent: z.boolean() })),
  blockedUntil: z.number(),
  requestsLeft: left,
  tokensLeft: left,
})

export const routeStateSchema: z.ZodType<RouteState> = z.object({
  failures: z.number(),
  restsUntil: z.number().nullable(),
  probe: z.object({ id: z.string(), until: z.number() }).nullable(),
  lastFailure: failureCodeSchema.nullable(),
  recent: z.array(z.object({ at: z.number(), isOk: z.boolean(), firstTokenMs: z.number().nullable() })),
})
