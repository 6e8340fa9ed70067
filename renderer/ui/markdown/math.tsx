import { lazy, Suspense } from 'react'

const KatexMath = lazy(() => import('./katex-math'))

/** TeX, set by KaTeX, which is loaded with the first formula; until then its source stands in. */
export function MathFormula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const source = <code className="md-tex-source">{tex}</code>
  return <Suspense fallback={isDisplay ? <div className="md-math-display">{source}</div> : source}><KatexMath tex={tex} isDisplay={isDisplay} /></Suspense>
}
