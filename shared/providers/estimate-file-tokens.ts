import type { FilePart } from '../sessions/message'
import { estimateImageTokens } from './estimate-tokens'
import { mediaKindOf } from './media'

/** A page as text and as a picture: https://platform.claude.com/docs/en/build-with-claude/pdf-support */
const tokensPerPage = 2500
/** https://ai.google.dev/gemini-api/docs/audio; others count less than half of it. */
const audioTokensPerSecond = 32
/** A frame each second and the sound: https://ai.google.dev/gemini-api/docs/video-understanding */
const videoTokensPerSecond = 300

/** Where neither pages nor length could be found out: about what one takes in a file. */
const bytesPerPage = 100_000
const bytesPerSecond = { 'audio/wav': 176_400, 'audio/flac': 88_000 } as const satisfies Record<string, number>
const bytesPerAudioSecond = 16_000
const bytesPerVideoSecond = 300_000

type FileFacts = Pick<FilePart, 'mediaType' | 'sizeBytes' | 'width' | 'height' | 'pages' | 'durationMs'>

/** Tokens that a file takes in a prompt; services differ by a factor of ten, so this is always shown with `~`. */
export function estimateFileTokens(file: FileFacts): number {
  switch (mediaKindOf(file.mediaType)) {
    case 'pdf':
      return (file.pages ?? Math.max(1, Math.ceil(file.sizeBytes / bytesPerPage))) * tokensPerPage
    case 'audio': {
      const rate = bytesPerSecond[file.mediaType as keyof typeof bytesPerSecond] ?? bytesPerAudioSecond
      return Math.ceil(secondsOf(file, rate) * audioTokensPerSecond)
    }
    case 'video':
      return Math.ceil(secondsOf(file, bytesPerVideoSecond) * videoTokensPerSecond)
    default:
      return estimateImageTokens(file.width, file.height)
  }
}

const secondsOf = ({ durationMs, sizeBytes }: FileFacts, bytesInSecond: number): number =>
  Math.max(1, durationMs === undefined ? sizeBytes / bytesInSecond : durationMs / 1000)
