import type { Failure } from '@shared/errors'

/** What a refused write of the browser's storage means to a person. Dexie names it as the DOM does, or wraps it. */
export function storageFailure(error: unknown): Failure {
  const names = namesOf(error)
  const isFull = names.some((name) => name === 'QuotaExceededError')
  return { code: isFull ? 'storage-full' : 'storage-failed', stage: 'bridge', detail: names[0] ?? 'unknown' }
}

const namesOf = (error: unknown): string[] => {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return []
  const inner: unknown = 'inner' in error ? error.inner : undefined
  return [error.name, ...namesOf(inner)]
}
