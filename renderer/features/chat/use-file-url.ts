import { useEffect, useState } from 'react'
import type { FileHash } from '@shared/ids'
import { useServices } from '@renderer/state/services'

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
