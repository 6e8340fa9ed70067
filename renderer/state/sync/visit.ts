import * as Y from 'yjs'
import { openAcknowledged } from '@shared/sync/acknowledged'
import { createChain, type ChainState } from '@shared/sync/chain-state'
import { openKeyring, type Keyring } from '@shared/sync/keyring'
import { syncSubprotocol } from '@shared/sync/protocol'
import type { RoomPorts } from '@shared/sync/room-ports'
import { roomName, type RoomKind } from '@shared/sync/rooms'
import type { DeviceSecrets, RecoverySecrets, VaultSecrets } from '@shared/sync/vault'
import { createApiClient, probeServer } from '@renderer/sync/api-client'
import { Link } from '@renderer/sync/link'
import { webSocketAddress } from '@renderer/sync/server-address'
import { SyncRoom, type RoomKeeper } from '@renderer/sync/sync-room'
import { chanceOf, type SyncEnvironment } from './environment'
import { waitUntil } from './wait-until'

export interface VisitPorts {
  readonly env: SyncEnvironment
  readonly serverUrl: string
  readonly secrets: VaultSecrets
  /** What the server knows a device by. */
  readonly token: string
}

export interface VisitedRoom {
  readonly outer: Y.Doc
  readonly chain: ChainState
  readonly room: SyncRoom
}

const arriveWithinMs = 30_000

/** Rooms read in memory, beside whatever this profile keeps: for coming back, and for the drill. */
export class Visit {
  private readonly link: Link
  private readonly rooms: SyncRoom[] = []

  constructor(private readonly ports: VisitPorts) {
    const { env } = ports
    const api = createApiClient(ports.serverUrl, env.fetch)
    this.link = new Link({
      now: env.clock.now,
      random: chanceOf(env.random),
      isOnline: env.isOnline,
      probe: async () => (await probeServer(api)).kind,
      onState: () => undefined,
    })
  }

  /** Null where it has not all arrived within half a minute. */
  async read(kind: RoomKind): Promise<VisitedRoom | null> {
    const { env, secrets, serverUrl, token } = this.ports
    const keeper = memoryKeeper()
    const room = new SyncRoom({
      keeper,
      link: this.link,
      socketUrl: webSocketAddress(serverUrl),
      protocols: [syncSubprotocol, token],
      roomName: roomName(secrets.vaultKey, kind),
      Socket: env.Socket,
      now: env.clock.now,
      onChanged: () => undefined,
      onUnreadable: () => undefined,
      onRolledBack: () => undefined,
      onHealed: () => undefined,
    })
    this.rooms.push(room)
    const hasArrived = await waitUntil(() => room.isCaughtUp || this.link.current().kind === 'refused', arriveWithinMs)
    return hasArrived && room.isCaughtUp ? { outer: keeper.outer, chain: createChain(env.random), room } : null
  }

  keyring(outer: Y.Doc, recovery: RecoverySecrets, device: DeviceSecrets | null): Keyring {
    const { env, secrets } = this.ports
    return openKeyring({ outer, vault: secrets, device, recovery, clock: env.clock, random: env.random })
  }

  /** For a room that is only read: nothing is stored, nothing told. */
  portsFor(kind: RoomKind, { outer, chain }: VisitedRoom, keyring: Keyring): RoomPorts {
    const { clock, random, timer } = this.ports.env
    return { kind, outer, keyring, clock, random, timer, chain, onChain: () => undefined, report: () => undefined }
  }

  close(): void {
    for (const room of this.rooms) room.close()
    this.link.stop()
  }
}

/** Keeps nothing beyond this process; what is written to it is sent. */
function memoryKeeper(): RoomKeeper {
  const outer = new Y.Doc()
  const keeper: RoomKeeper = { outer, acknowledged: openAcknowledged(null), onStored: () => undefined, remoteOrigin: null, touch: () => undefined, settled: async () => undefined }
  outer.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== keeper.remoteOrigin) keeper.onStored(update)
  })
  return keeper
}
