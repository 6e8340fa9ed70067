import { add, at, deeds, supersede, talk, type MonthScript } from '../month/script'

/** She introduces herself, talks about this and that, and moves. */
export const beginning: MonthScript = ({ date, spoken }) => [
  deeds(
    at(30, '08:30'),
    { does: 'write', section: 'identity', text: '我叫林墨，做景观设计' },
    { does: 'write', section: 'identity', text: '我住在杭州' },
    { does: 'write', section: 'identity', text: '会说英语，日语懂一点' },
    { does: 'write', section: 'preferences', text: '公制单位，24 小时制', isPinned: true },
    { does: 'write', section: 'preferences', text: '我喜欢简短的回答' },
    { does: 'write', section: 'projects', text: '市图书馆的庭院' },
    { does: 'write', section: 'constraints', text: '不要推荐入侵植物', isPinned: true },
  ),
  talk(
    at(29, '10:10'),
    '屋顶绿化能蓄多少水',
    [
      [
        '120 平方米的屋顶绿化，遇上 30 毫米的雨能蓄多少水？',
        '雨量本身是 $$V = A \\cdot h = 120\\,\\mathrm{m^2} \\times 0.03\\,\\mathrm{m} = 3.6\\,\\mathrm{m^3}$$\n\n10 厘米厚的粗放型屋顶起初大约能留住一半，即**约 1.8 立方米**，其余延后排出。',
      ],
      ['明白了。我在北山设计院工作，我们正在给一所音乐学校做 120 平方米的屋顶花园。', '那就按 2 立方米来算，并在最低的一角留溢流口：楼下是操场，不能积水。'],
    ],
    {
      noticed: [
        add(2, '我在北山设计院工作', 'identity', '在北山设计院工作', { topic: 'employer' }),
        add(2, '我们正在给一所音乐学校做 120 平方米的屋顶花园', 'projects', '正在给音乐学校做 120 平方米的屋顶花园'),
      ],
    },
  ),
  talk(
    at(28, '19:20'),
    '八个人的晚饭',
    [
      ['我吃素，周六要请八位客人，做什么好？', '南瓜鼠尾草焗菜、腌柠檬小扁豆沙拉、红酒炖梨，都可以提前做好。'],
      ['我姐姐林岚对坚果过敏，请不要放。她住在宁波，坐火车过来。', '这三样都没有坚果。沙拉用葵花籽油就好，别顺手用了核桃油。'],
    ],
    {
      noticed: [
        add(1, '我吃素', 'preferences', '吃素', { topic: 'diet' }),
        add(2, '对坚果过敏', 'constraints', '对坚果过敏'),
        add(2, '我姐姐林岚对坚果过敏', 'people', '姐姐林岚对坚果过敏'),
      ],
    },
  ),
  deeds(at(28, '19:50'), { does: 'reject', statement: '对坚果过敏' }, { does: 'accept', statement: '姐姐林岚对坚果过敏' }),
  deeds(
    at(26, '09:15'),
    { does: 'write', section: 'people', text: '伴侣周远教大提琴' },
    { does: 'write', section: 'projects', text: '写一本讲旱园的书，每月一章' },
    { does: 'write', section: 'constraints', text: '种植土里不用泥炭' },
  ),
  talk(
    at(25, '14:00'),
    '按花期给植物分组',
    [
      [
        '用 TypeScript 按花期月份给植物分组。',
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
      ['好用！从今天起我就是苔藓女王，哈哈。', '参见女王。那名单就从金发藓开始？'],
      ['有位客户写道：“我讨厌砾石，到处都要种月季。”怎么回得客气些？', '先谢谢她说得这么清楚，再给两个方案：一个只有月季，一个加上让月季健康的伴生植物。她会选后者。'],
    ],
    {
      noticed: [
        add(2, '从今天起我就是苔藓女王', 'identity', '苔藓女王'),
        add(3, '我讨厌砾石，到处都要种月季', 'preferences', '讨厌砾石，到处都要种月季'),
      ],
    },
  ),
  deeds(at(25, '14:30'), { does: 'reject', statement: '苔藓女王' }, { does: 'reject', statement: '讨厌砾石，到处都要种月季' }),
  talk(
    at(23, '08:55'),
    '工作时间',
    [
      ['请记住我的工作时间是 8 点到 16 点。', '记下了。'],
      ['不对，我的工作时间是 9 点到 17 点。', '改成 9 点到 17 点了。'],
      ['说错了，我的工作时间是 9 点到 16 点。', '好，9 点到 16 点。'],
    ],
  ),
  deeds(at(20, '11:00'), {
    does: 'import',
    from: 'ChatGPT',
    text: '- 植物名先写拉丁学名，再写中文名\n- 用 AutoCAD 和 SketchUp 画图\n- 住在北京',
  }),
  deeds(
    at(20, '11:05'),
    { does: 'accept', statement: '植物名先写拉丁学名，再写中文名' },
    { does: 'accept', statement: '用 AutoCAD 和 SketchUp 画图' },
    { does: 'reject', statement: '住在北京' },
  ),
  talk(
    at(19, '16:40'),
    '取水许可',
    [[`我要在${spoken(-6)}之前续办取水许可。要准备哪些材料？`, '旧许可证、1:500 的总平面图，还有每月的预计用水量。一般要两个星期。']],
    { noticed: [add(1, `我要在${spoken(-6)}之前续办取水许可`, 'tasks', '续办取水许可', { expiresOn: date(-6) })] },
  ),
  talk(
    at(17, '07:50'),
    '苏州的阳台',
    [['我搬到苏州了。朝北的阳台种什么好？', '蕨类、矾根和玉簪；盆够大的话可以种一株绣球。梅雨季注意排水。']],
    { noticed: [supersede(1, '我搬到苏州了', '我住在杭州', '住在苏州', { topic: 'home city' })] },
  ),
  deeds(at(17, '08:10'), { does: 'accept', statement: '住在苏州' }),
]
