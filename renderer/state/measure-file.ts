import { mediaKindOf } from '@shared/providers/media'
import type { FilePart } from '@shared/sessions/message'

export type FileMeasures = Pick<FilePart, 'width' | 'height' | 'pages' | 'durationMs'>

/** Pixels of a picture, pages of a PDF, length of sound and video; nothing where it cannot be found out here. */
export async function measureFile(bytes: Uint8Array, mediaType: string): Promise<FileMeasures> {
  switch (mediaKindOf(mediaType)) {
    case 'image':
      return measurePicture(bytes, mediaType)
    case 'pdf': {
      const pages = countPages(bytes)
      return pages === null ? {} : { pages }
    }
    case 'audio':
      return measureLength('audio', bytes, mediaType)
    case 'video':
      return measureLength('video', bytes, mediaType)
    default:
      return {}
  }
}

async function measurePicture(bytes: Uint8Array, mediaType: string): Promise<FileMeasures> {
  if (typeof createImageBitmap !== 'function') return {}
  try {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: mediaType }))
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    return {}
  }
}

/**
 * Pages of a PDF by the objects that say so, without reading it as a document; null where they are packed into
 * compressed objects.
 */
export function countPages(bytes: Uint8Array): number | null {
  const text = new TextDecoder('latin1').decode(bytes)
  const objects = text.match(/\/Type\s{0,8}\/Page(?![A-Za-z])/g)?.length ?? 0
  const counts = [...text.matchAll(/\/Type\s{0,8}\/Pages\b[^>]{0,2000}?\/Count\s{1,8}(\d{1,6})|\/Count\s{1,8}(\d{1,6})[^>]{0,200}?\/Type\s{0,8}\/Pages\b/g)]
  const most = Math.max(objects, ...counts.map(([, behind, before]) => Number(behind ?? before)))
  return most > 0 ? most : null
}

/** A file that this browser cannot play, or that never says its length, is given up on. */
const patienceMs = 4000

async function measureLength(kind: 'audio' | 'video', bytes: Uint8Array, mediaType: string): Promise<FileMeasures> {
  if (typeof document === 'undefined') return {}
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }))
  const element = document.createElement(kind)
  const seconds = await new Promise<number>((resolve) => {
    const timer = setTimeout(() => resolve(0), patienceMs)
    const end = (found: number) => {
      clearTimeout(timer)
      resolve(found)
    }
    element.addEventListener('loadedmetadata', () => end(element.duration), { once: true })
    element.addEventListener('error', () => end(0), { once: true })
    element.preload = 'metadata'
    element.src = url
  })
  element.removeAttribute('src')
  URL.revokeObjectURL(url)
  // Recordings that were never finished have no end: Infinity.
  return Number.isFinite(seconds) && seconds > 0 ? { durationMs: Math.max(1, Math.round(seconds * 1000)) } : {}
}
