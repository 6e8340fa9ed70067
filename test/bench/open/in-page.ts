import type { Page } from 'playwright-core'
import type { SampleSession } from './sample'

const scrolledFrames = 240

export interface Scrolled {
  readonly framesPerSecond: number
  readonly mostNodes: number
}

/** Milliseconds from the click on a session to the frame after its last message is in sight. The app is loaded afresh before. */
export async function openSessionMs(page: Page, url: string, { id, endMark }: SampleSession): Promise<number> {
  await page.goto(`${url}#/`)
  await page.reload()
  await page.getByRole('list', { name: 'Sessions' }).waitFor()
  await page.waitForTimeout(300)
  return page.evaluate(
    ({ hash, endMark }) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        location.hash = hash
        const look = (): void => {
          const articles = [...document.querySelectorAll('main article')]
          const last = articles.find((article) => article.textContent?.includes(endMark))
          const isInSight = last !== undefined && last.getBoundingClientRect().bottom <= window.innerHeight
          if (isInSight) requestAnimationFrame(() => resolve(performance.now() - startedAt))
          else requestAnimationFrame(look)
        }
        look()
      }),
    { hash: `#/s/${id}`, endMark },
  )
}

/** Scrolls the open session upwards by so many pixels in every frame. */
export function scrollUp(page: Page, pixelsPerFrame: number): Promise<Scrolled> {
  return page.evaluate(
    ({ pixelsPerFrame, frames }) =>
      new Promise<Scrolled>((resolve) => {
        const isScroller = (element: Element): boolean =>
          element.scrollHeight > element.clientHeight + 50 && /auto|scroll/.test(getComputedStyle(element).overflowY)
        const article = document.querySelector('main article')
        let scroller = article?.parentElement ?? null
        while (scroller !== null && !isScroller(scroller)) scroller = scroller.parentElement
        if (scroller === null) throw new Error('nothing scrolls')
        const list = scroller
        let count = 0
        let mostNodes = 0
        let startedAt = 0
        const step = (now: number): void => {
          if (count === 0) startedAt = now
          if (count % 10 === 0) mostNodes = Math.max(mostNodes, document.querySelectorAll('*').length)
          if (count === frames) {
            resolve({ framesPerSecond: (frames / (now - startedAt)) * 1000, mostNodes })
            return
          }
          count++
          list.scrollTop -= pixelsPerFrame
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    { pixelsPerFrame, frames: scrolledFrames },
  )
}

/** Milliseconds from the beginning of the load to the frame after the session list and the message box are there. */
export async function firstUsefulPaintMs(page: Page, url: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`${url}#/`, { waitUntil: 'commit' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const isUseful = document.querySelector('main textarea, main [role=textbox]') !== null && document.querySelector('[data-session-link]') !== null
          if (isUseful) requestAnimationFrame(() => resolve(performance.now()))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}
