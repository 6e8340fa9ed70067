import { describe, expect, test } from 'vitest'
import { isSensitive, matchCorrection, matchesRule, matchForget, sensitiveCategoriesOf } from '@shared/memory/words'

const lines = [
  { id: 'city', text: '- Lives in Lyon' },
  { id: 'job', text: 'I work at Acme as a designer' },
  { id: 'birthday', text: 'My birthday is May 3' },
  { id: 'diet', text: 'Vegetarian' },
  { id: 'dog', text: 'Has a dog called Rex' },
  { id: 'walk', text: 'Walks the dog every morning' },
  { id: 'short', text: 'Prefers concise answers' },
  { id: 'trip', text: 'Travels to Japan in April' },
  { id: 'meat', text: 'Does not like mushrooms' },
  { id: 'zh-city', text: '住在上海' },
  { id: 'zh-cat', text: '有一只猫叫咪咪' },
  { id: 'zh-peanut', text: '对花生过敏' },
] as const
const english = lines.filter(({ id }) => !id.startsWith('zh'))
const chinese = lines.filter(({ id }) => id.startsWith('zh'))

describe('matchForget', () => {
  test.each([
    ['I live in Lyon', ['city']], ['I live in Paris', []], ['where I live', ['city']], ['my job', ['job']], ['my birthday', ['birthday']], ['my dog', ['dog', 'walk']], ['Rex', ['dog']], ['my diet', ['diet']],
    ['my trip to Japan', []], ['Japan', ['trip']], ['I travel to Japan', ['trip']], ['everything', []], ['everything about me', []], ['all', []], ['', []], ['my', []], ['that', []], ['my cat', []], ['I like mushrooms', []], ["I don't like mushrooms", ['meat']],
    ['I work at Acme', ['job']], ['concise answers', ['short']], ['my car', []], ['my address', []],
  ] as const)('%j', (about, ids) => expect(matchForget(about, english)).toEqual(ids))

  test.each([['我住在上海', ['zh-city']], ['我住在北京', []], ['我的猫', ['zh-cat']], ['花生过敏的事', ['zh-peanut']], ['我的狗', []], ['一切', []], ['所有记忆', []], ['我住在哪里', ['zh-city']]] as const)('%j', (about, ids) =>
    expect(matchForget(about, chinese)).toEqual(ids))

  test('what fits too many lines means none', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ id: index, text: `Dog number ${index}` })).map(({ id, text }) => ({ id: String(id), text }))
    expect(matchForget('dog', many)).toEqual([])
  })
})

describe('matchCorrection', () => {
  test.each([
    [null, 'I live in Paris', 'city'], ['Lyon', 'Paris', 'city'], ['I live in Lyon', 'I live in Paris', 'city'], ['Acme', 'Bolt', 'job'], [null, 'My birthday is May 4', 'birthday'], ['May 3', 'May 4', 'birthday'], [null, "I'm vegan", 'diet'], [null, 'Explain in more detail', 'short'],
    [null, 'I have a dog called Max', 'dog'], [null, 'Paris', null], ['Madrid', 'Paris', null], [null, 'I play chess', null], ['dog', 'cat', null], [null, 'I live in Lyon', null], ['Yon', 'Paris', null], [null, 'I drive a Honda', null],
  ] as const)('%j → %j: %j', (from, to, id) => expect(matchCorrection({ from, to }, english)?.id ?? null).toBe(id))

  test.each([[null, '我住在北京', 'zh-city'], ['上海', '北京', 'zh-city'], ['咪咪', '花花', 'zh-cat'], [null, '北京', null], ['狗', '猫', null]] as const)('%j → %j: %j', (from, to, id) =>
    expect(matchCorrection({ from, to }, chinese)?.id ?? null).toBe(id))
})

describe('matchesRule', () => {
  test.each([
    ['topic', 'job', 'I lost my job', true], ['topic', 'jobs', 'A new job', true], ['topic', 'my dogs', 'My dog is called Rex', true], ['topic', 'dog', 'I have a cat', false], ['topic', '工作', '我在谷歌工作', true], ['topic', '健康', '我很好', false], ['topic', '', 'anything', false], ['topic', '...', 'anything', false],
    ['category', 'health', 'I have diabetes', true], ['category', 'money', 'I have diabetes', false], ['category', 'health', '我有糖尿病', true], ['category', 'nothing', 'I have diabetes', false],
    ['pattern', 'acme', 'I work at ACME', true], ['pattern', 'project *x', 'Project Phoenix is on', true], ['pattern', 'a*b*c', 'a c b', false], ['pattern', '*', 'anything', false], ['pattern', '', 'anything', false], ['pattern', '(a+)+$', 'aaaa', false], ['pattern', '谷歌*工程师', '我在谷歌当工程师', true], ['pattern', '.', 'abc', false],
  ] as const)('%s %j on %j: %j', (kind, text, statement, matches) => expect(matchesRule({ kind, text }, statement)).toBe(matches))
})

describe('isSensitive', () => {
  test.each([
    ['I was diagnosed with diabetes', 'health'], ["I'm allergic to peanuts", 'health'], ['I take antidepressants', 'health'], ["I'm pregnant", 'health'], ['I am a Muslim', 'religion'], ['I go to church', 'religion'], ['I voted for the Greens', 'politics'], ['I am a Republican', 'politics'],
    ["I'm gay", 'sexuality'], ['I am bisexual', 'sexuality'], ['I am of Hispanic origin', 'ethnicity'], ['My salary is 50,000', 'money'], ['I am in debt', 'money'], ['I was arrested in 2010', 'crime'], ['I was convicted of fraud', 'crime'], ['My SSN is 078-05-1120', 'identity-number'], ['passport number: C01X00T47', 'identity-number'],
    ['我有抑郁症', 'health'], ['我对花生过敏', 'health'], ['我怀孕了', 'health'], ['我信仰佛教', 'religion'], ['我是基督徒', 'religion'], ['我是党员', 'politics'], ['我是同性恋', 'sexuality'], ['我是藏族', 'ethnicity'], ['我的月薪是两万', 'money'], ['我欠债十万', 'money'], ['我坐过牢，有前科', 'crime'], ['我的身份证号是11010519491231002X', 'identity-number'],
    ['I live in Lyon', null], ['I am vegetarian', null], ['I have two dogs', null], ['There is a race condition in my code', null], ['We have tech debt', null], ['I run diagnostics', null], ['I disabled the button', null], ['a conservative estimate', null], ['I prefer short answers', null], ['I like horse races', null], ['My name is Gayle', null],
    ['我住在里昂', null], ['我喜欢喝茶', null], ['我的代码有毛病', null], ['电脑病毒', null], ['我在谷歌工作', null], ['我有两只狗', null],
  ] as const)('%s: %s', (text, category) => expect(isSensitive(text)).toBe(category))

  test('a text may touch several categories', () => expect(sensitiveCategoriesOf('My salary pays for insulin')).toEqual(['health', 'money']))
})
