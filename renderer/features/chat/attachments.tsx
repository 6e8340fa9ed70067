import { X } from 'lucide-react'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui/button'
import { useFileUrl } from './message-images'

interface AttachmentsProps {
  files: readonly FilePart[]
  onRemove: (index: number) => void
}

export function Attachments({ files, onRemove }: AttachmentsProps) {
  const { text } = useLocalisation()
  if (files.length === 0) return null
  return (
    <ul aria-label={text.chat.attachments} className="flex flex-wrap gap-2 px-3 pt-3">
      {files.map((file, index) => (
        <Attachment key={`${file.hash}-${index}`} file={file} onRemove={() => onRemove(index)} />
      ))}
    </ul>
  )
}

function Attachment({ file, onRemove }: { file: FilePart; onRemove: () => void }) {
  const { text, format } = useLocalisation()
  const url = useFileUrl(file.hash)
  return (
    <li className="flex items-center gap-2 rounded-lg border border-line bg-sunken p-1 pr-0.5">
      <span className="size-10 overflow-hidden rounded-md bg-hover">
        {url !== null && url !== 'gone' && <img src={url} alt="" className="size-full object-cover" />}
      </span>
      <span className="max-w-36 min-w-0 text-xs">
        <span className="block truncate">{file.name}</span>
        <span className="text-faint">{url === 'gone' ? text.chat.fileGone : format.bytes(file.sizeBytes)}</span>
      </span>
      <IconButton size="small" label={text.chat.removeFile(file.name)} icon={<X size={14} aria-hidden />} onClick={onRemove} />
    </li>
  )
}
