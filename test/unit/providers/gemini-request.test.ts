import { describe, expect, test } from 'vitest'
import { AnswerBuilder } from '@shared/agent/answer-builder'
import type { PromptMessage } from '@shared/providers/model-call'
import { buildGeminiRequest } from '@shared/providers/gemini/build-gemini-request'
import { createGeminiDecoder } from '@shared/providers/gemini/decode-gemini'
import { streamUrl } from '@shared/providers/gemini/gemini-url'
import { toGeminiSchema } from '@shared/providers/gemini/gemini-schema'
import { traitsOf } from '@shared/providers/model-traits'
import type { FileHash } from '@shared/ids'
import { callTo, text } from '../../helpers/provider-calls'

const model = 'gemini-3-pro-preview'
const build = (changes: Parameters<typeof callTo>[1], modelId = model) =>
  buildGeminiRequest(callTo(modelId, changes), traitsOf(modelId), () => Promise.resolve(new Uint8Array([1, 2, 3])))

/** What the session keeps of an answer that came as these parts, one event each. */
function stored(...parts: readonly Record<string, unknown>[]): PromptMessage {
  const decoder = createGeminiDecoder()
  const builder = new AnswerBuilder(model, 0)
  for (const part of parts) {
    for (const made of decoder.accept({ responseId: 'r1', candidates: [{ content: { role: 'model', parts: [part] } }] })) builder.add(made, 0)
  }
  return { role: 'assistant', parts: builder.answer().parts, origin: { api: 'gemini', model } }
}

const result = (toolCallId: string, words: string, isError = false): PromptMessage => ({
  role: 'tool',
  parts: [{ type: 'tool-result', toolCallId, text: words, isError }],
})
const question: PromptMessage = { role: 'user', parts: [text('Weather?')] }

describe('a request to Gemini', () => {
  test('REP-32, REP-34 signatures go back as they came, in their places; made-up ids stay here', async () => {
    const first = { functionCall: { id: 'fc-1', name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'c2ln' }
    const second = { functionCall: { name: 'weather', args: { city: 'Oslo' } } }
    const answer = stored({ text: 'I look.', thought: true }, { text: 'Looking' }, { text: ' up.' }, first, second)
    const ids = answer.parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    expect(ids).toEqual(['fc-1', 'call_r1_1'])
    const { contents } = await build({ messages: [question, answer, result('fc-1', 'Sun'), result('call_r1_1', 'no data', true)] })
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'Weather?' }] },
      { role: 'model', parts: [{ text: 'Looking up.' }, first, second] },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'fc-1', name: 'weather', response: { output: 'Sun' } } },
          { functionResponse: { name: 'weather', response: { error: 'no data' } } },
        ],
      },
    ])
  })

  test('a signed text goes back signed, an edited one without', async () => {
    const answer = stored({ text: 'All ' }, { text: 'done.', thoughtSignature: 's1' }, { text: 'More', thoughtSignature: 's2' })
    const sent = (message: PromptMessage) => build({ messages: [question, message] }).then(({ contents }) => contents[1]?.parts)
    expect(await sent(answer)).toEqual([{ text: 'All ' }, { text: 'done.', thoughtSignature: 's1' }, { text: 'More', thoughtSignature: 's2' }])
    const edited = { ...answer, parts: answer.parts.map((part) => (part.type === 'text' && part.text === 'All done.' ? text('All is done') : part)) }
    expect(await sent(edited)).toEqual([{ text: 'All is done' }, { text: 'More', thoughtSignature: 's2' }])
    expect(await sent(stored({ text: 'Yes.' }, { text: '', thoughtSignature: 's3' }))).toEqual([{ text: 'Yes.' }, { text: '', thoughtSignature: 's3' }])
  })

  test('a call of another model carries the value that stands for a signature, the first of several only', async () => {
    const foreign: PromptMessage = {
      role: 'assistant',
      parts: ['a', 'b'].map((toolCallId) => ({ type: 'tool-call' as const, toolCallId, name: 'weather', argumentsText: '{"city":"Rome"}' })),
    }
    const messages = [question, foreign, result('a', 'Sun'), result('b', 'Rain')]
    const signatures = async (modelId: string) => (await build({ messages }, modelId)).contents[1]?.parts.map((part) => part['thoughtSignature'])
    expect(await signatures(model)).toEqual(['skip_thought_signature_validator', undefined])
    expect(await signatures('gemini-2.5-flash')).toEqual([undefined, undefined])
  })

  test('files go inline, what is not taken is named in words', async () => {
    const file = (name: string, mediaType: string) => ({ type: 'file' as const, hash: 'h' as FileHash, name, mediaType, sizeBytes: 3 })
    const types = ['image/png', 'application/pdf', 'audio/mpeg', 'video/mp4']
    const { contents } = await build({ messages: [{ role: 'user', parts: [...types.map((type) => file('f', type)), file('a.zip', 'application/zip')] }] })
    expect(contents[0]?.parts).toEqual([
      ...types.map((mimeType) => ({ inlineData: { mimeType, data: 'AQID' } })),
      { text: '[Attached file "a.zip" was not sent: its type is not supported.]' },
    ])
  })

  test.each([
    ['gemini-3-pro-preview', 'medium', { includeThoughts: true, thinkingLevel: 'high' }],
    ['gemini-3.1-flash', 'medium', { includeThoughts: true, thinkingLevel: 'medium' }],
    ['gemini-3.1-flash', null, { includeThoughts: true }],
    ['gemini-2.5-flash', 'low', { includeThoughts: true, thinkingBudget: 1024 }],
    ['gemini-2.0-flash', 'high', undefined],
    ['gemini-3-pro-image-preview', 'high', undefined],
    ['gemma-3-27b-it', 'high', undefined],
  ] as const)('%s with effort %s', async (modelId, effort, thinkingConfig) => {
    expect((await build({ effort }, modelId)).generationConfig.thinkingConfig).toEqual(thinkingConfig)
  })

  test('instructions, tools and the form of the answer have their fields; a tool without parameters names none', async () => {
    const schema = { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'], additionalProperties: false }
    const tools = [{ name: 'now', description: 'The time', inputSchema: { type: 'object', properties: {} } }]
    const request = await build({ system: 'Be brief.', tools, outputSchema: { name: 'answer', schema } })
    expect(request.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
    expect(request.tools).toEqual([{ functionDeclarations: [{ name: 'now', description: 'The time' }] }])
    const responseSchema = { type: 'OBJECT', properties: { colour: { type: 'STRING' } }, required: ['colour'] }
    expect(request.generationConfig).toMatchObject({ responseMimeType: 'application/json', responseSchema })
    const older = await build({ tools, outputSchema: { name: 'answer', schema } }, 'gemini-2.5-flash')
    expect(older.generationConfig.responseSchema).toBeUndefined()
  })

  test('the address of a model', () => {
    const base = 'https://generativelanguage.googleapis.com'
    expect(streamUrl(base, model)).toBe(`${base}/v1beta/models/${model}:streamGenerateContent?alt=sse`)
    expect(streamUrl(base, 'tunedModels/mine?x')).toBe(`${base}/v1beta/tunedModels/mine%3Fx:streamGenerateContent?alt=sse`)
  })
})

