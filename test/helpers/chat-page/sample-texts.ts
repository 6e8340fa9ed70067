const kyoto = `## Day 1: the eastern hills

Begin at **Kiyomizu-dera** before eight, when the lanes are still quiet, and walk downhill from there.

1. Kiyomizu-dera, one hour
2. Ninenzaka and Sannenzaka, with a stop for tea
3. Kodai-ji in the late afternoon
   - the garden is lit from 17:30
   - tickets cost ¥600, about $4

| Day | Morning | Afternoon | Walk |
| --- | --- | --- | ---: |
| 1 | Kiyomizu-dera | Kodai-ji | 4.2 km |
| 2 | Fushimi Inari | Tofuku-ji | 6.0 km |
| 3 | Arashiyama | Ryoan-ji | 5.1 km |

> Buses are slow after four. Take the Keihan line instead.

See the [city's own guide](https://kyoto.travel/en/) for opening hours.`

const code = `The distance is \\(d = \\sqrt{x^2 + y^2}\\), so in the general case

$$
\\|v\\| = \\Bigl(\\sum_{i=1}^{n} |v_i|^2\\Bigr)^{1/2}
$$

and the function is short:

\`\`\`ts
/** Euclidean length of a vector. */
export function lengthOf(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
}
\`\`\`

- [x] handles the empty vector
- [ ] handles very large values

It costs $5 to $10 a month, and \`Math.hypot\` does the same.[^1]

[^1]: With better care for overflow.`

const picture = 'Here is the map you asked for: ![Map of the route](https://maps.example.org/route.png)\n\nThe dashed line is the bus.'

const chinese = `## 第一天：东山

早上八点前到**清水寺**，那时小路还很安静，然后一路走下坡。

1. 清水寺，约一小时
2. 二年坂与三年坂，中途喝茶
3. 傍晚去高台寺
   - 17:30 起庭院亮灯
   - 门票 600 日元，约 $4

| 天数 | 上午 | 下午 | 步行 |
| --- | --- | --- | ---: |
| 1 | 清水寺 | 高台寺 | 4.2 km |
| 2 | 伏见稻荷 | 东福寺 | 6.0 km |

> 下午四点以后公交很慢，建议坐京阪线。

开放时间见[京都市官方指南](https://kyoto.travel/en/)。`

export const sampleAnswers = { en: [kyoto, code, picture], 'zh-CN': [chinese, code, picture] }

export const sampleQuestions = {
  en: ['Plan three days in Kyoto for us: temples, a slow pace, vegetarian food.', 'How do I compute the length of a vector?', 'And a map?'],
  'zh-CN': ['帮我们安排三天京都行程：寺庙、慢节奏、素食。', '怎么计算向量的长度？', '有地图吗？'],
}
