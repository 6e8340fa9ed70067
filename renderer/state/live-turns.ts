import type { SessionId } from '@shared/ids'
import type { LiveTurn, Observable } from './services'

const frameMs = 16

/**
 * Answers being written, by session: those of this window, and what other windows journal. Changes are gathered
 * to one announcement a frame, by a timer and not by animation frames, which stop in a hidden window.
 */
export class LiveTurns implements Observable<ReadonlyMap<SessionId, LiveTurn>> {
  private readonly here = new Map<SessionId, LiveTurn>()
  private elsewhere: ReadonlyMap<SessionId, LiveTurn> = new Map()
  private readonly listeners = new Set<() => void>()
  private snapshot: ReadonlyMap<SessionId, LiveTurn> = new Map()
  private timer: ReturnType<typeof setTimeout> | null = null

  current = (): ReadonlyMap<SessionId, LiveTurn> => this.snapshot

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Shown at once: a turn that begins, or whose phase changed. */
  put(turn: LiveTurn): void {
    this.here.set(turn.sessionId, turn)
    this.announce()
  }

  /** Shown with the next frame: more text. */
  progress(turn: LiveTurn): void {
    this.here.set(turn.sessionId, turn)
    this.timer ??= setTimeout(() => this.announce(), frameMs)
  }

  remove(session: SessionId): void {
    if (this.here.delete(session)) this.announce()
  }

  setElsewhere(turns: readonly LiveTurn[]): void {
    this.elsewhere = new Map(turns.map((turn) => [turn.sessionId, turn]))
    this.announce()
  }

  private announce(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.snapshot = new Map([...this.elsewhere, ...this.here])
    for (const listener of this.listeners) listener()
  }
}