describe("Gemini's dialect of a schema", () => {
  test.each([
    ['a reference is written out', { $defs: { city: { type: 'string' } }, type: 'object', properties: { city: { $ref: '#/$defs/city', description: 'Where' } } }, { type: 'OBJECT', properties: { city: { type: 'STRING', description: 'Where' } } }],
    ['null is a mark', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    ['null among others', { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'Age' }, { type: 'INTEGER', nullable: true, description: 'Age' }],
    ['one of', { oneOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] }],
    ['several types', { type: ['string', 'integer'] }, { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] }],
    ['all of', { allOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: { type: 'boolean' } }, required: ['b', 'gone'] }] }, { type: 'OBJECT', properties: { a: { type: 'STRING' }, b: { type: 'BOOLEAN' } }, required: ['a', 'b'] }],
    ['a constant', { const: 'on' }, { type: 'STRING', format: 'enum', enum: ['on'] }],
    ['choices of numbers', { type: 'integer', enum: [1, 2], description: 'Level.' }, { type: 'INTEGER', description: 'Level. One of: 1, 2.' }],
    ['a foreign format', { type: 'string', format: 'uri' }, { type: 'STRING', description: 'format: "uri".' }],
    ['bounds', { type: 'number', minimum: 0, exclusiveMaximum: 1 }, { type: 'NUMBER', minimum: 0, description: 'exclusiveMaximum: 1.' }],
    ['a list of anything', { type: 'array', minItems: 1, uniqueItems: true }, { type: 'ARRAY', minItems: 1, items: { type: 'STRING' } }],
  ])('%s', (_, schema, expected) => {
    expect(toGeminiSchema(schema)).toEqual(expected)
  })

  test('a schema that holds itself ends', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' }, name: { type: 'string' } } }
    const text = JSON.stringify(toGeminiSchema(tree))
    expect(text).toContain('"name":{"type":"STRING"}')
    expect(text.length).toBeLessThan(4000)
    expect(text).not.toContain('$ref')
  })
})
