import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'
import type { Vendor } from '../vendors'

/** What attached files services refuse: forms that they do not know, and bytes that are not what they are called. */

const openAiParts = ['text', 'image_url', 'input_audio', 'refusal', 'audio', 'file']
/** `type`s of a person's content. */
const partsOf: Readonly<Record<Vendor, readonly string[]>> = {
  // Any compatible server, vLLM among them: https://docs.vllm.ai/en/stable/features/multimodal_inputs.html
  plain: [...openAiParts, 'video_url'],
  azure: openAiParts,
  deepseek: ['text'],
  // https://help.aliyun.com/model-studio/qwen-omni
  qwen: ['text', 'image_url', 'input_audio', 'video_url', 'video'],
  // https://platform.kimi.ai/docs/guide/use-kimi-vision-model
  moonshot: ['text', 'image_url', 'video_url'],
  // https://docs.mistral.ai/api/endpoint/chat
  mistral: ['text', 'image_url', 'document_url', 'reference', 'file', 'thinking', 'input_audio'],
  xai: ['text', 'image_url'],
  // https://console.groq.com/docs/vision
  groq: ['text', 'image_url'],
  // https://openrouter.ai/docs/features/multimodal/overview
  openrouter: ['text', 'image_url', 'file', 'input_audio', 'video_url'],
}

const openAiFormats = ['wav', 'mp3']
const formatsOf: Partial<Readonly<Record<Vendor, readonly string[]>>> = {
  azure: openAiFormats,
  // https://openrouter.ai/docs/features/multimodal/audio
  openrouter: ['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac', 'm4a', 'pcm16', 'pcm24'],
  qwen: ['wav', 'mp3', 'amr', 'aac', 'm4a', 'ogg', 'flac', '3gp', '3gpp'],
  plain: ['wav', 'mp3', 'm4a', 'aac', 'ogg', 'flac', 'webm'],
}

export function refuseChatFiles(messages: readonly JsonObject[], vendor: Vendor): Refusal | null {
  for (const [at, message] of messages.entries()) {
    for (const [index, part] of arrayOf(message['content']).map(record).entries()) {
      const refusal = message['role'] === 'user' ? refuseChatPart(part, vendor, `messages[${at}].content[${index}]`) : null
      if (refusal !== null) return refusal
    }
  }
  return null
}

