import katex from 'katex'
import 'katex/dist/katex.min.css'
import { useLayoutEffect, useRef } from 'react'

/**
 * `katex.render` builds DOM nodes and sets styles through CSSOM: nothing is parsed from HTML, so the policy's
 * `style-src` holds. UI-4: with `trust` off, `\href`, `\includegraphics` and the `\html…` commands do nothing.
 */
const options = { throwOnError: true, trust: false, strict: false, maxExpand: 300, maxSize: 30 } as const

/** The MathML twin of these carries a style attribute, which the policy refuses: they are drawn without a twin. */
const needsHtmlOnly = /\\(?:pmb|fcolorbox)\b/

export default function KatexMath({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    try {
      katex.render(tex, element, { ...options, displayMode: isDisplay, output: needsHtmlOnly.test(tex) ? 'html' : 'htmlAndMathml' })
    } catch {
      // What is no TeX is shown as it was written (KaTeX's own red text would need a style attribute).
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
