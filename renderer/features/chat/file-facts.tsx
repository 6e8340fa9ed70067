import { File, FileText, Film, Image, Music } from 'lucide-react'
import { mediaKindOf } from '@shared/providers/media'
import type { MediaKind } from '@shared/providers/model-provider'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useFilesText } from '@renderer/i18n/files-text'

const icons: Record<MediaKind, typeof File> = { image: Image, pdf: FileText, audio: Music, video: Film }

export function FileIcon({ mediaType, size }: { mediaType: string; size: number }) {
  const kind = mediaKindOf(mediaType)
  const Icon = kind === null ? File : icons[kind]
  return <Icon size={size} aria-hidden />
}

/** "PDF · 12 pages · 340 kB". */
export function useFileFacts(): (file: FilePart) => string {
  const { format } = useLocalisation()
  const text = useFilesText()
  return ({ mediaType, sizeBytes, pages, durationMs }) => {
    const kind = mediaKindOf(mediaType)
    const length = pages !== undefined ? text.pages(pages) : durationMs !== undefined ? format.duration(durationMs) : null
    return [kind === null ? text.other : text.kindOne[kind], length, format.bytes(sizeBytes)].filter((fact) => fact !== null).join(' · ')
  }
}
