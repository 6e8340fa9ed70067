import uFuzzy from '@leeoniya/ufuzzy'

/** Any letters count as a word's, so Chinese is matched too; terms may come in any order. */
const fuzzy = new uFuzzy({ unicode: true, interSplit: "[^\\p{L}\\d']+", intraSplit: '\\p{Ll}\\p{Lu}', intraIns: 1, intraMode: 0 })

/** The items whose text matches, best first. */
export function rank<Item>(items: readonly Item[], textOf: (item: Item) => string, needle: string): readonly Item[] {
  const haystack = items.map(textOf)
  const [matches, info, order] = fuzzy.search(haystack, needle, 1)
  if (matches === null || matches.length === 0) return containing(items, haystack, needle)
  const ranked = info === null || order === null ? matches : order.map((at) => info.idx[at] ?? -1)
  return ranked.flatMap((at) => items[at] ?? [])
}

/** For needles in which the matcher sees no word at all, such as a lone sign. */
function containing<Item>(items: readonly Item[], haystack: readonly string[], needle: string): readonly Item[] {
  const wanted = needle.toLowerCase()
  return items.filter((_, at) => haystack[at]?.toLowerCase().includes(wanted))
}
