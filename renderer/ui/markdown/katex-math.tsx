import katex from 'katex'
import 'katex/dist/katex.min.css'
import { useLayoutEffect, useRef } from 'react'

/**
 * `katex.render` builds DOM nodes and sets styles through CSSOM: nothing is parsed from HTML, so the policy's
 * `style-src` holds. UI-4: with `trust` off, `\href`, `\includegraphics` and the `\html…` commands do nothing.
 */
const options = { throwOnError: false, trust: false, strict: false, maxExpand: 300, maxSize: 30 } as const

export default function KatexMath({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    try {
      katex.render(tex, element, { ...options, displayMode: isDisplay })
    } catch {
      // KaTeX throws on what is no TeX at all, whatever `throwOnError` says: the source is shown.
      element.textContent = tex
    }
  }, [tex, isDisplay])
  return isDisplay ? (
    <div className="md-math-display" tabIndex={0} role="math" aria-label={tex}>
      <span ref={place} />
    </div>
  ) : (
    <span ref={place} className="md-math" />
  )
}
