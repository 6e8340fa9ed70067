const name = 'found'
/** Only what is drawn is marked, so this is plenty; it bounds a one-letter query. */
const maxRanges = 2000

/**
 * Marks every occurrence of a text in what is drawn, and goes on doing so while the drawn part changes.
 * Returns what takes the marks away.
 */
export function markFound(page: Element, query: string): () => void {
  if (query === '' || !('highlights' in CSS)) return () => undefined
  let frame = 0
  const mark = () => {
    frame = 0
    CSS.highlights.set(name, new Highlight(...rangesOf(page, query.toLowerCase())))
  }
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(mark)
  })
  observer.observe(page, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    CSS.highlights.delete(name)
  }
}

function rangesOf(page: Element, query: string): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null && ranges.length < maxRanges; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? ''
    // A letter whose lower case is longer would shift the offsets: such a rare node is left unmarked.
    if (text.length !== node.textContent?.length) continue
    for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, at + query.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + query.length)
      ranges.push(range)
    }
  }
  return ranges
}
