/** Within this distance of its end a conversation follows what is written. */
export const stickDistancePx = 72

interface Scrolled {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}

export const distanceFromEnd = ({ scrollTop, clientHeight, scrollHeight }: Scrolled): number =>
  Math.max(0, scrollHeight - clientHeight - scrollTop)

export const isAtEnd = (scrolled: Scrolled): boolean => distanceFromEnd(scrolled) <= stickDistancePx

/** What the button over the composer says: nothing at the end, else whether something came since the end was left. */
export function jumpOffer(atEnd: boolean, seenAtEnd: string, now: string): 'none' | 'latest' | 'new' {
  if (atEnd) return 'none'
  return seenAtEnd === now ? 'latest' : 'new'
}
