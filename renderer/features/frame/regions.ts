/** The parts of the window that F6 goes through, in reading order; an absent one is passed over. */
export const regionIds = ['region-sessions', 'region-main', 'region-context', 'region-status'] as const
export type RegionId = (typeof regionIds)[number]

/** The box in which messages are written; the skip link and the keyboard go there. */
export const messageInputId = 'message-input'

/** Moves the focus to the next region (or the one before), and there to the first place that takes it. */
export function focusNeighbourRegion(page: Document, by: 1 | -1): void {
  const regions = regionIds.flatMap((id) => page.getElementById(id) ?? [])
  const from = regions.findIndex((region) => region.contains(page.activeElement))
  const start = from === -1 ? (by === 1 ? -1 : 0) : from
  focusRegion(regions[(start + by + regions.length) % regions.length])
}

function focusRegion(region: HTMLElement | undefined): void {
  if (region === undefined) return
  const input = region.querySelector<HTMLElement>(`#${messageInputId}`)
  const current = region.querySelector<HTMLElement>('[aria-current="page"]')
  ;(input ?? current ?? region).focus()
}
