import type { PresenceState } from '../wire/read-message'
import type { Peer } from '../sockets/peer'

interface Known extends PresenceState {
  /** Null for peers of other instances. */
  readonly owner: Peer | null
  sweeps: number
}

const maxStates = 1000
const maxBytes = 4 * 2 ** 20
const maxStatesPerPeer = 64
const nothing = new TextEncoder().encode('null')

const isNothing = ({ json }: PresenceState): boolean => Buffer.compare(json, nothing) === 0

/** Who is here, remembered for those who come later. What the states say is sealed. */
export class Presence {
  private readonly known = new Map<number, Known>()
  private bytes = 0

  /** Takes what is newer than what is known, and gives that back to be passed on. */
  accept(states: readonly PresenceState[], owner: Peer | null): readonly PresenceState[] {
    return states.filter((state) => this.acceptOne(state, owner))
  }

  /** Everything, or what peers of this instance said. */
  all(isLocalOnly = false): readonly PresenceState[] {
    return [...this.known.values()].filter(({ owner }) => !isLocalOnly || owner !== null)
  }

  /** The peer is gone: what is to be said to the others. */
  leave(peer: Peer): readonly PresenceState[] {
    const gone = [...this.known.values()].filter(({ owner }) => owner === peer)
    for (const state of gone) this.forget(state)
    return gone.map(({ client, clock }) => ({ client, clock: clock + 1, json: nothing }))
  }

  /** Devices say every 15 s that they are still here; those of other instances are forgotten without that. */
  sweep(mostSweeps: number): void {
    for (const state of this.known.values()) {
      state.sweeps += 1
      if (state.owner === null && state.sweeps > mostSweeps) this.forget(state)
    }
  }

  private acceptOne(state: PresenceState, owner: Peer | null): boolean {
    const before = this.known.get(state.client)
    if (before === undefined && (isNothing(state) || this.isFullFor(owner))) return false
    if (before !== undefined && (state.clock < before.clock || (state.clock === before.clock && !isNothing(state)))) return false
    if (this.bytes + state.json.byteLength - (before?.json.byteLength ?? 0) > maxBytes) return false
    if (before !== undefined) this.forget(before)
    if (!isNothing(state)) {
      this.bytes += state.json.byteLength
      this.known.set(state.client, { ...state, owner, sweeps: 0 })
    }
    return true
  }

  private isFullFor(owner: Peer | null): boolean {
    if (this.known.size >= maxStates) return true
    if (owner === null || this.known.size < maxStatesPerPeer) return false
    return [...this.known.values()].filter((state) => state.owner === owner).length >= maxStatesPerPeer
  }

  private forget({ client, json }: PresenceState): void {
    this.known.delete(client)
    this.bytes -= json.byteLength
  }
}

