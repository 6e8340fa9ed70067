import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { EntryId, SessionId } from '@shared/ids'
import type { SectionTitles } from '@shared/memory/profile-markdown'
import type { Result } from '@shared/result'
import type { PersistedDoc } from '@renderer/db/doc-store'
import { forgettingKey } from '@renderer/db/forgetting-key'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { Drafts } from './services'

/** What is to be forgotten: an entry with the words that it rests on, or words by themselves. */
export type ForgetTarget = { readonly entryId: EntryId } | { readonly words: string }

/** Everything on this device that says it; shown before the person decides. */
export interface ForgetPlan {
  readonly target: ForgetTarget
  /** The words that are looked for. */
  readonly phrases: readonly string[]
  /** Lines of memory that go, proposals and replaced lines among them. */
  readonly lines: readonly { readonly id: EntryId; readonly text: string }[]
  /** Sentences of messages that are blotted out, at most 50 of them. */
  readonly sentences: readonly string[]
  readonly changes: number
  readonly messages: number
  readonly sessions: number
  readonly titles: number
  readonly summaries: number
  readonly drafts: number
  /** Records of calls and jobs, and whatever else holds text. */
  readonly records: number
  readonly snapshots: number
}

/** What forgetting cannot reach; each is said to the person. */
export const outOfReach = ['exports', 'other-devices', 'providers', 'attachments', 'disk-remains'] as const

export type ForgetOrder = Pick<ForgetPlan, 'phrases' | 'lines'>

export interface Forgetting {
  /** null where there is no such entry, or no words. */
  plan(target: ForgetTarget): Promise<Result<ForgetPlan | null, Failure>>
  /** For good: it cannot be undone. After a failure it goes on at the next start, or when it is called again. */
  carryOut(plan: ForgetOrder): Promise<Result<null, Failure>>
}

export interface ForgetPorts {
  readonly db: CommonplaceDb
  readonly memory: PersistedDoc
  readonly index: PersistedDoc
  readonly drafts: Pick<Drafts, 'flush'>
  readonly clock: Clock
  readonly bridge: Pick<Bridge, 'request'>
  readonly locks: Pick<LockManager, 'request'>
  readonly titles: SectionTitles
  /** What the browser keeps by name; null where there is none. */
  readonly storage: Storage | null
  /** Rows of these sessions were rewritten: whoever has read them reads them again. */
  readonly onErased: (sessions: readonly SessionId[]) => void
}

export interface ForgettingService extends Forgetting {
  /** Finishes what was begun before the app went; at every start. */
  resume(): Promise<void>
}

/** The work itself is loaded when it is asked for. */
export function createForgetting(ports: ForgetPorts): ForgettingService {
  const work = () => import('./forget-work')
  return {
    plan: async (target) => (await work()).planForgetting(target, ports),
    carryOut: async (order) => (await work()).beginForgetting(order, ports),
    async resume() {
      if ((await ports.db.meta.get(forgettingKey)) !== undefined) await (await work()).finishForgetting(ports)
    },
  }
}
