import type { Failure } from '@shared/errors'
import type { FilePart } from '@shared/sessions/message'
import { ok, type Result } from '@shared/result'
import type { Files } from '@renderer/state/services'

/** What the models that take images all take. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export const isImage = (file: File): boolean => imageTypes.includes(file.type)

/** Stores a picture with its size in pixels, so that its place can be kept before it is loaded. */
export async function storeImage(file: File, files: Files): Promise<Result<FilePart, Failure>> {
  const stored = await files.put(new Uint8Array(await file.arrayBuffer()), file.name || 'image', file.type)
  if (!stored.ok) return stored
  const size = await measureImage(file)
  return ok(size === null ? stored.value : { ...stored.value, ...size })
}

/** null where the bytes are no picture that this browser can read. */
async function measureImage(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return null
  }
}

/** The files of a paste or a drop; text stays text. */
export const filesOfTransfer = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])]
