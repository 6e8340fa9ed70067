import { distanceFromEnd, isAtEnd } from './stick-to-end'

/**
 * Keeps a conversation at its end while it grows, by whatever amount and however often, until it is scrolled up by
 * somebody; back at the end it follows again. The list's own measuring moves the place too: those writes are noted
 * here, every other way up (wheel, finger, key, focus, a screen reader, a search in the page) leaves the end.
 */
export class EndFollower {
  private element: HTMLElement | null = null
  private isFollowing = true
  /** Where it stood after the last write or scroll that is known of. */
  private knownTop = 0

  /** Watches the scrolling element; returns the way out. */
  attach(element: HTMLElement): () => void {
    this.element = element
    const onScroll = (): void => this.noteScroll(element)
    // Captured: before the list's own listener, whose writes would hide where it was scrolled to.
    element.addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => {
      element.removeEventListener('scroll', onScroll, { capture: true })
      this.element = null
    }
  }

  /** The list itself has just scrolled. */
  noteWrite(): void {
    if (this.element !== null) this.knownTop = this.element.scrollTop
  }

  /** The content has another size. */
  settle(): void {
    if (this.isFollowing) this.scrollToEnd()
  }

  goToEnd(): void {
    this.isFollowing = true
    this.scrollToEnd()
  }

  /** For a place that was asked for. */
  leave(): void {
    this.isFollowing = false
  }

  private scrollToEnd(): void {
    if (this.element === null) return
    this.element.scrollTop = this.element.scrollHeight
    this.noteWrite()
  }

  private noteScroll(element: HTMLElement): void {
    const isUp = element.scrollTop < this.knownTop
    this.knownTop = element.scrollTop
    // At the very end the browser itself has moved it, because the content shrank.
    if (isUp && distanceFromEnd(element) > 1) this.isFollowing = false
    else if (!isUp && isAtEnd(element)) this.isFollowing = true
  }
}
