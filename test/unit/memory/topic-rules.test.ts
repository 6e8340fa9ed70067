import { expect, test } from 'vitest'
import { memoryTextFor } from '@renderer/i18n/memory-text'
import { matchesRule, topicOf } from '@shared/memory/words'

const about = (topic: string, text: string) => matchesRule({ kind: 'topic', text: topic }, text)

test('a rule that names a topic keeps out what is about it, in both languages, without a word in common', () => {
  expect([about('home city', 'Lives in Lyon'), about('居住地', '我住在苏州'), about('where I live', 'Lives in Lyon'), about('居住地', 'Lives in Lyon')]).toEqual([true, true, true, true])
  expect([about('home city', 'Likes Lyon'), about('居住地', '喜欢苏州'), about('employer', 'Lives in Lyon')]).toEqual([false, false, false])
})

test('what the app calls a topic is understood as that topic', () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const labels = Object.entries(memoryTextFor(language).topics).filter(([topic]) => !topic.startsWith('favourite '))
    expect(labels.filter(([topic, label]) => !about(label, `Something\n${topic}`) && topicOf(label) !== topic)).toEqual([])
  }
})
