import { localDateAt, type LocalDate } from '@shared/clock'
import type { EntryId, SectionId } from '@shared/ids'
import * as decisions from '@shared/memory/decisions'
import { addDays } from '@shared/memory/lifetime'
import type { Scope } from '@shared/memory/layout'
import { deleteEntry, editEntryText, restoreEntry, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { addRule, removeRule } from '@shared/memory/rules'
import { localisationFor, type Language } from '@renderer/i18n'
import { memoryTextFor, type MemoryText } from '@renderer/i18n/memory-text'
import { undoable } from '@renderer/state/memory-undo'
import type { Services } from '@renderer/state/services'
import { announce, dismissToast, showToast } from '@renderer/ui/toasts'
import { proposalsAbout } from './rule-matches'

export type MemoryActions = ReturnType<typeof createMemoryActions>

const extensionDays = 30

/** What a person does to memory: done at once, said, and to be taken back by Undo. */
export function createMemoryActions(services: Pick<Services, 'memory' | 'clock'>, language: Language) {
  const { memory, clock } = services
  const text = memoryTextFor(language)
  const { common } = localisationFor(language).text
  const today = (): LocalDate => localDateAt(clock.now())
  let lastToast = -1

  /** One toast at a time: who goes through a list is not to be buried under them. */
  function run(said: string, act: (writer: MemoryWriter) => void): void {
    const undo = undoable(memory.writer, act)
    dismissToast(lastToast)
    lastToast = showToast({
      text: said,
      action: {
        label: common.undo,
        run() {
          undo()
          announce(text.done.undone)
        },
      },
    })
  }
  /** One transaction, and so one change in the history. */
  const atOnce = (act: (writer: MemoryWriter) => void) => (writer: MemoryWriter) => writer.doc.transact(() => act(writer), writer.origin)
  const each = (ids: readonly EntryId[], act: (writer: MemoryWriter, id: EntryId) => void) =>
    atOnce((writer) => ids.forEach((id) => act(writer, id)))
  const extend = (id: EntryId, until: LocalDate): void => run(untilText(text, language, until), (writer) => decisions.extend(writer, id, until))
  const saidOf = (ids: readonly EntryId[], one: string): string => (ids.length === 1 ? one : text.done.bulk(ids.length))

  return {
    today,
    /** With the person's own wording where they gave one. */
    accept: (id: EntryId, wording?: string) =>
      run(text.done.accepted, (writer) => decisions.accept(writer, id, wording === undefined ? {} : { text: wording })),
    /** It takes the place of the lines that it contradicts. */
    acceptInstead: (id: EntryId, losers: readonly EntryId[], wording?: string) =>
      run(
        text.done.settled,
        atOnce((writer) => {
          decisions.accept(writer, id, wording === undefined ? {} : { text: wording })
          decisions.keepInstead(writer, id, ...losers)
        }),
      ),
    /** It is true as well, before or after the lines that it contradicts. */
    acceptAsHistory: (id: EntryId, current: EntryId, former: readonly EntryId[], since: LocalDate) =>
      run(
        text.done.settled,
        atOnce((writer) => {
          decisions.accept(writer, id)
          for (const line of former) decisions.keepBothAsHistory(writer, current, line, since)
        }),
      ),
    acceptAll: (ids: readonly EntryId[]) => run(text.done.acceptedAll(ids.length), each(ids, (writer, id) => decisions.accept(writer, id))),
    reject: (id: EntryId) => run(text.done.rejected, (writer) => decisions.reject(writer, id)),
    /** Adds the rule and rejects what waits and is about the same. */
    never(words: string, id: EntryId | null) {
      const matching = new Set([...proposalsAbout(memory.view.current(), words), ...(id === null ? [] : [id])])
      run(text.done.ruleAdded(words, matching.size), (writer) => {
        addRule(writer, 'topic', words)
        for (const proposal of matching) decisions.reject(writer, proposal)
      })
    },
    addRule: (kind: 'topic' | 'category', words: string) => run(text.done.levelSet, (writer) => void addRule(writer, kind, words)),
    removeRule: (id: string) => run(text.done.ruleRemoved, (writer) => removeRule(writer, id)),
    keepInstead: (winner: EntryId, losers: readonly EntryId[]) => run(text.done.settled, (writer) => decisions.keepInstead(writer, winner, ...losers)),
    keepBothAsHistory: (current: EntryId, former: readonly EntryId[], since: LocalDate) =>
      run(text.done.settled, each(former, (writer, id) => decisions.keepBothAsHistory(writer, current, id, since))),
    keepBoth: (a: EntryId, b: EntryId) => run(text.done.settled, (writer) => decisions.keepBoth(writer, a, b)),
    /** The winner takes the person's wording and replaces the others. */
    settleWith: (winner: EntryId, losers: readonly EntryId[], wording: string) =>
      run(text.done.settled, (writer) => {
        editEntryText(writer, winner, wording)
        decisions.keepInstead(writer, winner, ...losers)
      }),
    confirm: (id: EntryId) => run(text.done.confirmed, (writer) => decisions.confirm(writer, id)),
    /** Still true, in these words. */
    confirmAs: (id: EntryId, wording: string) =>
      run(text.done.confirmed, (writer) => {
        editEntryText(writer, id, wording)
        decisions.confirm(writer, id)
      }),
    /** Takes its own date away: it lasts as the lines of its section do, from now on. */
    keep: (id: EntryId) => run(text.done.kept, (writer) => decisions.extend(writer, id, null)),
    letGo: (ids: readonly EntryId[]) => run(saidOf(ids, text.done.letGo), each(ids, decisions.archive)),
    bringBack: (ids: readonly EntryId[]) => run(saidOf(ids, text.done.restored), each(ids, bringBack)),
    extend,
    /** From its last day on, or from today where that has passed. */
    extendByDays(id: EntryId, days = extensionDays) {
      const ends = memory.view.current().entries.get(id)?.effectiveExpiry ?? today()
      extend(id, addDays(ends < today() ? today() : ends, days))
    },
    extendFromToday: (id: EntryId, days: number) => extend(id, addDays(today(), days)),
    edit: (id: EntryId, wording: string) => run(text.done.edited, (writer) => editEntryText(writer, id, wording)),
    remove: (ids: readonly EntryId[]) => run(saidOf(ids, text.done.deleted), each(ids, deleteEntry)),
    setPinned: (id: EntryId, isPinned: boolean) => run(isPinned ? text.done.pinned : text.done.unpinned, (writer) => setPinned(writer, id, isPinned)),
    setScope: (id: EntryId, scope: Scope) => run(text.done.scoped, (writer) => decisions.setScope(writer, id, scope)),
    setAcceptLevel: (section: SectionId, level: Parameters<typeof decisions.setAcceptLevel>[2]) =>
      run(text.done.levelSet, (writer) => decisions.setAcceptLevel(writer, section, level)),
    setLifetime: (section: SectionId, days: number, end: Parameters<typeof decisions.setLifetime>[3]) =>
      run(text.done.levelSet, (writer) => decisions.setLifetime(writer, section, days, end)),
  }

  /** Whatever took it out: deletion, letting go, its time, a no. */
  function bringBack(writer: MemoryWriter, id: EntryId): void {
    const entry = memory.view.current().entries.get(id)
    switch (entry?.status) {
      case 'deleted':
        return restoreEntry(writer, id)
      case 'rejected':
        return decisions.undecide(writer, id)
      case 'superseded':
        return decisions.keepInstead(writer, id, ...(entry.supersededBy === null ? [] : [entry.supersededBy]))
      case 'expired':
        return decisions.confirm(writer, id)
      default:
        return decisions.unarchive(writer, id)
    }
  }
}

const untilText = (text: MemoryText, language: Language, until: LocalDate): string =>
  text.done.extended(localisationFor(language).format.date(new Date(`${until}T12:00:00`).getTime()))
