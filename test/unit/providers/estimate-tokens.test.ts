import { expect, test } from 'vitest'
import { estimateImageTokens, estimateTokens } from '@shared/providers/estimate-tokens'

test.each([
  // Counts of OpenAI's o200k vocabulary.
  [
    'English',
    'The quick brown fox jumps over the lazy dog. It was a bright cold day in April, and the clocks were striking thirteen.',
    26,
    0.1,
  ],
  [
    'German',
    'Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung aller staatlichen Gewalt.',
    25,
    0.1,
  ],
  ['Chinese', '人工智能正在改变我们的生活方式，从医疗到教育，无处不在。', 16, 0.25],
  ['Japanese', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。', 32, 0.25],
  ['Korean', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.', 24, 0.25],
  ['Russian', 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.', 25, 0.25],
])('tokens of %s prose are estimated within the documented error', (_, words, counted, error) => {
  expect(Math.abs(estimateTokens(words) / counted - 1)).toBeLessThanOrEqual(error)
})

test('nothing has no tokens, an image has as many as its fitted pixels', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateImageTokens(1000, 750)).toBe(1000)
  expect(estimateImageTokens(8000, 6000)).toBe(estimateImageTokens(1568, 1176))
})
