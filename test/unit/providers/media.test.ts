import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairHistory } from '@shared/context/repair-history'
import type { MessageId } from '@shared/ids'
import { estimateFileTokens } from '@shared/providers/estimate-file-tokens'
import { takesFile } from '@shared/providers/file-forms'
import { attachableTypes, mediaKindOf } from '@shared/providers/media'
import { mediaTypeOf } from '@shared/providers/media-type'
import type { ApiKind } from '@shared/providers/model-call'
import { unknownMedia, type TakenMedia } from '@shared/providers/model-provider'
import type { FilePart, MessageRow } from '@shared/sessions/message'
import { mediaSamples } from '../../helpers/media-samples'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('the type of a file', () => {
  test.each(Object.entries(mediaSamples))('%s is told from its bytes, whatever it is called', (mediaType, { name, bytes }) => {
    expect(mediaTypeOf(bytes, name, '')).toBe(mediaType)
    expect(mediaTypeOf(bytes, name, 'application/octet-stream')).toBe(mediaType)
    if (mediaType !== 'audio/webm') expect(mediaTypeOf(bytes, 'renamed.txt', 'text/plain')).toBe(mediaType)
  })

  test('every type that can be attached has a sample and a kind', () => {
    expect(Object.keys(mediaSamples).sort()).toEqual([...attachableTypes].sort())
    expect(attachableTypes.map(mediaKindOf)).not.toContain(null)
  })

  test.each([
    ['a program that is called a picture', 'MZ\x90\0', 'photo.png', 'image/png', null],
    ['a page that is called a PDF', '<!doctype html><p>', 'a.pdf', 'application/pdf', null],
    ['text', 'Hello', 'a.txt', 'text/plain', null],
    ['nothing', '', 'a.mp3', 'audio/mpeg', null],
    ['a PDF behind a line of its printer', '\x1b%-12345X@PJL\n%PDF-1.7', 'a.pdf', '', 'application/pdf'],
    ['an MP4 that is said to be sound', '\0\0\0\x1cftypmp42', 'voice.m4a', 'audio/x-m4a', 'audio/mp4'],
    ['an MP4', '\0\0\0\x1cftypmp42', 'clip.mp4', 'video/mp4', 'video/mp4'],
    ['an iPhone’s picture', '\0\0\0\x1cftypheic', 'a.heic', 'image/heic', null],
    ['MP3 without tags', '\xff\xfb\x90\x64', 'a', '', 'audio/mpeg'],
    ['MP3 behind a recorder’s own words', '\0\0\0\0recorder', 'a.mp3', 'audio/mp3', 'audio/mpeg'],
    ['AVI', 'RIFF\0\0\0\0AVI LIST', 'a.avi', 'video/avi', null],
    ['Theora', 'OggS'.padEnd(28, '\0') + '\x80theora', 'a.ogv', 'video/ogg', null],
  ])('%s', (_what, start, name, claimed, expected) => {
    expect(mediaTypeOf(bytesOf(start), name, claimed)).toBe(expected)
  })

  test('whatever the bytes, the answer is a type that can be attached, or none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), fc.constantFrom(...attachableTypes, '', 'text/html'), (bytes, name, claimed) => {
        const found = mediaTypeOf(bytes, name, claimed)
        expect(found === null || attachableTypes.includes(found)).toBe(true)
      }),
    )
  })
})

const all: TakenMedia = { image: true, pdf: true, audio: true, video: true }
const model = (api: ApiKind, baseUrl: string, takes: TakenMedia) => ({ provider: { api, baseUrl }, facts: { takes } })

