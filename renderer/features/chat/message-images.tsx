import { useEffect, useState } from 'react'
import type { FileHash } from '@shared/ids'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { Dialog } from '@renderer/ui/dialog'

/** An address for the stored bytes while mounted; null while loading, `gone` where they are no longer here. */
export function useFileUrl(hash: FileHash): string | null | 'gone' {
  const { files } = useServices()
  const [url, setUrl] = useState<string | null | 'gone'>(null)
  useEffect(() => {
    let isCurrent = true
    let made: string | null = null
    void files.objectUrl(hash).then((found) => {
      made = found
      if (isCurrent) setUrl(found ?? 'gone')
      else if (found !== null) URL.revokeObjectURL(found)
    })
    return () => {
      isCurrent = false
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [files, hash])
  return url
}

const thumbHeightRem = 10
const thumbMaxWidthRem = 18

/** The place of a picture is kept from its stored size, so that nothing jumps when it appears. */
function thumbSize({ width, height }: FilePart): { width: string; aspectRatio: string } {
  const ratio = width !== undefined && height !== undefined ? Math.min(3, Math.max(0.5, width / height)) : 4 / 3
  return { width: `${Math.min(thumbMaxWidthRem, thumbHeightRem * ratio)}rem`, aspectRatio: `${ratio}` }
}

export function MessageImages({ files }: { files: readonly FilePart[] }) {
  if (files.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {files.map((file, index) => (
        <MessageImage key={`${file.hash}-${index}`} file={file} />
      ))}
    </div>
  )
}

function MessageImage({ file }: { file: FilePart }) {
  const { text } = useLocalisation()
  const url = useFileUrl(file.hash)
  const [isLarge, setLarge] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={text.chat.enlarge(file.name)}
        disabled={url === null || url === 'gone'}
        onClick={() => setLarge(true)}
        style={thumbSize(file)}
        className="max-w-full overflow-hidden rounded-lg border border-line bg-sunken text-sm text-muted"
      >
        {url === 'gone' ? text.chat.fileGone : url !== null && <img src={url} alt="" className="size-full object-cover" />}
      </button>
      {url !== null && url !== 'gone' && (
        <Dialog isOpen={isLarge} onClose={() => setLarge(false)} title={file.name} closeLabel={text.common.close} width="wide">
          <img src={url} alt={file.name} className="mx-auto max-h-[60vh] max-w-full object-contain" />
        </Dialog>
      )}
    </>
  )
}
