import type { Phrases } from './persona'

const fence = '```'

export const chinese: Phrases = {
  greeting: (model) =>
    `你好！我是 **${model}**，一个演示模型，不是语言模型：我的回答都是事先写好的，让你不用密钥也能试用。\n\n可以让我给出*表格*、*代码*、*公式*、*清单*，写一段*长文*，或者问我知道你什么。`,
  table: [
    '三种记笔记的方式，放在一起看：',
    '',
    '| 方式 | 适合 | 代价 |',
    '| --- | --- | ---: |',
    '| 纸质笔记本 | 思考、画草图 | 需要重新录入 |',
    '| 纯文本文件 | 搜索、长期保存 | 需要自律 |',
    '| 可编辑的个人档案 | 让助手记住你 | 偶尔看一眼 |',
    '',
    '拿不定主意的话，先用**纯文本**：以后换成哪一种都不难。',
  ].join('\n'),
  code: [
    '下面的函数按键分组，并保持原来的顺序：',
    '',
    `${fence}ts`,
    'export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {',
    '  const groups = new Map<Key, Item[]>()',
    '  for (const item of items) {',
    '    const group = groups.get(keyOf(item))',
    '    if (group === undefined) groups.set(keyOf(item), [item])',
    '    else group.push(item)',
    '  }',
    '  return groups',
    '}',
    fence,
    '',
    '`Map` 会记住键第一次出现的顺序，所以不必再排序。',
  ].join('\n'),
  math: [
    '本金 $$P$$、年利率 $$r$$、存 $$n$$ 年，复利为：',
    '',
    '$$',
    'A = P \\left(1 + \\frac{r}{100}\\right)^{n}',
    '$$',
    '',
    '当 \\(P = 1000\\)、\\(r = 3\\)、\\(n = 10\\) 时，约为 **1343.92**。',
  ].join('\n'),
  list: [
    '一份简单的本周计划：',
    '',
    '1. **周一**：写下最重要的那个结果。',
    '2. **周二、周三**：各安排两段 90 分钟，只做这一件事。',
    '   - 手机放到别的房间',
    '   - 在还顺手的时候停下',
    '3. **周四**：拿给别人看看。',
    '4. **周五**：收拾好，写下周一要先做什么。',
  ].join('\n'),
  long: longText(),
  slow: '这个问题我慢慢说。答案还是那一句：*先让它能用，再让它清楚；如果还有必要，再让它快。*',
  errors:
    '想看出错的样子，可以用 `fault:status-429`、`fault:cut-at-400`、`fault:no-terminal` 或 `fault:out-of-credit` 这样的模型名。这条回答本身没有问题。',
  files: (count) => `我收到了 ${count} 个文件。演示模型读不懂里面的内容，但文件已经完整送达。`,
  images: (count) => `我收到了 ${count} 张图片。演示模型看不到图里的内容，但图片已经完整送达。`,
  profile: (lines) =>
    lines.length === 0
      ? '什么也不知道：这次请求里没有任何个人档案的内容。在*个人档案*里写几行，再问我一次。'
      : `这次请求里，你的个人档案告诉了我 ${lines.length} 行：\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n除此之外，我对你一无所知。`,
  continued: '于是从停下的地方接着往下，一直到好好地结束。',
  toolResult: (result) => `工具的回答：\n\n> ${result.split('\n').join('\n> ')}`,
  general: (question, turn, lines) => {
    const bow = lines.length === 0 ? '' : `\n\n我记得：*${lines[0] ?? ''}*`
    const shapes = [
      `你问的是：“${question}”。\n\n### 简单说\n要看你最想保住什么：速度、成本，还是把握。先选一个。\n\n### 可以这样开始\n1. 用一句话说清楚“完成”是什么样子。\n2. 今天先试最小的那一步。\n3. 留下有用的，去掉其余的。${bow}`,
      `关于“${question}”，有两点值得注意：\n\n- **已知的**往往比想象的多，先写下来。\n- **未知的**往往只有一个问题，而不是五个。\n\n> 能说出那个问题，就已经走了一半。${bow}`,
      `换个说法来看“${question}”。\n\n**如果必须正确**，就再找一个来源核对；**如果必须快**，就选最容易反悔的做法。\n\n需要我整理成表格，还是步骤清单？${bow}`,
    ]
    return shapes[Math.floor(turn / 2) % shapes.length] ?? ''
  },
  reasoning: (question) =>
    `对方写的是：“${question}”。先想想什么样的回答最有帮助：先给一句简短的结论，再给一个可以继续的办法。不必聪明，清楚就够了。`,
}

function longText(): string {
  const paragraphs = [
    '从前有一种札记本，人们把值得记住的东西写在里面：一句诗、一个方子、羊毛的价钱，或是路上遇见的某个人的名字。',
    '它的用处不在写下，而在回头再看。条目有标题，标题有索引，索引一补就是好多年。',
    '不再翻看的东西，只是存着，并不算留着。纸上如此，硬盘上也如此。',
    '所以好的记录者首先是好的编辑：把不再属实的划掉，把有了更好去处的挪走。',
  ]
  const sections = ['它从哪里来', '怎样记', '划掉了什么', '为什么仍然有用', '今天怎样做', '最后一句']
  return sections
    .map(
      (title, index) =>
        `## ${title}\n\n${paragraphs.map((_, at) => paragraphs[(at + index) % paragraphs.length]).join('\n\n')}`,
    )
    .join('\n\n')
}
