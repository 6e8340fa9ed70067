import { useEffect, useMemo } from 'react'

/** What is read of a DOM or React keyboard event. */
interface KeyLike {
  readonly isComposing?: boolean
  readonly keyCode?: number
  readonly key: string
  readonly nativeEvent?: { readonly isComposing?: boolean; readonly keyCode?: number }
}

export interface ImeGuard {
  /** True while an input method owns the keys, and for one tick after it let go. */
  isComposing(event: KeyLike): boolean
  dispose(): void
}

/**
 * UI-1: no single signal is enough. Some engines send the committing Enter before `compositionend` (with
 * `isComposing` or keyCode 229), others after it with neither; so a flag stays up until one tick after the end.
 * @param target where composition events arrive, usually the document.
 * @param later runs a callback one tick later; `setTimeout` with 0 outside tests.
 */
export function createImeGuard(target: EventTarget, later: (done: () => void) => void = nextTick): ImeGuard {
  let isOpen = false
  let compositions = 0
  const start = () => {
    isOpen = true
    compositions += 1
  }
  const end = () => {
    const ended = compositions
    later(() => {
      if (compositions === ended) isOpen = false
    })
  }
  target.addEventListener('compositionstart', start, capture)
  target.addEventListener('compositionend', end, capture)

  return {
    isComposing(event) {
      const native = event.nativeEvent ?? event
      return isOpen || native.isComposing === true || native.keyCode === 229
    },
    dispose() {
      target.removeEventListener('compositionstart', start, capture)
      target.removeEventListener('compositionend', end, capture)
    },
  }
}

const capture = { capture: true } as const

const nextTick = (done: () => void) => void setTimeout(done, 0)

const guards = new WeakMap<Document, ImeGuard>()

/** The document's one guard, made when it is first asked for: ask when an input mounts, not when a key arrives. */
export function imeGuardOf(page: Document): ImeGuard {
  const known = guards.get(page)
  if (known !== undefined) return known
  const made = createImeGuard(page)
  guards.set(page, made)
  return made
}

/** An Enter (or any key) that belongs to the input method and must not act on the app. */
export const isImeKey = (event: KeyLike): boolean => imeGuardOf(document).isComposing(event)

/** An Enter that commits a composition: it never sends, saves, picks or closes anything. */
export const isImeEnter = (event: KeyLike): boolean => event.key === 'Enter' && isImeKey(event)

/** For components with an input of their own; returns `isImeKey` and has the guard listening from the first paint. */
export function useImeGuard(): (event: KeyLike) => boolean {
  useEffect(() => void imeGuardOf(document), [])
  return useMemo(() => isImeKey, [])
}
