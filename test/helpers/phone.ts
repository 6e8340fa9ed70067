import type { Page } from 'playwright-core'

export interface Phone {
  /** Turned, or as wide as a desk: what cannot be reached on a narrow screen is opened there. */
  resize(width: number, height?: number): Promise<void>
}

/** A phone as far as a page can tell: a coarse pointer and touch. Do not set the viewport's size another way meanwhile. */
export async function becomePhone(page: Page): Promise<Phone> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  return {
    async resize(width, height = 844) {
      await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: true })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
    },
  }
}

export interface PhoneFaults {
  /** Wider than the screen: the page could be pushed sideways. */
  readonly tooWide: readonly string[]
  /** Something to press that a finger misses: under 44 px in a direction. */
  readonly tooSmall: readonly string[]
  /** Something to write in under 16 px, into which a phone zooms. */
  readonly zooming: readonly string[]
}

/** What is wrong with what stands on the screen now. */
export const phoneFaults = (page: Page): Promise<PhoneFaults> =>
  page.evaluate(() => {
    const minTargetPx = 44
    const minInputPx = 16
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && element.closest('.sr-only, [inert], [aria-hidden=true]') === null
    const named = (element: Element): string => {
      const { width, height } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
      return `${element.tagName.toLowerCase()}${element.getAttribute('role') ? `[${element.getAttribute('role')}]` : ''} "${name}" ${Math.round(width)}x${Math.round(height)}`
    }
    const inText = (element: Element): boolean => element.tagName === 'A' && element.closest('p, li, td, dd, .markdown') !== null
    /** The label around a box is pressed as well, and so is an edge that reaches further than what is drawn. */
    const reach = (element: Element): { width: number; height: number } => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      const edge = getComputedStyle(element, '::after')
      const isEnlarged = edge.content !== 'none' && edge.position === 'absolute'
      const grow = (side: string): number => (isEnlarged ? -Math.min(0, parseFloat(side) || 0) : 0)
      return { width: width + grow(edge.left) + grow(edge.right), height: height + grow(edge.top) + grow(edge.bottom) }
    }
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const root = dialog ?? document.body
    const pressable = [...root.querySelectorAll('button, a[href], [role=button], [role=tab], [role=option], [role=radio], [role=checkbox], [role=switch], [role=menuitem], summary, input, select')]
    const small = pressable.filter((element) => {
      if (!isShown(element) || inText(element)) return false
      const { width, height } = reach(element)
      return width > 0 && (width < minTargetPx - 0.5 || height < minTargetPx - 0.5)
    })
    const fields = [...root.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable=true]')].filter(isShown)
    const wide = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    return {
      tooWide: wide.map((element) => `${named(element)} scrolls ${element.scrollWidth}`),
      tooSmall: small.map(named),
      zooming: fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < minInputPx).map(named),
    }
  })
