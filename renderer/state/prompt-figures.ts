import type { ManifestItem, PromptManifest } from '@shared/context/prompt'

const sum = (items: readonly { readonly tokens: number }[]): number => items.reduce((total, item) => total + item.tokens, 0)
const isMemory = ({ kind }: Pick<ManifestItem, 'kind'>): boolean => kind === 'memory-entry' || kind === 'memory-section'

/** Tokens of everything in a prompt that is no message. */
export const systemTokens = ({ items }: PromptManifest): number => sum(items.filter(({ kind }) => kind !== 'message'))

export const memoryTokens = ({ items }: PromptManifest): number => sum(items.filter(isMemory))

/** Entries that did not fit under the limit. */
export const leftOutEntries = ({ omitted }: PromptManifest) => omitted.filter((item) => isMemory(item) && item.omission === 'over-budget')

/** How many messages no longer fit. */
export const leftOutMessages = ({ omitted }: PromptManifest): number =>
  omitted.reduce((count, item) => count + (item.kind === 'message' && item.omission === 'over-budget' ? (item.count ?? 1) : 0), 0)

const shortenings = ['not-readable-by-model', 'tool-unanswered', 'tool-unasked', 'other-model'] as const satisfies readonly PromptManifest['omitted'][number]['omission'][]

/** What messages that are in the prompt go without, and how many of them. */
export const shortenedMessages = ({ omitted }: PromptManifest) =>
  shortenings.flatMap((reason) => {
    const count = omitted.reduce((sum, item) => sum + (item.omission === reason && item.tokens === 0 ? (item.count ?? 1) : 0), 0)
    return count === 0 ? [] : [{ reason, count }]
  })

const recalledKinds: readonly string[] = ['memory-entry', 'summary', 'passage'] satisfies readonly ManifestItem['kind'][]

/** What a prompt knew beyond the conversation itself: lines of the profile, the session's summary, recalled passages. */
export const recalledItems = ({ items }: PromptManifest): readonly ManifestItem[] => items.filter(({ kind }) => recalledKinds.includes(kind))

export const recalledPassages = ({ items }: PromptManifest): readonly ManifestItem[] => items.filter(({ kind }) => kind === 'passage')

/** It was asked in a private session. */
export const isWithoutMemory = ({ omitted }: PromptManifest): boolean => omitted.some(({ omission }) => omission === 'private')

/** Passages that were found and are not in the prompt: they did not fit, or say what no longer holds. */
export const leftOutPassages = ({ omitted }: PromptManifest): number =>
  omitted.reduce((count, item) => count + (item.kind === 'passage' ? (item.count ?? 1) : 0), 0)
