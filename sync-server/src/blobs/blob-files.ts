import type { Readable } from 'node:stream'

/** Where sealed attachments lie. What is known of them otherwise (sizes, quota) is in the storage. */
export interface BlobFiles {
  /**
   * Writes at `offset`, which is what was written before, until the stream ends or breaks off. Resolves with how many
   * bytes are on the disk for certain then; bytes beyond `maxBytes` are not taken.
   */
  append(vaultId: string, blobId: string, offset: number, bytes: Readable, maxBytes: number): Promise<number>
  /** From `start` up to, not including, `end`. Null where there is no such blob. */
  read(vaultId: string, blobId: string, start: number, end: number): Promise<Readable | null>
  /** How much of it is there from its beginning on; 0 where there is nothing. */
  size(vaultId: string, blobId: string): Promise<number>
  delete(vaultId: string, blobId: string): Promise<void>
  deleteVault(vaultId: string): Promise<void>
}
