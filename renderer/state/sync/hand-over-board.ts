import type { Awareness } from 'y-protocols/awareness'
import type { DeviceId } from '@shared/ids'
import { fromBase64Url, toBase64Url } from '@shared/sync/bytes'
import { maxHandOverBytes, openHandOver, sealHandOver, type HandOverMessage, type HeardMessage } from '@shared/sync/hand-over'
import type { Keyring } from '@shared/sync/keyring'
import type { SyncEnvironment } from './environment'

export interface BoardPorts {
  readonly env: Pick<SyncEnvironment, 'random' | 'timer'>
  readonly awareness: Awareness
  readonly keyring: Keyring
}

type StepOf<Step extends HandOverMessage['step']> = Extract<HandOverMessage, { step: Step }>

/**
 * What this device and the others show each other while keys are handed over, beside their presence: one message for
 * each exchange, taken down when it is over. The server keeps no more of it than who is there shows.
 */
export class HandOverBoard {
  private readonly own = new Map<string, HandOverMessage>()
  /** By its sealed text: awareness says again and again what was read already. */
  private read = new Map<string, HeardMessage | null>()
  private readonly listeners = new Set<() => void>()
  private readonly stops: (() => void)[]
  private isClosed = false

  constructor(private readonly ports: BoardPorts) {
    const { awareness, keyring } = ports
    const onAwareness = (): void => this.look()
    awareness.on('change', onAwareness)
    this.stops = [
      () => awareness.off('change', onAwareness),
      keyring.onChange(() => {
        this.read.clear()
        if (this.own.size > 0) this.show()
        this.look()
      }),
    ]
  }

  /** False where it is too much, or there is no key to seal with. What was said before of this exchange stays then. */
  say(message: HandOverMessage): boolean {
    const before = this.own.get(message.nonce)
    if (before === message) return true
    this.own.set(message.nonce, message)
    if (this.show()) return true
    if (before === undefined) this.own.delete(message.nonce)
    else this.own.set(message.nonce, before)
    return false
  }

  withdraw(nonce: string): void {
    if (this.own.delete(nonce) && !this.isClosed) this.show()
  }

  /** What the others say to this device. */
  heard(): readonly HeardMessage[] {
    return [...this.read.values()].filter((heard) => heard !== null && heard.message.to === this.ports.keyring.device?.deviceId) as HeardMessage[]
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Null where none of these steps was seen in time, or sync ended here. */
  waitFor<Step extends HandOverMessage['step']>(from: DeviceId, nonce: string, steps: readonly Step[], withinMs: number): Promise<StepOf<Step> | null> {
    const find = (): StepOf<Step> | null => {
      const found = this.heard().find((heard) => heard.from === from && heard.message.nonce === nonce && (steps as readonly string[]).includes(heard.message.step))
      return (found?.message as StepOf<Step> | undefined) ?? null
    }
    return new Promise((resolve) => {
      const end = (found: StepOf<Step> | null): void => {
        callOff()
        stop()
        resolve(found)
      }
      const look = (): void => {
        const found = find()
        if (found !== null || this.isClosed) end(found)
      }
      const callOff = this.ports.env.timer.after(withinMs, () => end(null))
      const stop = this.subscribe(look)
      look()
    })
  }

  close(): void {
    if (this.isClosed) return
    for (const stop of this.stops) stop()
    this.own.clear()
    this.show()
    this.isClosed = true
    this.tell()
    this.listeners.clear()
  }

  private show(): boolean {
    const { awareness, keyring, env } = this.ports
    const sealed = [...this.own.values()].map((message) => sealHandOver(message, keyring, env.random))
    const present = sealed.filter((bytes) => bytes !== null)
    if (present.length < sealed.length || present.reduce((sum, { byteLength }) => sum + byteLength, 0) > maxHandOverBytes) return false
    const { handOver: _, ...rest } = (awareness.getLocalState() ?? {}) as { handOver?: unknown }
    // A state of nothing would say that somebody is here.
    if (present.length > 0) awareness.setLocalState({ ...rest, handOver: present.map(toBase64Url) })
    else if (_ !== undefined) awareness.setLocalState(rest)
    return true
  }

  private look(): void {
    const { awareness, keyring } = this.ports
    const found = new Map<string, HeardMessage | null>()
    for (const [client, state] of awareness.getStates()) {
      const { handOver } = state as { handOver?: unknown }
      if (client === awareness.clientID || !Array.isArray(handOver)) continue
      for (const text of handOver as unknown[]) {
        if (typeof text !== 'string') continue
        const known = this.read.get(text)
        found.set(text, known === undefined ? openText(text, keyring) : known)
      }
    }
    const isSame = found.size === this.read.size && [...found.keys()].every((text) => this.read.has(text))
    this.read = found
    if (!isSame) this.tell()
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

function openText(text: string, keyring: Keyring): HeardMessage | null {
  const bytes = fromBase64Url(text)
  return bytes === null ? null : openHandOver(bytes, keyring)
}
