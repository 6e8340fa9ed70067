import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PromptManifest } from '@shared/context/prompt'
import type { CallId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { isWithoutMemory, recalledItems, recalledPassages } from '@renderer/state/prompt-figures'
import { useServices } from '@renderer/state/services'

const AnswerMemory = lazy(() => import('./answer-memory'))

/** Says how many pieces of memory an answer had before it, and shows which and why. */
export function AnswerMemoryButton({ call, answeredAt }: { call: CallId; answeredAt: number }) {
  const { text } = useLocalisation()
  const manifest = usePromptOf(call)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // A call of another device has its record there.
  if (manifest === null) return null
  const recalled = recalledPassages(manifest).length
  if (isWithoutMemory(manifest)) return <span className="mr-1 px-1 text-xs text-faint">{text.chat.answerPrivate}</span>
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-state={isOpen ? 'open' : 'closed'}
        onClick={() => setOpen(true)}
        className="mr-1 rounded-sm px-1 text-xs text-faint tabular-nums touch-target hover:bg-hover hover:text-text data-[state=open]:bg-hover"
      >
        {text.chat.answerMemory(recalledItems(manifest).length - recalled, recalled)}
      </button>
      {isOpen && (
        <Suspense>
          <AnswerMemory manifest={manifest} answeredAt={answeredAt} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function usePromptOf(call: CallId): PromptManifest | null {
  const { memory } = useServices()
  const [manifest, setManifest] = useState<PromptManifest | null>(null)
  useEffect(() => {
    let isCurrent = true
    memory.promptOf(call).then(
      (found) => isCurrent && setManifest(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [memory, call])
  return manifest
}
