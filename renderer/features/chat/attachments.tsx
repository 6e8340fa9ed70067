import { X } from 'lucide-react'
import { mediaKindOf } from '@shared/providers/media'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui/button'
import { FileIcon, useFileFacts } from './file-facts'
import { useFileUrl } from './use-file-url'

interface AttachmentsProps {
  files: readonly FilePart[]
  onRemove: (index: number) => void
}

/** What will go with the message: each file with its name, kind and size. Loads with the first one. */
export default function Attachments({ files, onRemove }: AttachmentsProps) {
  const { text } = useLocalisation()
  return (
    <ul aria-label={text.chat.attachments} className="flex flex-wrap gap-2 px-3 pt-3">
      {files.map((file, index) => (
        <Attachment key={`${file.hash}-${index}`} file={file} onRemove={() => onRemove(index)} />
      ))}
    </ul>
  )
}

function Attachment({ file, onRemove }: { file: FilePart; onRemove: () => void }) {
  const { text } = useLocalisation()
  const factsOf = useFileFacts()
  const url = useFileUrl(file.hash)
  const isPicture = mediaKindOf(file.mediaType) === 'image'
  return (
    <li className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken p-1 pr-0.5">
      <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md bg-hover text-muted">
        {!isPicture ? (
          <FileIcon mediaType={file.mediaType} size={18} />
        ) : (
          url !== null && url !== 'gone' && <img src={url} alt="" className="size-full object-cover" />
        )}
      </span>
      <span className="max-w-44 min-w-0 text-xs">
        <span className="block truncate" title={file.name}>
          {file.name}
        </span>
        <span className="block truncate text-faint">{url === 'gone' ? text.chat.fileGone : factsOf(file)}</span>
      </span>
      <IconButton size="small" label={text.chat.removeFile(file.name)} icon={<X size={14} aria-hidden />} onClick={onRemove} />
    </li>
  )
}
