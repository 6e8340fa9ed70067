import type { Language } from '@renderer/i18n'

export interface SampleSession {
  readonly hoursAgo: number
  readonly isPinned: boolean
  readonly turns: readonly { readonly question: string; readonly answers: readonly string[] }[]
}

export interface SampleWorkspace {
  readonly profile: readonly string[]
  readonly sessions: readonly SampleSession[]
}

/** A small workspace to look around in; the people and facts in it are made up. */
export const sampleWorkspace: Record<Language, SampleWorkspace> = {
  en: {
    profile: [
      'I am Mira, a landscape designer in Lyon.',
      '- Metric units, 24-hour clock',
      '- Short answers first, details after',
      '- Vegetarian',
      '- Working on a courtyard garden for a library, due in March',
    ],
    sessions: [
      {
        hoursAgo: 2,
        isPinned: true,
        turns: [
          {
            question: 'Plan three slow days in Kyoto: temples, gardens, no rushing.',
            answers: [
              [
                '## Day 1: the east, on foot',
                '- **Morning** Nanzen-ji before nine, then the Philosopher’s Path south to north.',
                '- **Afternoon** Hōnen-in, small and nearly empty.',
                '',
                '## Day 2: moss and water',
                '- **Morning** Saihō-ji (book two months ahead).',
                '- **Afternoon** tea by the Ōi river in Arashiyama, after the tour groups have left.',
                '',
                '## Day 3: one garden, properly',
                'Spend it at **Shūgaku-in**. The upper garden is the finest borrowed landscape in the city.',
              ].join('\n'),
              [
                'One garden a day, nothing else planned:',
                '',
                '| Day | Garden | Best hour | Booking |',
                '|---|---|---|---|',
                '| 1 | Shisen-dō | 09:00 | none |',
                '| 2 | Katsura Rikyū | 10:00 | weeks ahead |',
                '| 3 | Shūgaku-in | 13:30 | weeks ahead |',
              ].join('\n'),
            ],
          },
          {
            question: 'Which of these is best in light rain?',
            answers: [
              'Shisen-dō. You sit under the eaves and the white sand garden is made for grey light; the *sōzu* sounds clearer in rain, too.',
            ],
          },
        ],
      },
      {
        hoursAgo: 5,
        isPinned: false,
        turns: [
          {
            question: 'I moved to Marseille last month, and I prefer night trains. How do I get to Turin with a bicycle? My sister Ana comes along.',
            answers: [
              [
                'No night train runs there; by day it works well:',
                '',
                '1. **Marseille to Ventimiglia** by regional train, bicycles travel free.',
                '2. **Ventimiglia to Turin** over the Tenda pass; a bicycle ticket costs €3.50.',
                '',
                'Count on eight hours with the change, and book nothing: neither train has reservations.',
              ].join('\n'),
            ],
          },
          {
            question: 'Good. I need to call the hostel about two bicycles. And I am allergic to cats, are there any?',
            answers: ['I cannot see that from here. Ask it in the same call: whether there are **animals in the house**, and where bicycles stay at night.'],
          },
        ],
      },
      {
        hoursAgo: 26,
        isPinned: false,
        turns: [
          {
            question: 'How much water does a 120 m² planted roof hold in a 30 mm rain?',
            answers: [
              [
                'The rain itself is $$V = A \\cdot h = 120\\,\\mathrm{m^2} \\times 0.03\\,\\mathrm{m} = 3.6\\,\\mathrm{m^3}$$',
                '',
                'An extensive roof of 10 cm keeps roughly half of that at first, so expect about **1.8 m³ held** and the rest delayed.',
              ].join('\n'),
            ],
          },
        ],
      },
      {
        hoursAgo: 80,
        isPinned: false,
        turns: [
          {
            question: 'Group plants by bloom month in TypeScript.',
            answers: [
              [
                'With `Map.groupBy`, or by hand where it is missing:',
                '',
                '```ts',
                'type Plant = { name: string; bloomsIn: number }',
                '',
                'function byMonth(plants: readonly Plant[]): Map<number, Plant[]> {',
                '  const months = new Map<number, Plant[]>()',
                '  for (const plant of plants) {',
                '    months.set(plant.bloomsIn, [...(months.get(plant.bloomsIn) ?? []), plant])',
                '  }',
                '  return months',
                '}',
                '```',
              ].join('\n'),
            ],
          },
        ],
      },
    ],
  },
  'zh-CN': {
    profile: ['我叫林墨，在杭州做景观设计。', '- 公制单位，24 小时制', '- 先给结论，再讲细节', '- 吃素', '- 正在做一座图书馆的庭院，三月交图'],
    sessions: [
      {
        hoursAgo: 2,
        isPinned: true,
        turns: [
          {
            question: '帮我安排三天慢节奏的京都：寺院、庭园，不赶路。',
            answers: [
              [
                '## 第一天：东山，步行',
                '- **上午** 九点前到南禅寺，再沿哲学之道由南往北走。',
                '- **下午** 法然院，小而清静。',
                '',
                '## 第二天：苔与水',
                '- **上午** 西芳寺（需提前两个月预约）。',
                '- **下午** 等旅行团散去，在岚山大堰川边喝茶。',
                '',
                '## 第三天：好好看一座园',
                '整天留给**修学院离宫**，上御茶屋的借景是全城最好的。',
              ].join('\n'),
              [
                '一天一座园，其余不排：',
                '',
                '| 日 | 庭园 | 最好的时辰 | 预约 |',
                '|---|---|---|---|',
                '| 1 | 诗仙堂 | 09:00 | 不用 |',
                '| 2 | 桂离宫 | 10:00 | 提前数周 |',
                '| 3 | 修学院离宫 | 13:30 | 提前数周 |',
              ].join('\n'),
            ],
          },
          {
            question: '小雨天去哪一座最好？',
            answers: ['诗仙堂。坐在檐下看白砂庭，灰调的天光正合适；雨里添水的声音也更清楚。'],
          },
        ],
      },
      {
        hoursAgo: 5,
        isPinned: false,
        turns: [
          {
            question: '我上个月搬到苏州了，我更喜欢坐夜车。带自行车去黄山怎么走？我妹妹小安也去。',
            answers: [
              [
                '没有合适的夜车，白天走更顺：',
                '',
                '1. **苏州到杭州**，普速列车，自行车可托运。',
                '2. **杭州到黄山北**，折叠车可以直接带上高铁。',
                '',
                '连换乘大约五小时，提前一天办托运就行。',
              ].join('\n'),
            ],
          },
          {
            question: '好的。我得给民宿打电话问自行车放哪儿。另外我对猫毛过敏，那里有猫吗？',
            answers: ['这里看不到。打电话时一起问：**院里养不养动物**，自行车夜里停在哪儿。'],
          },
        ],
      },
      {
        hoursAgo: 26,
        isPinned: false,
        turns: [
          {
            question: '120 平方米的屋顶绿化，遇上 30 毫米的雨能蓄多少水？',
            answers: [
              [
                '雨量本身是 $$V = A \\cdot h = 120\\,\\mathrm{m^2} \\times 0.03\\,\\mathrm{m} = 3.6\\,\\mathrm{m^3}$$',
                '',
                '10 厘米厚的粗放型屋顶起初大约能留住一半，即**约 1.8 立方米**，其余延后排出。',
              ].join('\n'),
            ],
          },
        ],
      },
      {
        hoursAgo: 80,
        isPinned: false,
        turns: [
          {
            question: '用 TypeScript 按花期月份给植物分组。',
            answers: [
              [
                '可以用 `Map.groupBy`，没有时自己写：',
                '',
                '```ts',
                'type Plant = { name: string; bloomsIn: number }',
                '',
                'function byMonth(plants: readonly Plant[]): Map<number, Plant[]> {',
                '  const months = new Map<number, Plant[]>()',
                '  for (const plant of plants) {',
                '    months.set(plant.bloomsIn, [...(months.get(plant.bloomsIn) ?? []), plant])',
                '  }',
                '  return months',
                '}',
                '```',
              ].join('\n'),
            ],
          },
        ],
      },
    ],
  },
}
