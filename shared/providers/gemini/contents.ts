import type { Part } from '../../sessions/message'
import { canCarry } from '../file-forms'
import type { ModelCall, PromptMessage, ReadFile } from '../model-call'
import type { ModelTraits } from '../model-traits'
import { isForModel, userPieces } from '../request/prompt-content'
import { asRecord, parseJson, recordAt, stringAt, type JsonRecord } from '../wire/json'

/** A part as the service knows it: one of `text`, `inlineData`, `functionCall`, `functionResponse` and others of its own. */
export type GeminiPart = JsonRecord

export interface GeminiContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly GeminiPart[]
}

/** What a call is sent as instead of a signature that was never given: by another model, or before there were any. */
// https://ai.google.dev/gemini-api/docs/thought-signatures#faqs
const foreignCallSignature = 'skip_thought_signature_validator'

/** The name of a call and its id, where the service gave one; a made-up id never reaches the service. */
interface SentCall {
  readonly name: string
  readonly id: string | null
}

/** The conversation in the service's two roles. Results of tools stand together, right behind their calls. */
export async function contentsOf(call: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<readonly GeminiContent[]> {
  const contents: GeminiContent[] = []
  const sent = new Map<string, SentCall>()
  let previousRole: PromptMessage['role'] | null = null
  for (const message of call.messages) {
    const parts = await partsOf(message, call, traits, readFile, sent)
    if (parts.length === 0) continue
    const last = contents.at(-1)
    if (last !== undefined && previousRole === message.role) contents[contents.length - 1] = { ...last, parts: [...last.parts, ...parts] }
    else contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts })
    previousRole = message.role
  }
  return contents
}

async function partsOf(
  message: PromptMessage,
  call: ModelCall,
  traits: ModelTraits,
  readFile: ReadFile,
  sent: Map<string, SentCall>,
): Promise<readonly GeminiPart[]> {
  switch (message.role) {
    case 'user':
      return userParts(message.parts, traits, readFile)
    case 'assistant':
      return modelParts(message, call, traits, sent)
    case 'tool':
      return message.parts.flatMap((part) => (part.type === 'tool-result' ? [functionResponse(part, sent.get(part.toolCallId))] : []))
  }
}

async function userParts(parts: readonly Part[], { fileForms }: ModelTraits, readFile: ReadFile): Promise<readonly GeminiPart[]> {
  const pieces = await userPieces(parts, (type) => canCarry('gemini', fileForms, type), readFile)
  return pieces.map((piece) => (piece.kind === 'text' ? { text: piece.text } : { inlineData: { mimeType: piece.mediaType, data: piece.base64 } }))
}

function functionResponse(part: Extract<Part, { type: 'tool-result' }>, call: SentCall | undefined): GeminiPart {
  const id = call?.id ?? null
  return {
    functionResponse: {
      ...(id === null ? {} : { id }),
      name: call?.name ?? 'unknown',
      response: part.isError ? { error: part.text } : { output: part.text },
    },
  }
}

/**
 * The model's own turn. A part that came with a signature, or a call with an id, goes back as it came, in its place:
 * the decoder stores it right behind its text or right before its call.
 */
function modelParts(message: PromptMessage, call: ModelCall, traits: ModelTraits, sent: Map<string, SentCall>): readonly GeminiPart[] {
  const made: GeminiPart[] = []
  let ownCall: JsonRecord | null = null
  for (const part of message.parts) {
    if (part.type === 'text' && part.text !== '') made.push({ text: part.text })
    if (isForModel(part, 'gemini', call.modelId)) {
      const own = ownPart(part.json)
      if (recordAt(own, 'functionCall') !== null) ownCall = own
      else if (own !== null) appendSigned(made, own)
    }
    if (part.type === 'tool-call') {
      const isOwn = ownCall !== null && stringAt(recordAt(ownCall, 'functionCall'), 'name') === part.name
      const sentPart = isOwn && ownCall !== null ? ownCall : functionCall(part)
      sent.set(part.toolCallId, { name: part.name, id: stringAt(recordAt(sentPart, 'functionCall'), 'id') })
      made.push(sentPart)
      ownCall = null
    }
  }
  return traits.needsThoughtSignature ? withSignedCall(made) : made
}

function ownPart(json: string): JsonRecord | null {
  const parsed = parseJson(json)
  return parsed.ok ? asRecord(parsed.value) : null
}

/** Puts a signed part of text at the end of the text that it was part of; an edited text has lost its signature. */
function appendSigned(made: GeminiPart[], own: JsonRecord): void {
  const text = stringAt(own, 'text')
  const isShownText = text !== null && text !== '' && own['thought'] !== true
  if (!isShownText) {
    made.push(own)
    return
  }
  const before = stringAt(made.at(-1), 'text')
  if (before === null || !before.endsWith(text)) return
  const rest = before.slice(0, before.length - text.length)
  made.splice(-1, 1, ...(rest === '' ? [] : [{ text: rest }]), own)
}

function functionCall(part: Extract<Part, { type: 'tool-call' }>): GeminiPart {
  const parsed = parseJson(part.argumentsText)
  return { functionCall: { name: part.name, args: (parsed.ok ? asRecord(parsed.value) : null) ?? {} } }
}

/** The first of the calls that were made together carries the signature. */
function withSignedCall(parts: readonly GeminiPart[]): readonly GeminiPart[] {
  const first = parts.findIndex((part) => recordAt(part, 'functionCall') !== null)
  return parts.map((part, index) =>
    index === first && stringAt(part, 'thoughtSignature') === null ? { ...part, thoughtSignature: foreignCallSignature } : part,
  )
}
