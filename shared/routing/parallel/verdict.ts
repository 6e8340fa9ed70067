import * as z from 'zod'
import { labelAt, type BlindPanel } from './blind'

/** What the judge thinks of both orders together. Indices are those of the answers as they were given to `blindPanel`. */
export type Verdict =
  /** Both times the same answer came first. `ranking` is null where the rest came out in another order. */
  | { readonly kind: 'settled'; readonly best: number; readonly ranking: readonly number[] | null }
  /** Another one came first once the places were swapped: nothing is picked, the person decides. */
  | { readonly kind: 'order-matters'; readonly first: number; readonly swapped: number }
  /** A reply named not every answer exactly once, or was no ranking at all. */
  | { readonly kind: 'unreadable' }

const rankingSchema = z.object({ ranking: z.array(z.string()) })

export function verdictOf(panel: BlindPanel, firstReply: string, swappedReply: string): Verdict {
  const first = rankingIn(firstReply, panel.firstOrder)
  const swapped = rankingIn(swappedReply, panel.swappedOrder)
  const [best] = first ?? []
  const [other] = swapped ?? []
  if (first === null || swapped === null || best === undefined || other === undefined) return { kind: 'unreadable' }
  if (best !== other) return { kind: 'order-matters', first: best, swapped: other }
  const isSame = first.every((index, place) => swapped[place] === index)
  return { kind: 'settled', best, ranking: isSame ? first : null }
}

/** Reads `{"ranking": ["B", "A"]}`, best first, also with words or a code fence around it. */
function rankingIn(reply: string, order: readonly number[]): readonly number[] | null {
  const parsed = rankingSchema.safeParse(objectIn(reply))
  if (!parsed.success) return null
  const labels = order.map((_, place) => labelAt(place))
  const ranking = parsed.data.ranking.map((label) => order[labels.indexOf(label.trim().toUpperCase())])
  const known = ranking.filter((index) => index !== undefined)
  return known.length === ranking.length && known.length === order.length && new Set(known).size === order.length ? known : null
}

function objectIn(reply: string): unknown {
  const start = reply.indexOf('{')
  const end = reply.lastIndexOf('}')
  if (start === -1 || end < start) return null
  try {
    return JSON.parse(reply.slice(start, end + 1))
  } catch {
    return null
  }
}
