import * as z from 'zod'
import { modelRefSchema } from './sessions/message'

/** What a person sets on this device. Unknown or broken fields fall back one by one: a bad value never costs the rest. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  language: z.enum(['system', 'en', 'zh-CN']).catch('system'),
  sendWith: z.enum(['enter', 'mod-enter']).catch('enter'),
  /** Percent of the normal text size. */
  textSize: z.union([z.literal(90), z.literal(100), z.literal(115), z.literal(130)]).catch(100),
  defaultModel: modelRefSchema.nullable().catch(null),
  /** The first-run screen has been left, by setting up a model or by looking around. */
  hasSeenWelcome: z.boolean().catch(false),
  isContextPaneOpen: z.boolean().catch(true),
  isRailOpen: z.boolean().catch(true),
  /** Most tokens that the profile may take in a prompt. */
  memoryTokenLimit: z.number().int().min(100).max(20000).catch(800),
})

export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
