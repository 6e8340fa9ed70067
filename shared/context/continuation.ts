/** The longest repetition that is looked for, in UTF-16 code units. */
const longestOverlap = 2000
/** Shorter repetitions may be chance ("the the" is wrong, "ha ha" is not): they are kept, except for whole words. */
const shortestOverlap = 8

/**
 * What to add to a cut answer so that it goes on without a seam. A model that is asked to go on often repeats the
 * last words: the longest end of `partial` with which `continued` begins is taken out of `continued`, also where
 * only white space stands before it.
 */
export function continuationOf(partial: string, continued: string): string {
  const lead = /^\s*/.exec(continued)?.[0].length ?? 0
  const overlap = overlapOf(partial, continued)
  if (overlap > 0) return continued.slice(overlap)
  const overlapAfterLead = lead === 0 ? 0 : overlapOf(partial, continued.slice(lead))
  return overlapAfterLead > 0 ? continued.slice(lead + overlapAfterLead) : continued
}

/** The partial answer and its continuation as one text. */
export const joinContinuation = (partial: string, continued: string): string => partial + continuationOf(partial, continued)

/** Length of the longest suffix of `partial` that is a prefix of `continued`, where it is long enough to be meant. */
function overlapOf(partial: string, continued: string): number {
  const longest = Math.min(longestOverlap, partial.length, continued.length)
  const length = longestBorder(continued.slice(0, longest), partial.slice(partial.length - longest))
  return length >= shortestOverlap || isWholeWord(partial, length) ? length : 0
}

/** Knuth, Morris and Pratt: linear, because it may run for every update of a stream. */
function longestBorder(prefixOf: string, suffixOf: string): number {
  const fallback = fallbackTable(prefixOf)
  let matched = 0
  for (const character of suffixOf.split('')) {
    while (matched > 0 && (matched === prefixOf.length || prefixOf[matched] !== character)) matched = fallback[matched - 1] ?? 0
    if (prefixOf[matched] === character) matched += 1
  }
  return matched
}

function fallbackTable(text: string): number[] {
  const table = [0]
  let matched = 0
  for (let index = 1; index < text.length; index += 1) {
    while (matched > 0 && text[index] !== text[matched]) matched = table[matched - 1] ?? 0
    if (text[index] === text[matched]) matched += 1
    table.push(matched)
  }
  return table
}

/** At least three letters or two ideographs, beginning where a word begins. */
function isWholeWord(partial: string, length: number): boolean {
  const overlap = partial.slice(partial.length - length)
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u.test(overlap)) return true
  return /^\p{L}{3,}$/u.test(overlap) && !/\p{L}$/u.test(partial.slice(0, partial.length - length))
}
