import { wordsOf } from './words'

/**
 * Words of everyday life that stand for one another: somebody who asks for "pets" means the dog. Each line has its
 * own group; before a colon stands the name of a kind, which leads to its members but not back.
 */
const sameMeaning = `
job work career profession occupation employment position
company firm employer business startup
boss manager supervisor
colleague coworker teammate
hire recruit
quit resign leave
salary pay wage income
school university college class course
study learn education degree
teacher professor tutor instructor
student pupil classmate
exam test
house home apartment flat condo
move relocate
rent lease landlord
city town
country nation abroad overseas
trip travel vacation holiday visit tour journey
flight fly plane airport
hotel hostel airbnb
car vehicle drive
doctor hospital clinic checkup
sick ill illness disease condition
injury hurt injured
medicine medication pill prescription
pain ache sore
health healthy fitness
exercise workout gym training
diet nutrition
weight overweight pound kilo
sleep insomnia
stress anxiety anxious pressure
relax unwind calm
happy glad joy excited
sad upset down unhappy
angry mad annoyed frustrated
afraid scared fear nervous worry
proud achievement accomplishment
spouse husband wife partner
boyfriend girlfriend date dating relationship
marry wedding married marriage engagement fiance
divorce breakup separated
child son daughter baby
parent mother father
sibling brother sister
friend buddy pal
family relative
pet dog cat puppy kitten
birthday anniversary
party celebration celebrate
gift present
movie film cinema
book novel read
author writer write
music song band concert
paint painting art artwork
photo picture photograph camera
sport game match team
win award prize trophy medal
competition contest tournament
food meal dish cook
restaurant cafe dinner
coffee tea drink
buy purchase order shop
price cost expensive cheap budget
money finance saving
phone mobile smartphone
computer laptop pc
bug error crash issue failure
server host deploy deployment
fix solve solution resolve
code program software developer
plan intend goal hope
dream aspiration ambition
idea suggestion recommend advice
decide decision choose
start begin
finish complete end
meet encounter
help support volunteer
charity donate donation fundraiser
beach sea ocean
mountain hike trail camp camping outdoors
forest nature park
religion religious church faith
politics political election vote
vegetarian vegan
allergy allergic
nickname name called
`

const kinds = `
sport: basketball football soccer tennis baseball volleyball hockey swim surf run ski snowboard cycle yoga boxing golf badminton climb marathon
exercise: run yoga swim gym jog cycle pilates hike
hobby: paint draw photography garden cook bake read write knit hike fish dance guitar piano pottery chess game collect
activity: paint camp hike swim run dance cook bake travel garden pottery yoga surf
outdoor: hike camp surf fish climb kayak bike beach mountain
instrument: guitar piano violin drum flute cello saxophone clarinet ukulele
music: song band album concert sing singer jazz rock classical
art: paint draw sculpture pottery sketch gallery exhibit watercolor
pet: dog cat puppy kitten hamster rabbit parrot turtle fish
animal: dog cat horse bird turtle rabbit
food: pizza pasta cake salad soup chicken cookie chocolate sushi curry sandwich noodle rice
dessert: cake cookie pie chocolate
drink: coffee tea beer wine juice soda
fruit: apple banana orange berry mango
vehicle: car truck bike motorcycle bus
family: mother father brother sister son daughter husband wife grandmother grandfather aunt uncle cousin
sibling: brother sister
health: doctor hospital checkup diet weight surgery pain
country: england france canada italy spain germany japan china india australia mexico brazil greece turkey ireland portugal uk usa
city: paris london rome tokyo berlin madrid barcelona chicago boston seattle toronto sydney beijing shanghai
place: beach mountain park city country museum cafe
accommodation: hotel hostel airbnb apartment
event: concert festival conference parade workshop party wedding fair exhibition competition
color: red blue green yellow purple orange pink black white
device: phone laptop tablet watch headphone
book: novel series trilogy memoir
status: single married divorced engaged
identity: gender race ethnicity nationality
language: english spanish french german chinese japanese italian python javascript typescript java rust
database: sql mysql postgres postgresql sqlite mongodb redis
system: linux windows macos ubuntu android ios
subject: math physics chemistry biology history literature
season: spring summer autumn winter
belief: church god faith religion
emotion: happy sad angry afraid proud
`

