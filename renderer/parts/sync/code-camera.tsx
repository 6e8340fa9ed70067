import { CameraOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { createCodeReader } from './detect-codes'
import { readPairing, type PairingLink } from './read-link'

interface CodeCameraProps {
  onFound: (link: PairingLink) => void
  /** It cannot be used; why is said in its place. */
  onUnusable: () => void
}

type CameraState = 'starting' | 'looking' | 'other-code' | 'none' | 'refused' | 'failed'

const isRunning = (state: CameraState): boolean => state === 'starting' || state === 'looking' || state === 'other-code'

const lookEveryMs = 200

/** The camera's picture, searched for the code of another device. The field beside it stays usable throughout. */
export default function CodeCamera({ onFound, onUnusable }: CodeCameraProps) {
  const text = useSyncText()
  const video = useRef<HTMLVideoElement>(null)
  const listeners = useRef({ onFound, onUnusable })
  const [state, setState] = useState<CameraState>('starting')
  useEffect(() => {
    listeners.current = { onFound, onUnusable }
  }, [onFound, onUnusable])
  useEffect(() => {
    const element = video.current
    if (element === null) return
    return watchCamera(element, (next) => {
      if (typeof next !== 'string') return listeners.current.onFound(next)
      setState(next)
      if (!isRunning(next)) listeners.current.onUnusable()
    })
  }, [])

  const isSeen = isRunning(state)
  const words: Record<CameraState, string> = {
    starting: text.cameraStarting,
    looking: text.cameraLooking,
    'other-code': text.cameraOther,
    none: text.cameraNone,
    refused: text.cameraRefused,
    failed: text.cameraFailed,
  }
  return (
    <figure className="flex flex-col gap-2">
      <video
        ref={video}
        aria-label={text.camera}
        muted
        playsInline
        className={`aspect-square w-full max-w-72 rounded-lg border border-line bg-sunken object-cover ${isSeen ? '' : 'hidden'}`}
      />
      <figcaption role="status" className={`flex items-start gap-2 text-sm ${isSeen ? 'text-muted' : 'text-warn'}`}>
        {!isSeen && <CameraOff size={16} aria-hidden className="mt-0.5 shrink-0" />}
        {words[state]}
      </figcaption>
    </figure>
  )
}

/** Runs until the returned function is called; the camera's light goes out with it. */
function watchCamera(video: HTMLVideoElement, tell: (next: CameraState | PairingLink) => void): () => void {
  let isOver = false
  let stream: MediaStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }

  const run = async (): Promise<void> => {
    if (!('mediaDevices' in navigator)) return tell('none')
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
    if (isOver) return stop()
    video.srcObject = stream
    await video.play()
    const read = await createCodeReader(window)
    tell('looking')
    const look = async (): Promise<void> => {
      const seen = await read(video).catch(() => null)
      if (isOver) return
      const link = seen === null ? null : readPairing(seen)
      if (link !== null) return tell(link)
      if (seen !== null) tell('other-code')
      timer = setTimeout(() => void look(), lookEveryMs)
    }
    await look()
  }
  run().catch((error: unknown) => {
    if (!isOver) tell(stateOfError(error))
    stop()
  })
  return stop
}

function stateOfError(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}
