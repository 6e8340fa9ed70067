import { useMemo } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** What is in it, for those who do not see it. */
  label: string
  className?: string
}

/** Light modules that a reader needs around the code. */
const quietModules = 4

/** Dark on light in every theme: readers expect it so. Drawn as one path of runs. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  const side = size + 2 * quietModules
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={`rounded-lg border border-line forced-color-adjust-none ${className ?? ''}`}
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" transform={`translate(${quietModules} ${quietModules})`} />
    </svg>
  )
}

function draw(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: runs.join('') }
}

/** Where dark modules stand side by side: `[start, length]`. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last !== undefined && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
