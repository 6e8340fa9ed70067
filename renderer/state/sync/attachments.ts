import { maxFileBytes } from '@shared/bridge/contract'
import type { FileHash } from '@shared/ids'
import type { SyncBlobRow } from '@renderer/db/schema'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { nextBlob, setHeld, tryLater } from '@renderer/db/sync-blobs'
import type { Membership } from '@renderer/db/sync-state'
import type { ApiClient } from '@renderer/sync/api-client'
import { blobIdOf, fetchBlob, openBlob, sealBlob, sendBlob } from '@renderer/sync/blobs'
import type { SyncEnvironment } from './environment'
import type { SyncOptions } from './sync-service'

export interface AttachmentPorts {
  readonly env: Pick<SyncEnvironment, 'db' | 'guard' | 'bridge' | 'clock' | 'timer'>
  readonly membership: Membership
  readonly api: ApiClient
}

/** Sealing adds a nonce and a tag. */
const sealedOverheadBytes = 1024

/** Fetches one attachment and keeps it like any other; false where it is not to be had now. Any window may do so. */
export async function fetchAttachment(hash: FileHash, { env, membership, api }: AttachmentPorts): Promise<boolean> {
  const { db, bridge, guard, clock } = env
  const { vaultKey } = membership.secrets
  const fetched = await fetchBlob(api, membership.device.token, blobIdOf(vaultKey, hash), maxFileBytes + sealedOverheadBytes)
  const plain = fetched.ok && fetched.value !== null ? openBlob(vaultKey, hash, fetched.value) : null
  if (plain === null) return false
  const stored = await bridge.request('files.put', { bytes: new Uint8Array(plain) })
  // Kept under the hash of what it is: content of another name is of no use to the message.
  if (!stored.ok || stored.value.hash !== hash) return false
  const known = await db.syncBlobs.get(hash)
  const noted = await guard.write(() => db.files.put({ hash, mediaType: known?.mediaType ?? '', sizeBytes: plain.byteLength, createdAt: clock.now() }))
  return noted.ok && (await guard.write(() => setHeld(db, hash))).ok
}

async function sendAttachment(row: SyncBlobRow, { env, membership, api }: AttachmentPorts): Promise<boolean> {
  const { db, bridge, guard } = env
  const stored = await bridge.request('files.get', { hash: row.hash })
  if (!stored.ok) return false
  if (stored.value !== null) {
    const sent = await sendBlob(api, membership.device.token, sealBlob(membership.secrets.vaultKey, row.hash, stored.value))
    if (!sent.ok) return false
  }
  // One that is not here any more cannot be sent.
  return (await guard.write(() => setHeld(db, row.hash))).ok
}

/** Carries attachments both ways, one at a time, while there is a connection. */
export class Attachments {
  private isRunning = false
  private isClosed = false
  private callOff: (() => void) | null = null

  constructor(
    private readonly ports: AttachmentPorts,
    private readonly options: SyncOptions,
    private readonly isOpen: () => boolean,
  ) {}

  touch(): void {
    if (this.isRunning || this.isClosed || !this.options.attachments || !this.isOpen()) return
    this.isRunning = true
    void this.run()
      // A disk that cannot be read is said elsewhere; the next change of the status tries again.
      .catch((error: unknown) => {
        if (storageFailureOf(error) === null) throw error
      })
      .finally(() => {
        this.isRunning = false
      })
  }

  close(): void {
    this.isClosed = true
    this.callOff?.()
  }

  private async run(): Promise<void> {
    const { env } = this.ports
    while (!this.isClosed && this.isOpen()) {
      const next = await nextBlob(env.db, this.options.attachmentLimitBytes)
      if (next === null) return
      const waitMs = next.dueAt - env.clock.now()
      if (waitMs > 0) return this.touchAfter(waitMs)
      const isDone = next.state === 'to-send' ? await sendAttachment(next, this.ports) : await fetchAttachment(next.hash, this.ports)
      if (isDone) continue
      // Not again at once, whatever it was.
      const noted = await env.guard.write(() => tryLater(env.db, next, env.clock.now()))
      if (!noted.ok) return
    }
  }

  private touchAfter(waitMs: number): void {
    this.callOff?.()
    this.callOff = this.ports.env.timer.after(waitMs, () => this.touch())
  }
}
