import { mediaKindOf } from './media'
import type { ApiKind } from './model-call'
import type { ModelProvider, TakenMedia } from './model-provider'
import { serviceOf, type Service } from './service-of'

/** How Chat Completions carries what is no picture, service by service; null: there is no form for it. */
export interface ChatFileForms {
  /** OpenAI's `file` with a data address, or Mistral's `document_url`. */
  readonly pdf: 'file' | 'document_url' | null
  /** `input_audio` with plain base64, with a data address in its place, or with nothing but the base64 (Mistral). */
  readonly audio: 'base64' | 'data-url' | 'bare' | null
  /** By media type: the word that `input_audio` has for it. */
  readonly audioFormats: Readonly<Record<string, string>>
  /** `video_url` with a data address. */
  readonly video: 'video_url' | null
}

const openAiAudio = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' }
const everyAudio = { ...openAiAudio, 'audio/mp4': 'm4a', 'audio/aac': 'aac', 'audio/ogg': 'ogg', 'audio/flac': 'flac', 'audio/webm': 'webm' }
const none: ChatFileForms = { pdf: null, audio: null, audioFormats: {}, video: null }
const openAi: ChatFileForms = { pdf: 'file', audio: 'base64', audioFormats: openAiAudio, video: null }

const formsOf: Partial<Readonly<Record<Service, ChatFileForms>>> = {
  // https://platform.openai.com/docs/guides/pdf-files, …/audio
  openai: openAi,
  azure: openAi,
  // https://openrouter.ai/docs/features/multimodal/pdfs, …/audio, …/videos
  openrouter: { pdf: 'file', audio: 'base64', audioFormats: omit(everyAudio, 'audio/webm'), video: 'video_url' },
  // https://docs.mistral.ai/capabilities/document_ai/document_qna, …/audio
  mistral: { pdf: 'document_url', audio: 'bare', audioFormats: everyAudio, video: null },
  // https://help.aliyun.com/model-studio/qwen-omni
  qwen: { pdf: null, audio: 'data-url', audioFormats: omit(everyAudio, 'audio/webm'), video: 'video_url' },
  // https://platform.kimi.ai/docs/guide/use-kimi-vision-model
  moonshot: { ...none, video: 'video_url' },
  deepseek: none,
  xai: none,
  groq: none,
}

/** Any other server: OpenAI's forms, and vLLM's for videos (https://docs.vllm.ai/en/stable/features/multimodal_inputs.html). */
const widest: ChatFileForms = { pdf: 'file', audio: 'base64', audioFormats: everyAudio, video: 'video_url' }

export const chatFileForms = (service: Service): ChatFileForms => formsOf[service] ?? widest

const commonImages: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

// https://ai.google.dev/gemini-api/docs/image-understanding, …/document-processing, …/audio, …/video-understanding
const geminiTypes =
  /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf|audio\/(?:wav|x-wav|mp3|mpeg|aiff|aac|ogg|flac|mp4|x-m4a|webm)|video\/(?:mp4|mpeg|mov|quicktime|avi|x-flv|mpg|webm|wmv|3gpp))$/

/** Whether a request in this format has a form for a file of this type at all, whatever the model makes of it. */
export function canCarry(api: ApiKind, forms: ChatFileForms, mediaType: string): boolean {
  if (api === 'gemini') return geminiTypes.test(mediaType)
  if (commonImages.has(mediaType)) return true
  if (api !== 'openai-chat') return mediaType === 'application/pdf'
  switch (mediaKindOf(mediaType)) {
    case 'pdf':
      return forms.pdf !== null
    case 'audio':
      return forms.audio !== null && forms.audioFormats[mediaType] !== undefined
    case 'video':
      return forms.video !== null
    default:
      return false
  }
}

/** A model as far as attachments depend on it. */
export interface FileTaker {
  readonly provider: Pick<ModelProvider, 'api' | 'baseUrl'>
  readonly facts: { readonly takes: TakenMedia }
}

/** Whether the model can be sent a file of this type; null: nobody knows, so that it is tried. */
export function takesFile({ provider, facts }: FileTaker, mediaType: string): boolean | null {
  const kind = mediaKindOf(mediaType)
  if (kind === null || !canCarry(provider.api, chatFileForms(serviceOf(provider.baseUrl)), mediaType)) return false
  return facts.takes[kind]
}

function omit(record: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
