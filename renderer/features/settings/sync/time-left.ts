/** `4:32`; null where nothing is left. */
export function timeLeft(ms: number): string | null {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 0) return null
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
