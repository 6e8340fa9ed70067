import { add, at, deeds, expire, supersede, talk, type Month } from '../month/script'

/** Much turns round: what she wants of answers, her work, her home. */
export const changes: Month = [
  deeds(
    at(15, '12:20'),
    { does: 'accept', statement: '音乐学校的土 pH 值是 7.8' },
    { does: 'accept', statement: '富阳的苗圃每周四送货' },
    { does: 'accept', statement: '同事阿夏负责灌溉设计' },
    { does: 'accept', statement: '顾先生是音乐学校的校长' },
  ),
  talk(
    at(13, '18:15'),
    '这份工作值多少',
    [['我的工资是每月 15000 元。做了八年，算合理吗？', '在你那一带略低于中位数。像屋顶花园这样由你独自负责的项目，就是谈加薪的理由。']],
    { noticed: [add(1, '我的工资是每月 15000 元', 'identity', '工资每月 15000 元')] },
  ),
  deeds(at(13, '18:40'), { does: 'reject', statement: '工资每月 15000 元' }, { does: 'never', kind: 'topic', text: '工资' }),
  talk(
    at(12, '10:30'),
    '橄榄与无花果过冬',
    [
      ['这里的橄榄能过冬，无花果为什么不行？', '橄榄会休眠，无花果不会。'],
      [
        '以后请讲得详细一点，太短的回答我还得猜。',
        '橄榄会抗寒锻炼：从十月起，它把水移出细胞，剩下的要到零下 10 度才结冰，而不是零下 3 度。无花果只要天气暖就一直长，第一个寒夜来的时候，嫩枝里满是水。它能从根部重新发芽，但当年的果子就没有了。',
      ],
    ],
    { noticed: [supersede(2, '以后请讲得详细一点', '我喜欢简短的回答', '回答要详细一点', { topic: 'answer length' })] },
  ),
  deeds(at(12, '10:50'), { does: 'accept', statement: '回答要详细一点', as: '回答要详细，讲清原因' }),
  talk(
    at(10, '17:30'),
    '图书馆开放',
    [['图书馆的庭院昨天交付了，这个项目结束了。要提醒园丁注意什么？', '第一个夏天：每周给新种的鹅耳枥浇透水，砾石别去动它，到秋天自己就稳了。']],
    { noticed: [expire(1, '图书馆的庭院昨天交付了，这个项目结束了', '市图书馆的庭院', { reason: '已经交付' })] },
  ),
  deeds(at(10, '17:45'), { does: 'accept-end', of: '市图书馆的庭院' }),
  talk(
    at(9, '08:20'),
    '新工作室的第一周',
    [['我跳槽到南溪工作室了，工资会涨到 17000 元。第一周该问些什么？', '谁拍板、谁熟悉现场、图纸放在哪里。再问问他们怎么对客户说不，这最能看出一家工作室。']],
    {
      noticed: [
        supersede(1, '我跳槽到南溪工作室了', '在北山设计院工作', '在南溪工作室工作', { topic: 'employer' }),
        add(1, '工资会涨到 17000 元', 'identity', '工资 17000 元'),
      ],
    },
  ),
  deeds(at(9, '08:45'), { does: 'accept', statement: '在南溪工作室工作' }),
  deeds(
    at(8, '12:00'),
    { does: 'write', section: 'knowledge', text: '工作室的面包车周一有人订了' },
    { does: 'set-lifetime', section: 'preferences', days: 21, end: 'review' },
  ),
  { kind: 'part', when: at(6, '09:00') },
  talk(at(6, '12:10'), '昆山的房子', [['请记住我住在昆山。早上去车站怎么走最快？', '七点半之前坐快线公交；再晚就骑车，沿河二十五分钟。']]),
  talk(
    at(6, '20:30'),
    '无锡的房子',
    [['那套没租成。请记住我住在无锡。早上有早班车吗？', '头班车六点前就开，二十分钟到；之后每半小时一班。']],
    { isOnPhone: true },
  ),
  { kind: 'meet', when: at(5, '08:15') },
]
