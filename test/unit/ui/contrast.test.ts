import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'

function token(name: string, theme: Theme): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)
  const value = theme === 'light' ? found?.[1] : found?.[2]
  if (value === undefined) throw new Error(`no opaque pair for --${name}`)
  return value
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const sheets = ['surface-sunken', 'surface', 'surface-raised', 'surface-hover', 'surface-selected', 'surface-code']
const across = (inks: readonly string[], on: readonly string[]) => inks.flatMap((ink) => on.map((sheet) => [ink, sheet] as const))

const textPairs = [
  ...across(['text', 'text-muted'], sheets),
  ...across(['text-faint', 'accent', 'danger'], sheets.filter((sheet) => sheet !== 'surface-selected')),
  ...across(['warn'], ['surface-sunken', 'surface', 'surface-raised', 'surface-code']),
  ...across(['text', 'text-muted', 'accent'], ['accent-soft']),
  ...across(['text', 'text-muted', 'danger'], ['danger-soft']),
  ...across(['text', 'text-muted', 'warn'], ['warn-soft']),
  ...across(['text'], ['selection']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['surface', 'text'],
] as const

const graphicPairs = [
  ...across(['focus'], [...sheets, 'accent-soft', 'danger-soft', 'warn-soft']),
  ...across(['control'], ['surface-sunken', 'surface', 'surface-raised']),
] as const

test.each(['light', 'dark'] as const)('UI-3 text keeps 4.5:1 and graphics 3:1 in the %s theme', (theme) => {
  const measure = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([ink, sheet]) => ({ pair: `${ink} on ${sheet}`, ratio: contrast(token(ink, theme), token(sheet, theme)) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`)

  expect([...measure(textPairs, 4.5), ...measure(graphicPairs, 3)]).toEqual([])
})
