import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { components } from './elements'
import { parseMarkdown } from './plugins'
import { normaliseTexDelimiters } from './tex-delimiters'

const maxCached = 500
const cache = new Map<string, ReactElement>()

/**
 * One block as elements. They hold nothing of the text around them (that comes by context), so a block that scrolls
 * back in, or that stands in two messages, is parsed once.
 * @param isPassing the block will be longer with the next update: not worth keeping.
 */
export function drawMarkdown(source: string, isPassing: boolean): ReactElement {
  const known = cache.get(source)
  if (known !== undefined) return known
  const tree = parseMarkdown(normaliseTexDelimiters(source))
  const drawn: ReactElement = toJsxRuntime(tree, { Fragment, components, jsx, jsxs, passKeys: true, passNode: true, ignoreInvalidStyle: true })
  if (!isPassing) keep(source, drawn)
  return drawn
}

function keep(source: string, drawn: ReactElement): void {
  cache.set(source, drawn)
  const oldest = cache.keys().next()
  if (cache.size > maxCached && oldest.done !== true) cache.delete(oldest.value)
}
