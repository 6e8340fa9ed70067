import { afterEach, expect, test, vi } from 'vitest'
import type { EntryId, SectionId } from '@shared/ids'
import { accept } from '@shared/memory/decisions'
import { maintain } from '@shared/memory/maintain'
import { addEntry } from '@shared/memory/operations'
import { submit } from '@shared/memory/submit'
import { readMemory } from '@shared/memory/view'
import { exchange, memoryWriter } from '../../helpers/memory'
import { proposal, proposalDay as today, said } from '../../helpers/proposals'

const identity = 'identity' as SectionId
const message = 'I moved to Paris.'
/** Late in the evening of 29 November in Greenwich, the next morning in Shanghai. */
const at = Date.UTC(2026, 10, 29, 23)

afterEach(() => vi.unstubAllEnvs())

function replacedIn(zone: string): string | null | undefined {
  vi.stubEnv('TZ', zone)
  const writer = memoryWriter()
  const lyon = addEntry(writer, { text: 'I live in Lyon', sectionId: identity })
  const draft = proposal(0, message, { change: 'supersede', targets: [lyon], text: 'I live in Paris' })
  const [source] = draft.provenance
  if (source === undefined) throw new Error('no source')
  const submitted = submit(writer, { ...draft, provenance: [{ ...source, at }] }, said(message))
  accept(writer, (submitted as { id: EntryId }).id)
  return readMemory(writer.doc).entries.get(lyon)?.validTo
}

test.each([['Asia/Shanghai', '2026-11-30'], ['America/Los_Angeles', '2026-11-29'], ['UTC', '2026-11-29']])('MEM-14 in %s a line that was replaced held until the person’s own day, %s', (zone, day) => {
  expect(replacedIn(zone)).toBe(day)
})

test('MEM-14 what is settled by policy held until the person’s own day, and a device in another zone leaves that day alone', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  const [home, away] = [memoryWriter(1), memoryWriter(2)]
  const lyon = addEntry({ ...home, clock: { now: () => at - 1000 } }, { text: 'I live in Lyon', sectionId: identity })
  addEntry({ ...home, clock: { now: () => at } }, { text: 'I live in Paris', sectionId: identity })
  const settle = ({ doc, newId }: typeof home) => maintain(doc, { today, clock: { now: () => at + 86_400_000 }, newId })
  settle(home)
  exchange(home.doc, away.doc)
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(settle(away)).toBe(false)
  expect(readMemory(away.doc).entries.get(lyon)).toMatchObject({ status: 'superseded', validTo: '2026-11-30' })
})
