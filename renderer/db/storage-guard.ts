import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import type { Observable, StorageHealth } from '@renderer/state/services'

/** Bytes under which the person is told that the disk is nearly full, and under which attachments are refused. */
export const lowFreeBytes = 1024 ** 3
export const tooLowForFilesBytes = 200 * 1024 ** 2

/** What a refused write means for the person. Bugs (a constraint, a wrong argument) are no failures: they throw. */
export function storageFailureOf(error: unknown): Failure | null {
  const chain = causesOf(error)
  const detail = chain.map(({ name, message }) => `${name}: ${message}`).join(' < ').slice(0, 2000)
  const full = chain.some(({ name, message }) => name === 'QuotaExceededError' || /\bENOSPC\b|no space left|disk (is )?full/i.test(message))
  if (full) return { code: 'storage-full', stage: 'store', detail }
  if (chain.some(({ name }) => failedNames.has(name))) return { code: 'storage-failed', stage: 'store', detail }
  return null
}

const failedNames: ReadonlySet<string> = new Set([
  'UnknownError',
  'AbortError',
  'TimeoutError',
  'InvalidStateError',
  'DatabaseClosedError',
  'OpenFailedError',
  'VersionError',
  'NotReadableError',
])

function causesOf(error: unknown): { name: string; message: string }[] {
  const found: { name: string; message: string }[] = []
  const seen = new Set<unknown>()
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at) && found.length < 8; ) {
    seen.add(at)
    const { name, message, inner, cause } = at as { name?: unknown; message?: unknown; inner?: unknown; cause?: unknown }
    found.push({ name: String(name), message: String(message) })
    at = inner ?? cause
  }
  return found
}

export interface StorageGuard extends Observable<StorageHealth> {
  /** Runs a write; a refusal becomes a Failure and the health that is shown, success clears it. */
  write<T>(work: () => PromiseLike<T>): Promise<Result<T, Failure>>
  /** What the bridge or the browser says about free space; null where nobody knows. */
  reportFree(freeBytes: number | null): void
  /** Called after a write was refused, until one succeeds: something waits to be written. Returns the way out. */
  addPending(retry: () => Promise<unknown>): () => void
  /** Tries again what waits. */
  retryPending(): Promise<void>
  isTooLowForFiles(): boolean
}

export function createStorageGuard(): StorageGuard {
  let health: StorageHealth = { kind: 'fine' }
  let freeBytes: number | null = null
  const listeners = new Set<() => void>()
  const pending = new Set<() => Promise<unknown>>()

  const settle = (next: StorageHealth): void => {
    if (JSON.stringify(next) === JSON.stringify(health)) return
    health = next
    for (const listener of [...listeners]) listener()
  }
  const bySpace = (): StorageHealth =>
    freeBytes !== null && freeBytes < lowFreeBytes ? { kind: 'low', freeBytes } : { kind: 'fine' }

  return {
    current: () => health,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async write(work) {
      try {
        const value = await work()
        settle(bySpace())
        return ok(value)
      } catch (error) {
        const failure = storageFailureOf(error)
        if (failure === null) throw error
        settle(failure.code === 'storage-full' ? { kind: 'full' } : { kind: 'failed', detail: failure.detail ?? '' })
        return fail(failure)
      }
    },
    reportFree(bytes) {
      freeBytes = bytes
      if (health.kind === 'fine' || health.kind === 'low') settle(bySpace())
    },
    addPending(retry) {
      pending.add(retry)
      return () => pending.delete(retry)
    },
    async retryPending() {
      for (const retry of [...pending]) await retry()
    },
    isTooLowForFiles: () => freeBytes !== null && freeBytes < tooLowForFilesBytes,
  }
}
