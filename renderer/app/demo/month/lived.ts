import type * as Y from 'yjs'
import { localDateAt } from '@shared/clock'
import type { PromptManifest } from '@shared/context/prompt'
import type { PromptMemory } from '@shared/context/prompt-memory'
import type { DeviceId, EntryId, IdFactory, SessionId } from '@shared/ids'
import type { Job, JobReport } from '@shared/jobs/job'
import { maintain } from '@shared/memory/maintain'
import { MemoryReader } from '@shared/memory/memory-reader'
import type { MemoryWriter } from '@shared/memory/operations'
import type { SectionTitles } from '@shared/memory/profile-markdown'
import type { MemoryView } from '@shared/memory/view'
import type { IndexChange } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import type { CallRecord } from '@shared/usage/call-record'
import { entriesIn } from '@renderer/state/memory-uses'
import { keepPromptMemory } from '@renderer/state/prompt-memory'
import type { UsableModel } from '@renderer/state/services'
import type { MonthClock } from './calendar'
import type { MonthRecall } from './recall'

/** One device on which the month is lived, with its copy of memory. */
export interface Desk {
  readonly device: DeviceId
  readonly doc: Y.Doc
  /** The person on this device. */
  readonly writer: MemoryWriter
  readonly view: () => MemoryView
  readonly promptMemory: () => PromptMemory
  /** What the app does by itself after a change, and each morning: contradictions are settled, what ended is marked. */
  readonly settle: () => void
}

export interface MonthSurroundings {
  readonly clock: MonthClock
  readonly newId: IdFactory
  readonly model: UsableModel
  readonly titles: SectionTitles
}

/** What a month leaves behind on this device, besides memory and its history. */
export interface MonthRecords {
  readonly rows: MessageRow[]
  readonly calls: CallRecord[]
  readonly sessions: Map<SessionId, IndexChange>
  readonly jobs: Job[]
  readonly uses: Map<EntryId, { readonly count: number; readonly lastAt: number }>
  /** What the memory editor's runs came to, in order. */
  readonly reports: JobReport[]
}

/** A month while it is lived. */
export interface Living extends MonthSurroundings, MonthRecords {
  readonly computer: Desk
  readonly recall: MonthRecall
}

export function deskOf(doc: Y.Doc, device: DeviceId, { clock, newId }: Pick<MemoryWriter, 'clock' | 'newId'>): Desk {
  const reader = new MemoryReader(doc)
  const view = (): MemoryView => reader.view()
  const writer: MemoryWriter = { doc, origin: { author: { kind: 'person', device } }, clock, newId, view }
  let settled: { readonly view: MemoryView; readonly day: string } | null = null
  return {
    ...{ device, doc, writer, view },
    promptMemory: keepPromptMemory(doc),
    settle() {
      const day = new Date(clock.now()).toDateString()
      if (settled?.view === view() && settled.day === day) return
      maintain(doc, { today: localDateAt(clock.now()), clock, newId, view })
      settled = { view: view(), day }
    },
  }
}

export function countUses({ uses, clock }: Pick<Living, 'uses' | 'clock'>, manifest: PromptManifest): void {
  for (const id of entriesIn(manifest)) uses.set(id, { count: (uses.get(id)?.count ?? 0) + 1, lastAt: clock.now() })
}
