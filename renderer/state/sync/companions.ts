import type { SessionId } from '@shared/ids'
import type { SyncLog } from '@renderer/db/sync-log'
import { storageFailureOf } from '@renderer/db/storage-guard'
import type { Membership } from '@renderer/db/sync-state'
import { Attachments } from './attachments'
import type { SyncEngine } from './engine'
import type { SyncEnvironment } from './environment'
import { ErasureWork } from './erasure'
import { HandOverBoard } from './hand-over-board'
import { KeyReceiver } from './key-receiver'
import { PresenceExchange } from './presence'
import { checkPromise } from './promise-check'
import { purgeWhatOthersPurged } from './remote-purge'
import type { SyncOptions, SyncStatus } from './sync-service'

export interface CompanionPorts {
  readonly env: SyncEnvironment
  readonly engine: SyncEngine
  readonly membership: Membership
  readonly options: SyncOptions
  readonly log: SyncLog
  readonly onChanged: () => void
}

/** Several changes of the list of sessions make one look. */
const purgeAfterMs = 1500

/** What goes on beside the rooms while the engine runs: presence, attachments, and what was deleted for good elsewhere. */
export class Companions {
  readonly presence: PresenceExchange
  readonly handOver: HandOverBoard
  private readonly receiver: KeyReceiver
  private readonly attachments: Attachments
  private readonly erasure: ErasureWork
  private hasChecked = false
  private readonly received = new Set<SessionId>()
  private purgeTimer: ReturnType<typeof setTimeout> | null = null
  private readonly stop: () => void

  constructor(private readonly ports: CompanionPorts) {
    const { env, engine, membership, options, log, onChanged } = ports
    this.presence = new PresenceExchange({ env, awareness: engine.awareness, keyring: engine.keyring, tellsWriting: options.sessions, onChanged })
    this.handOver = new HandOverBoard({ env, awareness: engine.awareness, keyring: engine.keyring })
    this.receiver = new KeyReceiver({ env, board: this.handOver, keyring: engine.keyring, log })
    this.attachments = new Attachments({ env, membership, api: engine.api }, options, () => engine.link.current().kind === 'open')
    this.erasure = new ErasureWork(env, engine)
    const onIndex = (): void => this.purgeSoon()
    env.index.doc.on('update', onIndex)
    const stopRows = env.store.subscribe((sessions, kind) => {
      if (kind !== 'received') return
      for (const session of sessions) this.received.add(session)
      this.purgeSoon()
    })
    this.stop = () => {
      env.index.doc.off('update', onIndex)
      stopRows()
    }
    this.purgeSoon()
  }

  touch(status: SyncStatus): void {
    this.attachments.touch()
    // Also where nothing can be sealed, since the server keeps the keys back.
    this.checkPromise()
    this.erasure.touch(status.kind === 'synced')
  }

  close(): void {
    this.stop()
    if (this.purgeTimer !== null) clearTimeout(this.purgeTimer)
    this.erasure.close()
    this.receiver.close()
    this.handOver.close()
    this.presence.close()
    this.attachments.close()
  }

  private checkPromise(): void {
    const { env, engine, membership } = this.ports
    if (this.hasChecked || !engine.hasEverything) return
    this.hasChecked = true
    void checkPromise(env, engine, membership).catch(throwBugs)
  }

  private purgeSoon(): void {
    if (!this.ports.options.sessions) return
    this.purgeTimer ??= setTimeout(() => {
      this.purgeTimer = null
      const again = new Set(this.received)
      this.received.clear()
      void purgeWhatOthersPurged(this.ports.env, again).catch(throwBugs)
    }, purgeAfterMs)
  }
}

/** A disk that refuses is said elsewhere; the next look finds what is still to be done. */
function throwBugs(error: unknown): void {
  if (storageFailureOf(error) === null) throw error
}
