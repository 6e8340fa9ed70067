import { expect, test } from 'vitest'
import { titleFrom } from '@shared/sessions/title'

test.each([
  ['Plan a trip', 'Plan a trip'],
  ['## Plan a **trip** to [Kyoto](https://example.org)', 'Plan a trip to Kyoto'],
  ['```ts\nconst answer = 42\n```', 'const answer = 42'],
  ['\n\n> - *quoted* item\nsecond line', 'quoted item'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['', ''],
  ['  \n \t ', ''],
  ['What would be the best time of the year to travel to Kyoto?', 'What would be the best time of the year…'],
  ['请帮我计划一次去京都的旅行，时间在四月中旬，预算不超过一万元人民币', '请帮我计划一次去京都的旅行，时间在四月中…'],
  ['用 TypeScript 写一个可以在浏览器里离线运行的同步引擎程序', '用 TypeScript 写一个可以在浏览器里离线运…'],
  ['a'.repeat(100), `${'a'.repeat(40)}…`],
])('the title of %j', (text, title) => {
  expect(titleFrom(text)).toBe(title)
})

test('a title never ends inside a character', () => {
  expect(titleFrom('🙂'.repeat(40))).toBe(`${'🙂'.repeat(20)}…`)
})
