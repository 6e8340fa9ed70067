import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takesFile } from '@shared/providers/file-forms'
import { unknownMedia } from '@shared/providers/model-provider'
import type { FilePart } from '@shared/sessions/message'
import { startEmulator, type Emulator } from '../../emulator/server'
import { mediaSamples } from '../../helpers/media-samples'
import { baseUrlOf, modelRoutes, routeModels, type ModelRoute } from '../../helpers/model-routes'
import { callTo, fetchWithKey, joined, partsOf, portsWith, text } from '../../helpers/provider-calls'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models: routeModels })
})
afterAll(() => emulator.close())

const bytesByHash = new Map<string, Uint8Array>()
const fileOf = (mediaType: string): FilePart => {
  const { name, bytes } = mediaSamples[mediaType] ?? { name: 'a.zip', bytes: new Uint8Array([80, 75, 3, 4]) }
  const hash = createHash('sha256').update(bytes).digest('hex') as FilePart['hash']
  bytesByHash.set(hash, bytes)
  return { type: 'file', hash, name, mediaType, sizeBytes: bytes.length }
}

async function ask(route: ModelRoute, file: FilePart, readFile = (hash: string) => Promise.resolve(bytesByHash.get(hash) ?? null)) {
  emulator.clear()
  const call = callTo(route.model, { messages: [{ role: 'user', parts: [file, text('What does it say?')] }] })
  const parts = await partsOf(route.api, call, baseUrlOf(emulator, route), portsWith({ fetch: fetchWithKey('demo-key'), readFile }))
  return { parts, sent: emulator.requests().at(-1)?.body.toString() ?? '' }
}

const types = [...Object.keys(mediaSamples), 'application/zip']
const base64Of = (file: FilePart): string => Buffer.from(bytesByHash.get(file.hash) ?? []).toString('base64')

describe.each(modelRoutes.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  test.each(types)('%s goes out in the form that the service takes, whole, or is named in words', async (mediaType) => {
    const file = fileOf(mediaType)
    const takes = takesFile({ provider: { api: route.api, baseUrl: baseUrlOf(emulator, route) }, facts: { takes: unknownMedia } }, mediaType)
    const isImageThere = !(route.vendor === 'deepseek' && mediaType.startsWith('image/'))
    const { parts, sent } = await ask(route, file)
    if (!isImageThere) {
      expect(parts.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'bad-request' } })
      return
    }
    expect(parts.at(-1), sent.slice(0, 600)).toMatchObject({ type: 'call-end' })
    expect(sent.includes(base64Of(file))).toBe(takes === null)
    expect(sent.includes(`was not sent`)).toBe(takes === false)
    expect(joined(parts, 'text-delta')).toMatch(takes === null ? /I received/ : /./)
  })

  test('a PDF that is gone is named in words', async () => {
    const { parts, sent } = await ask(route, fileOf('application/pdf'), () => Promise.resolve(null))
    expect(parts.at(-1)).toMatchObject({ type: 'call-end' })
    expect(sent).toMatch(/invoice\.pdf\\" (?:is no longer there|was not sent)/)
  })
})

describe('the emulator refuses what the services refuse', () => {
  const post = async (path: string, content: unknown, model: string) => {
    const response = await fetch(`${emulator.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-key' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
    })
    return { status: response.status, text: await response.text() }
  }
  const pdf = 'data:application/pdf;base64,JVBERi0='

  test.each([
    ['OpenAI: a file without a name', '/azure/openai/v1/chat/completions', { type: 'file', file: { file_data: pdf } }, 'gpt-5.5', /filename/],
    ['OpenAI: bare base64', '/azure/openai/v1/chat/completions', { type: 'file', file: { filename: 'a.pdf', file_data: 'JVBERi0=' } }, 'gpt-5.5', /data URL/],
    ['OpenAI: a video', '/azure/openai/v1/chat/completions', { type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAAA' } }, 'gpt-5.5', /Invalid value: 'video_url'/],
    ['OpenAI: FLAC', '/azure/openai/v1/chat/completions', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'flac' } }, 'gpt-5.5', /'wav' and 'mp3'/],
    ['Qwen: audio without its prefix', '/qwen/compatible-mode/v1/chat/completions', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }, 'qwen3-max', /Invalid audio data/],
    ['Mistral: OpenAI’s way of audio', '/mistral/v1/chat/completions', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }, 'mistral-large-latest', /expected base64/],
    ['Groq: a PDF', '/groq/openai/v1/chat/completions', { type: 'file', file: { filename: 'a.pdf', file_data: pdf } }, 'openai/gpt-oss-120b', /Invalid value: 'file'/],
  ])('%s', async (_what, path, part, model, message) => {
    const { status, text: body } = await post(path, [part], model)
    expect(body).toMatch(message)
    expect([400, 422]).toContain(status)
  })
})