describe('whether a model takes a file', () => {
  const tables: readonly (readonly [string, ApiKind, string, string])[] = [
    ['OpenAI, Chat Completions', 'openai-chat', 'https://api.openai.com/v1', 'image pdf wav mp3'],
    ['OpenAI, Responses', 'openai-responses', 'https://api.openai.com/v1', 'image pdf'],
    ['Anthropic', 'anthropic-messages', 'https://api.anthropic.com', 'image pdf'],
    ['Gemini', 'gemini', 'https://generativelanguage.googleapis.com', 'image pdf wav mp3 flac video'],
    ['DeepSeek', 'openai-chat', 'https://api.deepseek.com', 'image'],
    ['Groq', 'openai-chat', 'https://api.groq.com/openai/v1', 'image'],
    ['xAI', 'openai-chat', 'https://api.x.ai/v1', 'image'],
    ['Mistral', 'openai-chat', 'https://api.mistral.ai/v1', 'image pdf wav mp3 flac'],
    ['Qwen', 'openai-chat', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'image wav mp3 flac video'],
    ['OpenRouter', 'openai-chat', 'https://openrouter.ai/api/v1', 'image pdf wav mp3 flac video'],
    ['vLLM', 'openai-chat', 'http://localhost:8000/v1', 'image pdf wav mp3 flac video'],
  ]
  const types = { image: 'image/png', pdf: 'application/pdf', wav: 'audio/wav', mp3: 'audio/mpeg', flac: 'audio/flac', video: 'video/mp4' }

  test.each(tables)('%s: what its requests have a form for', (_name, api, baseUrl, expected) => {
    const taken = Object.entries(types).filter(([, type]) => takesFile(model(api, baseUrl, all), type) === true)
    expect(taken.map(([name]) => name).join(' ')).toBe(expected)
    // Nobody knows: it is tried, but never what there is no form for.
    const unknown = Object.entries(types).filter(([, type]) => takesFile(model(api, baseUrl, unknownMedia), type) === null)
    expect(unknown.map(([name]) => name).join(' ')).toBe(expected)
    expect(Object.values(types).some((type) => takesFile(model(api, baseUrl, { image: false, pdf: false, audio: false, video: false }), type) !== false)).toBe(false)
  })

  test('a file of no known kind goes nowhere', () => {
    expect(takesFile(model('gemini', 'https://generativelanguage.googleapis.com', all), 'application/zip')).toBe(false)
  })
})

const file = (mediaType: string, more: Partial<FilePart> = {}): FilePart => ({ type: 'file', hash: 'a'.repeat(64) as FilePart['hash'], name: 'x', mediaType, sizeBytes: 1_000_000, ...more })

test.each([
  ['PDF by its pages', file('application/pdf', { pages: 4 }), 10_000],
  ['PDF by its size', file('application/pdf'), 25_000],
  ['sound by its length', file('audio/mpeg', { durationMs: 60_000 }), 1920],
  ['sound by its size', file('audio/wav', { sizeBytes: 1_764_000 }), 320],
  ['video by its length', file('video/mp4', { durationMs: 10_000 }), 3000],
  ['video by its size', file('video/mp4', { sizeBytes: 3_000_000 }), 3000],
  ['a picture by its pixels', file('image/png', { width: 750, height: 750 }), 750],
])('tokens of %s', (_what, part, tokens) => {
  expect(estimateFileTokens(part)).toBe(tokens)
})

describe('a file that the model cannot read', () => {
  const row = (parts: MessageRow['parts']) => ({ row: { id: 'm1' as MessageId, role: 'user', status: 'complete', parts } as MessageRow, parts })
  const target = (takes: TakenMedia, canCarry?: (type: string) => boolean) => ({ api: 'openai-chat', modelId: 'm', takes, canCarry })

  test.each([
    ['image/png', 'image'],
    ['application/pdf', 'PDF'],
    ['audio/mpeg', 'audio file'],
    ['video/mp4', 'video'],
  ] as const)('%s is named in words and counted, never dropped in silence', (mediaType, word) => {
    const kind = mediaKindOf(mediaType)
    const path = [row([file(mediaType, { name: 'talk' }), { type: 'text', text: 'What is this?' }])]
    const refusing = [target({ ...all, [kind ?? 'image']: false }), target(all, () => false)]
    for (const refused of refusing) {
      const { messages, shortened } = repairHistory(path, refused)
      expect(JSON.stringify(messages)).toContain(`[The attached ${word} \\"talk\\" cannot be read by this model.]`)
      expect(JSON.stringify(messages)).not.toContain('"type":"file"')
      expect(shortened).toEqual([{ id: 'm1', omission: 'not-readable-by-model' }])
    }
    const kept = repairHistory(path, target(unknownMedia))
    expect(kept.messages[0]?.message.parts[0]).toMatchObject({ type: 'file', mediaType })
    expect(kept.shortened).toEqual([])
  })

  test('pages and length go along with the file', () => {
    const { messages } = repairHistory([row([file('application/pdf', { pages: 3 }), file('video/mp4', { durationMs: 5000 })])], target(all))
    expect(messages[0]?.message.parts).toMatchObject([{ pages: 3 }, { durationMs: 5000 }])
  })
})