function refuseChatPart(part: JsonObject, vendor: Vendor, where: string): Refusal | null {
  const type = stringOf(part['type'])
  if (!partsOf[vendor].includes(type)) return unknownPart(type, vendor, where)
  switch (type) {
    case 'image_url':
      return wrongDataUrl(record(part['image_url'])['url'], /^image\//, `${where}.image_url`)
    case 'file':
      return wrongFile(record(part['file']), `${where}.file`)
    case 'document_url':
      return wrongDataUrl(part['document_url'], /^application\/pdf$/, `${where}.document_url`)
    case 'video_url':
      return wrongDataUrl(record(part['video_url'])['url'], /^video\//, `${where}.video_url`)
    case 'input_audio':
      return wrongAudio(part['input_audio'], vendor, `${where}.input_audio`)
    default:
      return null
  }
}

function unknownPart(type: string, vendor: Vendor, where: string): Refusal {
  const known = partsOf[vendor]
  // https://github.com/deepseek-ai/DeepSeek-V3/issues/1080
  if (vendor === 'deepseek') return refuse(`Failed to deserialize the JSON body into the target type: ${where}: unknown variant \`${type}\`, expected \`text\``)
  return refuse(`Invalid value: '${type}'. Supported values are: ${known.map((name) => `'${name}'`).join(', ')}.`, { param: where, code: 'invalid_value' })
}

// https://platform.openai.com/docs/guides/pdf-files: a name, and a data address rather than bare base64.
function wrongFile(file: JsonObject, where: string): Refusal | null {
  if (stringOf(file['filename']) === '') return refuse(`Missing required parameter: '${where}.filename'.`, { param: where, code: 'missing_required_parameter' })
  return wrongDataUrl(file['file_data'], /^application\/pdf$/, `${where}.file_data`)
}

function wrongAudio(value: unknown, vendor: Vendor, where: string): Refusal | null {
  if (vendor === 'mistral') return isBase64(value) ? null : refuse(`${where}: expected base64`, { status: 422 })
  const audio = record(value)
  const format = stringOf(audio['format'])
  const known = formatsOf[vendor] ?? openAiFormats
  if (!known.includes(format)) return refuse(`Invalid value: '${format}'. Supported values are: ${known.map((name) => `'${name}'`).join(' and ')}.`, { param: `${where}.format`, code: 'invalid_value' })
  const data = stringOf(audio['data'])
  // https://help.aliyun.com/model-studio/qwen-omni: `data:;base64,` in front, where others take none.
  const isRight = vendor === 'qwen' ? data.startsWith('data:;base64,') && isBase64(data.slice('data:;base64,'.length)) : isBase64(data)
  return isRight ? null : refuse('Invalid audio data.', { param: `${where}.data`, code: 'invalid_value' })
}

// https://platform.openai.com/docs/guides/pdf-files, https://platform.openai.com/docs/api-reference/responses/create
export function refuseResponsesFiles(input: readonly JsonObject[]): Refusal | null {
  for (const [at, item] of input.entries()) {
    for (const [index, part] of arrayOf(item['content']).map(record).entries()) {
      const where = `input[${at}].content[${index}]`
      const type = stringOf(part['type'])
      if (item['role'] !== 'user') continue
      if (!['input_text', 'input_image', 'input_file'].includes(type)) {
        return refuse(`Invalid value: '${type}'. Supported values are: 'input_text', 'input_image', and 'input_file'.`, { param: where, code: 'invalid_value' })
      }
      const refusal =
        type === 'input_file' ? wrongFile(part, where) : type === 'input_image' ? wrongDataUrl(part['image_url'], /^image\//, `${where}.image_url`) : null
      if (refusal !== null) return refusal
    }
  }
  return null
}

// https://platform.claude.com/docs/en/build-with-claude/pdf-support, …/vision
export function refuseMessagesFiles(blocks: readonly JsonObject[]): Refusal | null {
  for (const block of blocks) {
    const source = record(block['source'])
    const type = stringOf(block['type'])
    if (type === 'input_audio' || type === 'video' || type === 'file') return refuse(`messages: Input tag '${type}' found using 'type' does not match any of the expected tags`)
    if (type !== 'document' && type !== 'image') continue
    if (source['type'] !== 'base64') continue
    const known = type === 'document' ? /^application\/pdf$/ : /^image\/(?:jpeg|png|gif|webp)$/
    if (!known.test(stringOf(source['media_type']))) return refuse(`messages: ${type}.source.base64.media_type: Input should be one of the supported types`)
    if (!isBase64(source['data'])) return refuse(`messages: ${type}.source.base64: invalid base64 data`)
    if (type === 'document' && !startsAs(source['data'], '%PDF-')) return refuse('messages: document.source.base64.data: The PDF specified was not valid.')
  }
  return null
}

// https://ai.google.dev/gemini-api/docs/document-processing, …/audio, …/video-understanding, …/image-understanding
const geminiTypes =
  /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac|mp4|m4a|webm)|video\/(?:mp4|mpeg|mov|quicktime|avi|x-flv|mpg|webm|wmv|3gpp))$/

export function refuseGeminiFiles(parts: readonly JsonObject[]): Refusal | null {
  for (const part of parts) {
    if (part['inlineData'] === undefined) continue
    const { mimeType, data } = record(part['inlineData'])
    if (!geminiTypes.test(stringOf(mimeType))) return refuse(`Unsupported MIME type: ${stringOf(mimeType)}`, { type: 'INVALID_ARGUMENT' })
    if (!isBase64(data)) return refuse('Base64 decoding failed.', { type: 'INVALID_ARGUMENT' })
    if (mimeType === 'application/pdf' && !startsAs(data, '%PDF-')) return refuse('The document has no pages.', { type: 'INVALID_ARGUMENT' })
  }
  return null
}

function wrongDataUrl(value: unknown, known: RegExp, where: string): Refusal | null {
  const match = /^data:([\w/.+-]+);base64,/.exec(stringOf(value).slice(0, 200))
  const isRight = match !== null && known.test(match[1] ?? '') && isBase64(stringOf(value).slice(match[0].length))
  // An address of the web is the service's own business.
  if (isRight || /^https?:/.test(stringOf(value))) return null
  return refuse(`Invalid '${where}'. Expected a base64-encoded data URL with a supported MIME type.`, { param: where, code: 'invalid_value' })
}

/** Standard alphabet with padding; nothing and white space are refused. */
const isBase64 = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(value) && Buffer.from(value, 'base64').length > 0

const startsAs = (data: unknown, sign: string): boolean => Buffer.from(stringOf(data).slice(0, 2000), 'base64').includes(sign)
