import type OpenAI from 'openai'
import type { ChatFileForms } from '../file-forms'
import { dataUrl, type FilePiece } from '../request/prompt-content'

type ContentPart = OpenAI.Chat.ChatCompletionContentPart
/** Forms that OpenAI's own types do not know. */
type OtherPart =
  | { readonly type: 'document_url'; readonly document_url: string; readonly document_name: string }
  | { readonly type: 'video_url'; readonly video_url: { readonly url: string } }
  | { readonly type: 'input_audio'; readonly input_audio: string | { readonly data: string; readonly format: string } }

/** An attached file as the service takes it; only for what `canCarry` says yes to. */
export function filePart(piece: FilePiece, forms: ChatFileForms): ContentPart {
  if (piece.kind === 'image') return { type: 'image_url', image_url: { url: dataUrl(piece) } }
  return (piece.kind === 'pdf' ? pdfPart(piece, forms) : piece.kind === 'audio' ? audioPart(piece, forms) : videoPart(piece)) as ContentPart
}

function pdfPart(piece: FilePiece, { pdf }: ChatFileForms): ContentPart | OtherPart {
  return pdf === 'document_url'
    ? { type: 'document_url', document_url: dataUrl(piece), document_name: piece.name }
    : { type: 'file', file: { filename: piece.name, file_data: dataUrl(piece) } }
}

function audioPart(piece: FilePiece, { audio, audioFormats }: ChatFileForms): OtherPart {
  if (audio === 'bare') return { type: 'input_audio', input_audio: piece.base64 }
  const data = audio === 'data-url' ? `data:;base64,${piece.base64}` : piece.base64
  return { type: 'input_audio', input_audio: { data, format: audioFormats[piece.mediaType] ?? '' } }
}

const videoPart = (piece: FilePiece): OtherPart => ({ type: 'video_url', video_url: { url: dataUrl(piece) } })
