import * as z from 'zod'
import { modelRefSchema } from './sessions/message'

/** What runs by itself after a turn; `model` null: the cheapest that can be called. */
const backgroundTaskSchema = z.object({ isOn: z.boolean().catch(true), model: modelRefSchema.nullable().catch(null) })
const backgroundTaskDefault = { isOn: true, model: null }
const backgroundTasksSchema = z.object({
  memory: backgroundTaskSchema.catch(backgroundTaskDefault),
  summary: backgroundTaskSchema.catch(backgroundTaskDefault),
  title: backgroundTaskSchema.catch(backgroundTaskDefault),
})

/** Other ways to a model, in the person's order: asked where it does not answer, and nothing else ever is. */
const modelRoutesSchema = z.object({ model: modelRefSchema, routes: z.array(modelRefSchema).max(20) })
export type BackgroundTask = keyof z.infer<typeof backgroundTasksSchema>

/** What a person sets on this device. Unknown or broken fields fall back one by one: a bad value never costs the rest. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  language: z.enum(['system', 'en', 'zh-CN']).catch('system'),
  sendWith: z.enum(['enter', 'mod-enter']).catch('enter'),
  /** Percent of the normal text size. */
  textSize: z.union([z.literal(90), z.literal(100), z.literal(115), z.literal(130)]).catch(100),
  defaultModel: modelRefSchema.nullable().catch(null),
  routes: z.array(modelRoutesSchema).catch([]),
  /** The first-run screen has been left, by setting up a model or by looking around. */
  hasSeenWelcome: z.boolean().catch(false),
  isContextPaneOpen: z.boolean().catch(true),
  isRailOpen: z.boolean().catch(true),
  /** Most tokens that the profile may take in a prompt. */
  memoryTokenLimit: z.number().int().min(100).max(20000).catch(800),
  /** Most tokens of the conversation itself that go with each question; what is older is summed up and recalled. */
  conversationTokenLimit: z.number().int().min(1000).max(1_000_000).catch(16_000),
  /** Most tokens of earlier conversation that are recalled for a question; 0: none. */
  recallTokenLimit: z.number().int().min(0).max(20_000).catch(2000),
  /** The table of models and prices, fetched anew once a day where that is allowed; `address` null: the public one. */
  catalogueRefresh: z.object({ isOn: z.boolean().catch(false), address: z.string().max(2048).nullable().catch(null) }).catch({ isOn: false, address: null }),
  backgroundTasks: backgroundTasksSchema.catch({ memory: backgroundTaskDefault, summary: backgroundTaskDefault, title: backgroundTaskDefault }),
})

export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
