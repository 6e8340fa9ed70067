import * as z from 'zod'
import { modelRefSchema } from '../sessions/message'
import { roles, ownTaskIdSchema, taskIdSchema } from './tasks'

export const modelChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('model'), model: modelRefSchema }),
  z.strictObject({ kind: z.literal('role'), role: z.enum(roles) }),
])
export type ModelChoice = z.infer<typeof modelChoiceSchema>

/**
 * single: the first of the list that fits. cascade: the first one answers, and the next where its answer shows signs of
 * failing. classifier: a score of the question decides between the first and the last. parallel: all of them, side by side.
 */
export const strategies = ['single', 'cascade', 'classifier', 'parallel'] as const
export type Strategy = (typeof strategies)[number]

export const efforts = ['off', 'low', 'medium', 'high'] as const
export type ThinkingEffort = (typeof efforts)[number]

const microUsd = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const choices = z.array(modelChoiceSchema).max(12)

export const taskPreferenceSchema = z.strictObject({
  task: taskIdSchema,
  strategy: z.enum(strategies),
  /** In order; of cascade and classifier from the cheapest to the strongest. */
  models: choices,
  /** null: as the model does by itself. */
  effort: z.enum(efforts).nullable(),
  /** Most that one call may cost by estimate; null: no cap. */
  capMicroUsd: microUsd.nullable(),
  /** Wish for the time to the first words; models that are known to be slower come later. null: none. */
  latencyMs: z.number().int().positive().nullable(),
  /** Asked in this order where none of `models` answers. */
  fallback: choices,
})
export type TaskPreference = z.infer<typeof taskPreferenceSchema>

export const attachmentKinds = ['image', 'pdf', 'audio', 'video', 'text'] as const

/** All conditions of a rule must hold. */
export const conditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('task'), anyOf: z.array(taskIdSchema).min(1).max(30) }),
  /** ISO 639-1. */
  z.strictObject({ kind: z.literal('language'), anyOf: z.array(z.string().regex(/^[a-z]{2}$/)).min(1).max(30) }),
  /** Tokens of the whole prompt, by estimate. */
  z.strictObject({ kind: z.literal('length'), atLeastTokens: z.number().int().nonnegative().nullable(), atMostTokens: z.number().int().nonnegative().nullable() }),
  z.strictObject({ kind: z.literal('code'), is: z.boolean() }),
  z.strictObject({ kind: z.literal('attachment'), anyOf: z.array(z.enum(attachmentKinds)).min(1).max(5) }),
  /** Any of them stands in the question, whatever its case. */
  z.strictObject({ kind: z.literal('keywords'), anyOf: z.array(z.string().min(1).max(80)).min(1).max(50) }),
  z.strictObject({ kind: z.literal('tools'), is: z.boolean() }),
  z.strictObject({ kind: z.literal('assistant'), anyOf: z.array(z.string().min(1).max(64)).min(1).max(50) }),
  /** Minutes of the person's day, the end exclusive; over midnight where `from` is later. Weekdays as Date.getDay counts them. */
  z.strictObject({
    kind: z.literal('time'),
    fromMinute: z.number().int().min(0).max(1439),
    toMinute: z.number().int().min(0).max(1440),
    weekdays: z.array(z.number().int().min(0).max(6)).max(7),
  }),
  /** Of the tightest budget that applies. */
  z.strictObject({ kind: z.literal('budget-left'), atMostPercent: z.number().min(0).max(100) }),
  z.strictObject({ kind: z.literal('offline'), is: z.boolean() }),
  z.strictObject({ kind: z.literal('important'), is: z.boolean() }),
])
export type Condition = z.infer<typeof conditionSchema>

export const effectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('models'), strategy: z.enum(strategies), models: choices.min(1) }),
  /** Treats the question as one of this task. */
  z.strictObject({ kind: z.literal('task'), task: taskIdSchema }),
])
export type Effect = z.infer<typeof effectSchema>

export const ruleSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().max(120),
  isOn: z.boolean(),
  when: z.array(conditionSchema).min(1).max(12),
  then: effectSchema,
})
/** The first rule that holds decides; one that only names a task goes on with the rules after it. */
export type Rule = z.infer<typeof ruleSchema>

export const budgetSchema = z.strictObject({
  id: z.string().min(1).max(64),
  /** Of the person's own days and months. */
  per: z.enum(['day', 'month']),
  limitMicroUsd: microUsd,
  /** null: of all tasks, of all providers. */
  task: taskIdSchema.nullable(),
  modelProviderId: z.string().nullable(),
  atLimit: z.enum(['warn', 'ask', 'stop']),
})
export type Budget = z.infer<typeof budgetSchema>

/** 0: as cheap as can be; 4: the best there is. */
export const styleSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type Style = z.infer<typeof styleSchema>

/** A list whose broken entries are left out one by one: one bad rule takes no other rule with it, and no budget. */
function listOf<Entry extends z.ZodType>(entry: Entry, max: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((given) => given.flatMap((one) => entry.safeParse(one).data ?? []).slice(0, max) as z.output<Entry>[])
}

/** Unknown or broken fields fall back one by one, as in all settings. */
export const routingPreferencesSchema = z.object({
  style: styleSchema.catch(2),
  /** Only the rows that the person changed; the others follow the style. */
  tasks: listOf(taskPreferenceSchema, 60),
  ownTasks: listOf(z.strictObject({ id: ownTaskIdSchema, name: z.string().min(1).max(60) }), 40),
  /** Only the roles that the person filled; the others are filled from what is known of the models. */
  roles: listOf(z.strictObject({ role: z.enum(roles), model: modelRefSchema }), 20),
  rules: listOf(ruleSchema, 200),
  /** Where a sensitive session may be sent; null: the person has not said yet, so only models on the own network. */
  sensitiveProviders: z.array(z.string()).max(100).nullable().catch(null),
  budgets: listOf(budgetSchema, 50),
  /** The learned score of questions. */
  classifier: z.object({ isOn: z.boolean().catch(true) }).catch({ isOn: true }),
})
export type RoutingPreferences = z.infer<typeof routingPreferencesSchema>

export const defaultPreferences: RoutingPreferences = routingPreferencesSchema.parse({})
