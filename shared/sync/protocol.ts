/**
 * The wire of sync, as the app and the server both know it. It is y-websocket's protocol, byte for byte; what is added
 * are a subprotocol that carries the token, close codes and limits.
 */

export const syncProtocolVersion = 1

/** The first subprotocol that a device offers; its token is the second. The server answers this one. */
export const syncSubprotocol = 'commonplace-sync.1'

/** WebSocket addresses are `<server>/sync/<room>`. */
export const syncPath = '/sync'

export const apiPath = '/api/v1'

/** The first number of every frame. A device may send all but `auth`. */
export const messageTypes = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3 } as const

/** The second number of a sync frame; a length and that many bytes follow. */
export const syncMessageTypes = {
  /** A state vector: "send what I lack". */
  step1: 0,
  /** The answer to step 1, an update. It is the last of the frames that answer. */
  step2: 1,
  update: 2,
} as const

/**
 * Why the server closed a connection. y-websocket does not come back by itself after 44xx. A frame that already the
 * WebSocket layer refuses is closed with that layer's own code: 1002 (framing), 1007 (UTF-8), 1008 (too many fragments),
 * 1009 (far too large).
 */
export const closeCodes = {
  /** A frame that is not of this protocol, or an update that no Yjs would write. */
  malformed: 4400,
  /** No token, or one that is not known. Nothing is said about rooms. */
  tokenRejected: 4401,
  /** The device was removed from its vault, or the vault deleted. */
  removed: 4403,
  /** No such path. */
  notFound: 4404,
  /** It reads too slowly. */
  tooSlow: 4408,
  frameTooLarge: 4413,
  /** More messages than the server takes. */
  flood: 4429,
  /** Shutting down, overloaded, or its disk failed: come back later. */
  busy: 4503,
  /** The vault holds as many bytes or rooms as it may. */
  quotaFull: 4507,
} as const

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

/** What both sides count on. The server's own, adjustable limits are its options. */
export const syncLimits = {
  /** Longest frame that a device sends. */
  frameBytes: 4 * 2 ** 20,
  /** From this on a step 2 is better sent as several updates. */
  splitBytes: 3 * 2 ** 20,
  /** The server sends something at least this often. */
  serverSilenceMs: 15_000,
  /** States that one frame of awareness holds. */
  awarenessStates: 64,
  awarenessStateBytes: 256 * 2 ** 10,
  rendezvousSlots: 6,
  rendezvousSlotBytes: 16 * 2 ** 10,
  rendezvousMs: 5 * 60_000,
  rendezvousWaitSeconds: 25,
} as const

/** Names of rooms are opaque; apps use 22 characters, other clients of the protocol whatever fits. */
export const roomNamePattern = /^[\w.~-]{1,128}$/
