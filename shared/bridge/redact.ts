/**
 * Text without keys, for logs and error details. Two nets: what looks like a key of a known kind, and every secret
 * that is known here, whole or in part (any 8 characters of it in a row).
 */
const partLength = 8
const mark = '[redacted]'

const keyShapes = [
  /\b(Bearer|Basic)\s+[^\s"',;]{8,}/gi,
  /\b(sk|pk|rk|xai|gsk|r8|hf|pplx|nvapi|AIza|ghp|glpat)[-_]?[A-Za-z0-9_-]{12,}/g,
  /\b(authorization|x-api-key|api[-_]?key|cookie|passphrase|password|secret|token)(["']?\s*[:=]\s*["']?)[^\s"',;}]{4,}/gi,
]

/** @param secrets Those that are known; shorter ones than 8 characters are removed where they occur whole. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const withoutKnown = secrets.reduce(removeParts, text)
  return keyShapes.reduce((result, shape) => result.replace(shape, mark), withoutKnown)
}

/** Removes each longest run of the secret's characters that is at least 8 long. */
function removeParts(text: string, secret: string): string {
  if (secret.length < partLength) return secret === '' ? text : text.split(secret).join(mark)
  let result = ''
  let at = 0
  while (at < text.length) {
    const length = runLength(text, at, secret)
    result += length === 0 ? text.charAt(at) : mark
    at += length === 0 ? 1 : length
  }
  return result
}

function runLength(text: string, at: number, secret: string): number {
  const start = secret.indexOf(text.slice(at, at + partLength))
  if (start < 0 || at + partLength > text.length) return 0
  let length = partLength
  while (secret.includes(text.slice(at, at + length + 1)) && at + length < text.length) length += 1
  return length
}
