import { expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { groupSessions } from '@renderer/features/sessions/group-sessions'
import { createSessionActions } from '@renderer/features/sessions/session-actions'
import { rank } from '@renderer/features/palette/rank'
import { localisationFor } from '@renderer/i18n'
import { useView } from '@renderer/state/view'
import { runLatestToastAction, useToasts } from '@renderer/ui/toasts'
import { createFakeServices, fakeSessions } from '../../helpers/fake-services'

const hourMs = 3_600_000
// 00:30 in Shanghai on 1 December, still 30 November in Greenwich.
const now = Date.UTC(2026, 10, 30, 16, 30)

const at = (title: string, updatedAt: number, more: { isPinned?: boolean; trashedAt?: number } = {}) => ({
  ...fakeSessions([title])[0]!,
  id: title as SessionId,
  updatedAt,
  ...more,
})

test('sessions are grouped by the person’s own days, pinned first, without the trash', () => {
  const rows = groupSessions(
    [
      at('ten minutes ago', now - hourMs / 6),
      at('an hour ago', now - hourMs),
      at('three days ago', now - 72 * hourMs),
      at('long ago', now - 30 * 24 * hourMs),
      at('kept', now - 60 * 24 * hourMs, { isPinned: true }),
      at('thrown away', now, { trashedAt: now }),
    ],
    now,
    'Asia/Shanghai',
  )
  expect(rows.map((row) => (row.kind === 'heading' ? `# ${row.group}` : `${row.position} ${row.session.title}`))).toEqual([
    '# pinned',
    '1 kept',
    '# today',
    '2 ten minutes ago',
    '# yesterday',
    '3 an hour ago',
    '# week',
    '4 three days ago',
    '# earlier',
    '5 long ago',
  ])
})

test('a session put into the trash comes back by Undo, and is open again where it was open', async () => {
  const services = createFakeServices({ sessions: fakeSessions(['Kyoto']) })
  const session = services.sessions.list.current()[0]!
  useView.getState().open({ kind: 'chat', session: session.id })
  await createSessionActions(services, localisationFor('en')).trash(session)
  const inTrash = { trashedAt: services.sessions.list.current()[0]?.trashedAt ?? null, screen: useView.getState().screen }
  expect(inTrash).toEqual({ trashedAt: expect.any(Number), screen: { kind: 'chat', session: null } })

  expect(runLatestToastAction()).toBe(true)
  await expect.poll(() => useView.getState().screen).toEqual({ kind: 'chat', session: session.id })
  expect(services.sessions.list.current()[0]?.trashedAt).toBeNull()
  expect(useToasts.getState().toasts).toEqual([])
})

test('the palette finds words in any order, Chinese inside a title, and survives signs', () => {
  const titles = ['New session', 'Pinned session 1', '京都三日慢游', 'Search everything']
  const find = (needle: string) => rank(titles, (title) => title, needle)
  expect([find('session new'), find('三日'), find('serch'), find('(')]).toEqual([['New session'], ['京都三日慢游'], ['Search everything'], []])
})
