import type { LocalDate } from '@shared/clock'
import type { EditorOperation } from '@shared/memory/editor/output'
import type { LifetimeEnd } from '@shared/memory/layout'
import type { RuleKind } from '@shared/memory/rules'
import type { DefaultSectionId } from '@shared/memory/seed'
import type { SummaryLine } from '@shared/sessions/summary'

/** A time of the person's day, so many days before the demo is opened; or minutes before that moment. */
export type When = { readonly daysAgo: number; readonly time: string } | { readonly minutesAgo: number }

/** A question, and what was answered: several answers stand beside each other. */
export type Turn = readonly [question: string, ...answers: string[]]

/** What a model writes as the memory editor, naming lines by their statements and the message by its turn, from 1. */
export interface Noticed {
  readonly op: EditorOperation['op']
  readonly turn: number
  readonly quote: string
  readonly text: string | null
  readonly section: DefaultSectionId | null
  readonly about?: readonly string[]
  readonly topic?: string
  readonly basis?: EditorOperation['basis']
  readonly reason?: string
  readonly expiresOn?: LocalDate
}

/** One conversation, and what a model makes of it afterwards. */
export interface Conversation {
  readonly kind: 'talk'
  readonly when: When
  readonly title: string
  readonly isOnPhone?: boolean
  readonly isPinned?: boolean
  readonly turns: readonly Turn[]
  readonly noticed?: readonly Noticed[]
  /** Lines with the turns that they rest on; only a long conversation is summed up. */
  readonly summary?: readonly { readonly kind: SummaryLine['kind']; readonly text: string; readonly turns: readonly number[] }[]
}

/** Something that the person does with memory, naming lines by their statements. */
export type Deed =
  | { readonly does: 'write'; readonly section: DefaultSectionId; readonly text: string; readonly isPinned?: boolean }
  | { readonly does: 'accept'; readonly statement: string; readonly as?: string }
  | { readonly does: 'reject'; readonly statement: string }
  | { readonly does: 'accept-end'; readonly of: string }
  | { readonly does: 'never'; readonly kind: RuleKind; readonly text: string }
  | { readonly does: 'set-lifetime'; readonly section: DefaultSectionId; readonly days: number; readonly end: LifetimeEnd }
  | { readonly does: 'import'; readonly from: string; readonly text: string }

export interface Deeds {
  readonly kind: 'deeds'
  readonly when: When
  readonly deeds: readonly Deed[]
}

/** The phone loses touch with the computer, or they meet again and each gets what the other has. */
export interface Meeting {
  readonly kind: 'part' | 'meet'
  readonly when: When
}

/** Everything that happens, in the order of time. */
export type Month = readonly (Conversation | Deeds | Meeting)[]

/** Days seen from the one on which the demo is opened: negative ones are past. */
export interface Days {
  readonly date: (fromToday: number) => LocalDate
  /** As it is said: "12 December". */
  readonly spoken: (fromToday: number) => string
}

export type MonthScript = (days: Days) => Month

export const talk = (when: When, title: string, turns: readonly Turn[], more: Partial<Conversation> = {}): Conversation => ({ kind: 'talk', when, title, turns, ...more })
export const deeds = (when: When, ...list: readonly Deed[]): Deeds => ({ kind: 'deeds', when, deeds: list })
export const at = (daysAgo: number, time: string): When => ({ daysAgo, time })

type More = Partial<Pick<Noticed, 'topic' | 'basis' | 'reason' | 'expiresOn'>>

export const add = (turn: number, quote: string, section: DefaultSectionId, text: string, more: More = {}): Noticed => ({ op: 'add', turn, quote, section, text, ...more })
export const supersede = (turn: number, quote: string, former: string, text: string, more: More = {}): Noticed => ({ op: 'supersede', turn, quote, section: null, text, about: [former], ...more })
export const revise = (turn: number, quote: string, former: string, text: string, more: More = {}): Noticed => ({ op: 'revise', turn, quote, section: null, text, about: [former], ...more })
export const expire = (turn: number, quote: string, former: string, more: More = {}): Noticed => ({ op: 'expire', turn, quote, section: null, text: null, about: [former], ...more })
