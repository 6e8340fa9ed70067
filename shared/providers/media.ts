import type { MediaKind } from './model-provider'

/** Everything that can be attached, by its media type as it is kept. What is none of these is refused before it is stored. */
const kinds: Readonly<Record<string, MediaKind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'application/pdf': 'pdf',
  'audio/wav': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/aac': 'audio',
  'audio/ogg': 'audio',
  'audio/flac': 'audio',
  'audio/webm': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'video/mpeg': 'video',
}

export const attachableTypes: readonly string[] = Object.keys(kinds)

/** Also of a type that is kept from before or was written elsewhere; null: nothing that a model could be sent. */
export function mediaKindOf(mediaType: string): MediaKind | null {
  const known = kinds[mediaType]
  if (known !== undefined) return known
  const [family] = mediaType.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : null
}