const sameMeaningChinese = `
工作 上班 职业 岗位 公司
辞职 离职 跳槽
同事 同伴
老板 领导 上司 经理
工资 薪水 收入
学校 大学 上学
老师 教授 导师
考试 成绩
房子 家里 公寓 租房 住处 住在
搬家 搬到 搬去
旅行 旅游 出差 度假
飞机 航班 机票 机场
酒店 民宿 宾馆
车子 开车 买车 汽车
医生 医院 看病 体检
生病 感冒 发烧
药物 吃药
过敏 忌口
健身 锻炼 运动 跑步 健身房
减肥 体重 减重
失眠 睡眠 睡觉
压力 焦虑 紧张
放松 解压 减压
开心 高兴
老公 丈夫 先生
老婆 妻子 太太
男友 男朋友
女友 女朋友
结婚 婚礼 订婚
孩子 儿子 女儿 小孩 宝宝
父母 爸妈 爸爸 妈妈 父亲 母亲
哥哥 弟弟 姐姐 妹妹
宠物 小狗 小猫 养狗 养猫
生日 过生
礼物 送给
电影 影院
看书 读书 小说
音乐 唱歌 歌曲 乐队 演唱会
画画 绘画 水彩
照片 拍照 摄影 相机
比赛 冠军 得奖 奖牌
吃饭 饭店 餐厅 做饭
好吃 爱吃 喜欢吃 口味
咖啡 喝茶 奶茶
价格 多少钱 花了 预算 费用
手机 电话
电脑 笔记本
问题 故障 报错 错误 毛病
解决 修好 修复
程序 代码 软件
打算 计划 准备
建议 推荐
决定 选择
喜欢 爱好 兴趣
`

const kindsChinese = `
运动: 跑步 游泳 篮球 足球 羽毛球 瑜伽 爬山 骑行 网球 乒乓球 滑雪 攀岩
爱好: 画画 摄影 钓鱼 跳舞 唱歌 看书 下棋 书法 园艺 烘焙 爬山 骑行
乐器: 吉他 钢琴 小提琴 二胡 古筝 口琴 尤克里里
宠物: 小狗 小猫 仓鼠 兔子 鹦鹉 乌龟 橘猫 金毛
家人: 爸爸 妈妈 哥哥 弟弟 姐姐 妹妹 爷爷 奶奶 外婆 外公 儿子 女儿
城市: 北京 上海 广州 深圳 杭州 成都 南京 武汉 西安 重庆 苏州 厦门
国家: 日本 韩国 美国 英国 法国 德国 泰国 意大利
语言: 英语 日语 法语 德语 韩语 西班牙语 python javascript typescript java rust
数据库: mysql postgresql sqlite mongodb redis
系统: linux windows macos ubuntu android ios
身体: 医院 体检 过敏 感冒 膝盖 胃病
`

const linesOf = (...texts: string[]): string[] => texts.flatMap((text) => text.trim().split('\n'))

/** Whole words only: the single characters of a Chinese word would lead to everything. */
const termsOf = (text: string): string[] => wordsOf(text).filter((word) => !/^\p{Script=Han}$/u.test(word))

function readGroups(): ReadonlyMap<string, readonly string[]> {
  const related = new Map<string, Set<string>>()
  const add = (from: string, to: readonly string[]): void => {
    const known = related.get(from) ?? new Set()
    for (const word of to) if (word !== from) known.add(word)
    related.set(from, known)
  }
  for (const line of linesOf(sameMeaning, sameMeaningChinese)) {
    for (const word of leadingTerms(line)) add(word, termsOf(line))
  }
  for (const line of linesOf(kinds, kindsChinese)) {
    const [name = '', members = ''] = line.split(':')
    for (const word of leadingTerms(name)) add(word, termsOf(members))
  }
  return new Map([...related].map(([word, to]) => [word, [...to]]))
}

/** Words that lead to others: the pairs of a longer Chinese word may belong to other words too. */
const leadingTerms = (line: string): string[] => line.split(' ').flatMap((word) => (termsOf(word).length === 1 ? termsOf(word) : []))

/** A word, as `wordsOf` gives it, to the words that may stand in its place. */
export const relatedWords = readGroups()
