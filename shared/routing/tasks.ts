import * as z from 'zod'

/** What a question can be; which one it is is read from the question itself. */
export const questionTasks = ['everyday', 'hard', 'code', 'language', 'long', 'images', 'video', 'extraction', 'tools'] as const
/** What runs beside questions. Each is a row of its own among the preferences: there is no hidden model. */
export const sideTasks = ['title', 'summary', 'memory', 'judge', 'classifier'] as const
export const builtInTasks = [...questionTasks, ...sideTasks] as const

export type QuestionTask = (typeof questionTasks)[number]
export type SideTask = (typeof sideTasks)[number]
export type BuiltInTask = (typeof builtInTasks)[number]

/** A task that the person added: a question gets it by a rule. */
export const ownTaskIdSchema = z.string().regex(/^own:[\w-]{1,40}$/)
export const taskIdSchema = z.union([z.enum(builtInTasks), ownTaskIdSchema])
export type TaskId = z.infer<typeof taskIdSchema>

/** What stands between rules and models, so that a new generation of models is one change in one place. */
export const roles = ['cheap', 'everyday', 'best-reasoning', 'code', 'chinese', 'long-context', 'sees-images', 'sees-video', 'judge'] as const
export type Role = (typeof roles)[number]
