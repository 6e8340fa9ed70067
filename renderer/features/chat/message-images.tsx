import { lazy, Suspense, useState } from 'react'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { Dialog } from '@renderer/ui/dialog'
import { useFileUrl } from './use-file-url'

const OtherFiles = lazy(() => import('./message-files'))

const thumbHeightRem = 10
const thumbMaxWidthRem = 18

/** The place of a picture is kept from its stored size, so that nothing jumps when it appears. */
function thumbSize({ width, height }: FilePart): { width: string; aspectRatio: string } {
  const ratio = width !== undefined && height !== undefined ? Math.min(3, Math.max(0.5, width / height)) : 4 / 3
  return { width: `${Math.min(thumbMaxWidthRem, thumbHeightRem * ratio)}rem`, aspectRatio: `${ratio}` }
}

const isPicture = ({ mediaType }: FilePart): boolean => mediaType.startsWith('image/')

/** Pictures as pictures, everything else with its name. */
export function MessageImages({ files }: { files: readonly FilePart[] }) {
  const pictures = files.filter(isPicture)
  const others = files.filter((file) => !isPicture(file))
  return (
    <>
      {pictures.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {pictures.map((file, index) => (
            <MessageImage key={`${file.hash}-${index}`} file={file} />
          ))}
        </div>
      )}
      <Suspense>{others.length > 0 && <OtherFiles files={others} />}</Suspense>
    </>
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
