import { attachableTypes } from './media'

/** Other names for the same types, as systems and browsers give them. */
const sameAs: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'application/x-pdf': 'application/pdf',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'audio/aacp': 'audio/aac',
  'audio/x-flac': 'audio/flac',
  'application/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'video/mpg': 'video/mpeg',
  'video/x-m4v': 'video/mp4',
}

const byExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
}

/** Bytes at the start that are enough to tell a type. */
export const telltaleBytes = 4096

/**
 * The type of a file, from its first bytes: what a browser says comes from the name alone, and a service refuses a
 * file that is not what it is called. The name decides only between types that begin alike, and where a format has no
 * sign of its own (MPEG frames behind other data).
 * @returns one of `attachableTypes`; null where it is none of them.
 */
export function mediaTypeOf(start: Uint8Array, name: string, claimed: string): string | null {
  const said = saidType(name, claimed)
  const seen = seenType(start, said)
  if (seen !== undefined) return seen
  return said === 'audio/mpeg' || said === 'audio/aac' || said === 'video/mpeg' ? looseType(start, said) : null
}

function saidType(name: string, claimed: string): string | null {
  const type = claimed.toLowerCase().split(';')[0]?.trim() ?? ''
  const own = sameAs[type] ?? type
  if (attachableTypes.includes(own)) return own
  return byExtension[name.toLowerCase().split('.').at(-1) ?? ''] ?? null
}

/** undefined: no sign that is known; null: a known sign of something that cannot be attached. */
function seenType(start: Uint8Array, said: string | null): string | null | undefined {
  const text = latin1(start)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}/.test(text)) return { 'WEBP': 'image/webp', 'WAVE': 'audio/wav' }[text.slice(8, 12)] ?? null
  // https://github.com/mozilla/pdf.js: readers take a header anywhere in the first 1,024 bytes.
  if (text.slice(0, 1024).includes('%PDF-')) return 'application/pdf'
  if (text.startsWith('fLaC')) return 'audio/flac'
  if (text.startsWith('OggS')) return text.includes('\x80theora') ? null : 'audio/ogg'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return matroskaType(text, said)
  if (text.slice(4, 8) === 'ftyp') return isoMediaType(text.slice(8, 12), said)
  if (text.startsWith('\x00\x00\x01\xba') || text.startsWith('\x00\x00\x01\xb3')) return 'video/mpeg'
  if (text.startsWith('ID3')) return said === 'audio/aac' ? 'audio/aac' : 'audio/mpeg'
  return frameType(start)
}

function matroskaType(text: string, said: string | null): string | null {
  if (!text.slice(0, 64).includes('webm')) return null
  if (/V_(?:VP8|VP9|AV1)/.test(text)) return 'video/webm'
  return /A_(?:OPUS|VORBIS)/.test(text) || said === 'audio/webm' ? 'audio/webm' : 'video/webm'
}

/** https://mp4ra.org/registered-types/brands */
function isoMediaType(brand: string, said: string | null): string | null {
  if (brand === 'qt  ') return 'video/quicktime'
  if (/^M4[ABP] $/.test(brand)) return 'audio/mp4'
  if (/^(?:avif|avis|hei[cfsx]|mif1|msf1|crx )$/.test(brand)) return null
  return said === 'audio/mp4' || said === 'audio/aac' ? 'audio/mp4' : 'video/mp4'
}

/** The sync word of a frame: ADTS has layer 0, MP3 has layer III. */
function frameType([first = 0, second = 0]: Uint8Array): string | undefined {
  if (first !== 0xff) return undefined
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : undefined
}

/** A file that is named so and is no text: recorders put other things in front of the first frame. */
function looseType(start: Uint8Array, said: string): string | null {
  return start.length > 0 && start.includes(0) ? said : null
}

const latin1 = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes.subarray(0, telltaleBytes)) text += String.fromCharCode(byte)
  return text
}
