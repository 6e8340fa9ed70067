import { syncLimits } from '../../shared/sync/protocol'

/** What one device, vault or address may ask of the server. Bytes, milliseconds, counts. */
export interface ServerLimits {
  readonly maxFrameBytes: number
  /** Bytes that wait for a peer that does not read; an answer to its own request does not count. */
  readonly maxSlowReaderBytes: number
  /** Averaged over ten seconds. */
  readonly maxMessagesPerSecond: number
  /** Awareness is not stored, so that only this slows it down. Over ten seconds. */
  readonly maxPresenceBytes: number
  /** Bytes of one peer that wait for the disk; above it is not read on. */
  readonly maxUnstoredBytes: number
  readonly maxPeers: number
  readonly maxPeersPerVault: number
  readonly maxClientsPerRoom: number
  readonly maxBlobBytes: number
  readonly maxOpenRendezvousPerVault: number
  /** Wrong tokens and rendezvous that are not there, per address, beginning of the token, and minute; twenty times as many per address. */
  readonly maxMissesPerMinute: number
  /** Time for the headers of a request, the TLS handshake included; whoever has not shown a token by then is cut. */
  readonly unauthenticatedMs: number
  /** Every two of these a quiet peer hears something; after eight without a sign of life it is cut. */
  readonly sweepMs: number
  /** How long a room without peers stays in memory, in sweeps. */
  readonly idleRoomSweeps: number
}

export const defaultLimits: ServerLimits = {
  maxFrameBytes: syncLimits.frameBytes,
  maxSlowReaderBytes: 8 * 2 ** 20,
  maxMessagesPerSecond: 200,
  maxPresenceBytes: 16 * 2 ** 20,
  maxUnstoredBytes: 8 * 2 ** 20,
  maxPeers: 50_000,
  maxPeersPerVault: 2000,
  maxClientsPerRoom: 100_000,
  maxBlobBytes: 512 * 2 ** 20,
  maxOpenRendezvousPerVault: 5,
  maxMissesPerMinute: 60,
  unauthenticatedMs: 5000,
  sweepMs: 5000,
  idleRoomSweeps: 2,
}

/** Clients that one frame may name; a whole room may have more. */
export const maxClientsPerFrame = 20_000

/** More than anything that was typed comes to in a frame, and no more than a device's decoder can follow at once. */
export const maxStructsPerFrame = 400_000

/** Frames from this size on are looked at one per turn of the event loop: many at once would keep everybody waiting. */
export const heavyFrameBytes = 64 * 2 ** 10

/** Bytes of one commit, so that a small update never waits long behind large ones. */
export const maxCommitBytes = 4 * 2 ** 20
