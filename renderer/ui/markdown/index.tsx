import { use } from 'react'
import type { MarkdownProps } from './markdown'

/**
 * The parser and its plugins are a quarter of the program and not needed for the first paint: they load beside it,
 * from the moment this module runs. Once there, they are read without waiting, so no message shows twice.
 */
const loading = import('./markdown')
void loading.then((module) => Object.assign(loading, { status: 'fulfilled', value: module }))

/** Markdown as it is drawn in answers; suspends where its program is still on the way. */
export function Markdown(props: MarkdownProps) {
  const { Markdown: Loaded } = use(loading)
  return <Loaded {...props} />
}
