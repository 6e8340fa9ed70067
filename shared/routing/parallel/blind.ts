/** One answer as the judge sees it: a letter in place of the model that wrote it. */
export interface BlindAnswer {
  readonly label: string
  readonly text: string
}

/** The same answers twice, the second time backwards: a judge that prefers a place rather than an answer shows it. */
export interface BlindPanel {
  readonly first: readonly BlindAnswer[]
  readonly swapped: readonly BlindAnswer[]
  /** For each of both, the index among the answers given that stands at each place. */
  readonly firstOrder: readonly number[]
  readonly swappedOrder: readonly number[]
}

/** So many are told apart by one letter each. */
export const mostAnswersJudged = 26

/**
 * Hides who wrote the answers: letters by place, places by chance, and `names` (of models and providers) taken out of the
 * texts. A style of writing stays what it is; that much a judge may still recognise.
 *
 * @param random in [0, 1)
 */
export function blindPanel(texts: readonly string[], names: readonly string[], random: () => number): BlindPanel {
  if (texts.length > mostAnswersJudged) throw new RangeError(`At most ${mostAnswersJudged} answers are judged together.`)
  const scrubbed = texts.map((text) => withoutNames(text, names))
  const firstOrder = shuffled(texts.length, random)
  const swappedOrder = firstOrder.toReversed()
  return { first: labelled(scrubbed, firstOrder), swapped: labelled(scrubbed, swappedOrder), firstOrder, swappedOrder }
}

/** What stands where a name stood. */
export const nameless = '[model]'

/** Whole words alone, in any case; the longest first, so that no half of a longer name is left. */
export function withoutNames(text: string, names: readonly string[]): string {
  const known = names.map((name) => name.trim()).filter((name) => name.length > 1)
  if (known.length === 0) return text
  const longestFirst = known.toSorted((one, other) => other.length - one.length).map(escaped)
  return text.replace(new RegExp(`(?<![A-Za-z0-9])(?:${longestFirst.join('|')})(?![A-Za-z0-9])`, 'giu'), nameless)
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function labelled(texts: readonly string[], order: readonly number[]): readonly BlindAnswer[] {
  return order.map((index, place) => ({ label: labelAt(place), text: texts[index] ?? '' }))
}

export function labelAt(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place)
}

/** Fisher and Yates. */
function shuffled(length: number, random: () => number): readonly number[] {
  const order = Array.from({ length }, (_, index) => index)
  for (let last = length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last] as number
    order[last] = order[other] as number
    order[other] = moved
  }
  return order
}
