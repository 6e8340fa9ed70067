import * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { instantOf, localDay } from './calendar'
import { deedMs, doDeed } from './do-deed'
import { holdTalk } from './hold-talk'
import { deskOf, type Desk, type Living, type MonthRecords, type MonthSurroundings } from './lived'
import { lookBack } from './look-back'
import { createMonthRecall } from './recall'
import type { Conversation, Month } from './script'

export interface MonthPorts extends MonthSurroundings {
  /** Memory on this device, where the month takes place; seeded, empty of lines. */
  readonly doc: Y.Doc
  readonly device: DeviceId
  /** When the demo is opened: the month ends there. The clock stands before its beginning. */
  readonly now: number
}

/**
 * Lives a scripted month through the real machinery: requests in questions, the memory editor's operations, the person's
 * decisions, a second device that is offline for a while, and what the app does by itself each day. Memory changes in
 * `doc`; the rest comes back as records. Throws where script and machinery do not fit.
 */
export function liveMonth(month: Month, { doc, device, now, ...surroundings }: MonthPorts): MonthRecords {
  const computer = deskOf(doc, device, surroundings)
  const records: MonthRecords = { rows: [], calls: [], sessions: new Map(), jobs: [], uses: new Map(), reports: [] }
  const living: Living = { ...surroundings, ...records, computer, recall: createMonthRecall() }
  let phone: Desk | null = null
  for (const event of month) {
    passTo(instantOf(event.when, now), living)
    switch (event.kind) {
      case 'talk':
        have(event, event.isOnPhone === true && phone !== null ? phone : computer, living)
        break
      case 'deeds':
        for (const deed of event.deeds) {
          doDeed(deed, computer)
          living.clock.pass(deedMs)
        }
        break
      case 'part':
        phone = deskOf(copyOf(doc), living.newId<DeviceId>(), living)
        break
      case 'meet':
        if (phone !== null) bringTogether(phone, living)
        phone = null
    }
    computer.settle()
  }
  passTo(now, living)
  return records
}

function have(conversation: Conversation, desk: Desk, living: Living): void {
  lookBack(conversation, holdTalk(conversation, desk, living), desk, living)
}

/** Day by day, as the app does it each morning. */
function passTo(instant: number, living: Living): void {
  const { clock, computer } = living
  for (let morning = localDay(clock.now(), 1).getTime(); morning < instant; morning = localDay(morning, 1).getTime()) {
    clock.set(morning)
    computer.settle()
  }
  clock.set(instant)
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

function bringTogether(phone: Desk, { computer }: Living): void {
  Y.applyUpdate(computer.doc, Y.encodeStateAsUpdate(phone.doc, Y.encodeStateVector(computer.doc)), 'sync')
  phone.doc.destroy()
}
