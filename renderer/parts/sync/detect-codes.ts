/** Reads what a QR code in a picture of the camera says; null where there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorType {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader where it has one, which is fast and sees askew codes; a script otherwise. */
export async function createCodeReader(page: Window): Promise<CodeReader> {
  const own = await findDetector(page)
  return own === null ? createScriptReader(page.document) : createOwnReader(own)
}

async function findDetector(page: Window): Promise<DetectorType | null> {
  if (!('BarcodeDetector' in page)) return null
  const type = page.BarcodeDetector as DetectorType
  const formats = await type.getSupportedFormats().catch((): readonly string[] => [])
  return formats.includes('qr_code') ? type : null
}

function createOwnReader(type: DetectorType): CodeReader {
  const detector = new type({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
}

/** Wider pictures are slower to search and say no more. */
const searchedPx = 640

async function createScriptReader(page: Document): Promise<CodeReader> {
  const { default: readCode } = await import('jsqr')
  const canvas = page.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (context === null || video.videoWidth === 0) return null
    const scale = Math.min(1, searchedPx / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return readCode(data, canvas.width, canvas.height, { inversionAttempts: 'dontInvert' })?.data ?? null
  }
}
