import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { diffWords, sideOf, type DiffPiece } from '@renderer/parts/memory/word-diff'

const marked = (pieces: readonly DiffPiece[]) =>
  pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('')

test('a change of words is marked as one, with the words around it left alone', () => {
  expect(marked(diffWords('Works at Acme as designer', 'Works at Globex as design lead', 'en'))).toBe(
    'Works at [-Acme-]{+Globex+} as [-designer-]{+design lead+}',
  )
})

test('Chinese is compared by its words', () => {
  expect(marked(diffWords('我住在苏州，在设计公司工作', '我住在杭州，在设计公司工作', 'zh-CN'))).toBe('我住在[-苏州-]{+杭州+}，在设计公司工作')
})

test('a character or two that stay between two changes are part of the change; a pause or a word is not', () => {
  expect(marked(diffWords('我住在苏州，喜欢安静的小茶室', '我搬到杭州，喜欢安静的小茶室', 'zh-CN'))).toBe('我[-住在苏州-]{+搬到杭州+}，喜欢安静的小茶室')
  expect(marked(diffWords('每周三在苏州公司上班，不坐飞机', '每周四在杭州公司开会，不坐飞机', 'zh-CN'))).toBe('每周[-三在苏州公司上班-]{+四在杭州公司开会+}，不坐飞机')
  expect(marked(diffWords('住在苏州，喝绿茶，常常散步', '住在杭州，喝红茶，常常散步', 'zh-CN'))).toMatch(/，喝/)
})

test('statements with little in common are shown whole', () => {
  expect(diffWords('Drinks coffee after lunch', 'Moved to Turin with two cats', 'en')).toEqual([
    { kind: 'removed', text: 'Drinks coffee after lunch' },
    { kind: 'added', text: 'Moved to Turin with two cats' },
  ])
})

test('nothing changed, nothing was there, nothing is left', () => {
  expect(diffWords('Tea', 'Tea', 'en')).toEqual([{ kind: 'same', text: 'Tea' }])
  expect(diffWords('', '', 'en')).toEqual([])
  expect(diffWords('', 'Tea', 'en')).toEqual([{ kind: 'added', text: 'Tea' }])
  expect(diffWords('Tea', '', 'en')).toEqual([{ kind: 'removed', text: 'Tea' }])
})

test('both sides read as they were, whatever the texts', () => {
  const statement = fc.oneof(fc.string({ maxLength: 60 }), fc.array(fc.constantFrom('works', 'at', 'Globex', '住在', '苏州', '，', ' '), { maxLength: 30 }).map((all) => all.join('')))
  fc.assert(
    fc.property(statement, statement, (before, after) => {
      const pieces = diffWords(before, after, 'zh-CN')
      const read = (side: 'before' | 'after') => sideOf(pieces, side).map(({ text }) => text).join('')
      expect([read('before'), read('after')]).toEqual([before, after])
    }),
  )
})

test('a list of new statements is shown without cutting one of them into words', () => {
  const made = vi.spyOn(Intl, 'Segmenter')
  for (let line = 0; line < 40; line++) diffWords('', `Prefers trains ${line}`, 'en')
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

test('very long texts are answered at once', { retry: 2 }, () => {
  const long = 'word '.repeat(5_000)
  const start = performance.now()
  expect(diffWords(long, `${long}more`, 'en')).toHaveLength(2)
  expect(performance.now() - start).toBeLessThan(200)
})
