import { Download } from 'lucide-react'
import { useState } from 'react'
import { mediaKindOf } from '@shared/providers/media'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useFilesText } from '@renderer/i18n/files-text'
import { FileIcon, useFileFacts } from './file-facts'
import { useFileUrl } from './use-file-url'

/** Files of a message that are no pictures: sound and video are played in place, others are saved. */
export default function MessageFiles({ files }: { files: readonly FilePart[] }) {
  return (
    <ul className="flex w-full flex-col items-end gap-2">
      {files.map((file, index) => (
        <MessageFile key={`${file.hash}-${index}`} file={file} />
      ))}
    </ul>
  )
}

function MessageFile({ file }: { file: FilePart }) {
  const { text } = useLocalisation()
  const words = useFilesText()
  const factsOf = useFileFacts()
  const url = useFileUrl(file.hash)
  const address = url === null || url === 'gone' ? null : url
  const kind = mediaKindOf(file.mediaType)
  return (
    <li className="w-80 max-w-full overflow-hidden rounded-lg border border-line bg-sunken">
      {address !== null && (kind === 'audio' || kind === 'video') && <Player file={file} kind={kind} url={address} />}
      <div className="flex items-center gap-2 px-2.5 py-2 text-muted">
        <FileIcon mediaType={file.mediaType} size={18} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate text-text" title={file.name}>
            {file.name}
          </span>
          <span className="block truncate text-xs text-faint">{url === 'gone' ? text.chat.fileGone : factsOf(file)}</span>
        </span>
        {address !== null && (
          <a
            href={address}
            download={file.name}
            aria-label={words.save(file.name)}
            title={words.save(file.name)}
            className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-hover"
          >
            <Download size={16} aria-hidden />
          </a>
        )}
      </div>
    </li>
  )
}

function Player({ file, kind, url }: { file: FilePart; kind: 'audio' | 'video'; url: string }) {
  const words = useFilesText()
  const [cannotPlay, setCannotPlay] = useState(false)
  if (cannotPlay) return <p className="px-2.5 pt-2 text-xs text-muted">{words.cannotPlay}</p>
  const shared = { src: url, controls: true, preload: 'metadata', 'aria-label': words.play(file.name), onError: () => setCannotPlay(true) } as const
  return kind === 'audio' ? <audio {...shared} className="h-10 w-full" /> : <video {...shared} playsInline className="max-h-64 w-full bg-hover" />
}
