import { generateKeyBetween } from 'fractional-indexing'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * `count` keys between two others (null: no neighbour on that side), in order. Every key ends with the writer's
 * suffix, so two devices that insert at the same place at once never make the same key, and the lines of one paste
 * stay together. Keys compare by code unit. Neighbours that are broken or in the wrong order are passed over.
 */
export function keysBetween(before: string | null, after: string | null, count: number, writer: number): string[] {
  const base = baseBetween(before, after) + suffixOf(writer)
  if (count === 1) return [base]
  const width = Math.ceil(Math.log(count + 1) / Math.log(digits.length))
  return Array.from({ length: count }, (_, index) => `${base}${inBase62(index + 1, width)}V`)
}

export const keyBetween = (before: string | null, after: string | null, writer: number): string =>
  keysBetween(before, after, 1, writer)[0] ?? ''

/** A key k with before < k and k + anything < after. */
function baseBetween(before: string | null, after: string | null): string {
  const low = isKey(before) ? before : null
  const high = isKey(after) && (low === null || low < after) ? after : null
  let key = generateKeyBetween(low, high)
  while (high !== null && high.startsWith(key)) key = generateKeyBetween(key, high)
  return key
}

function isKey(value: string | null): value is string {
  if (value === null) return false
  try {
    generateKeyBetween(value, null)
    return true
  } catch {
    return false
  }
}

/** A trailing zero would be no valid key: the last digit is fixed. */
const suffixOf = (writer: number): string => `${inBase62(writer, 6)}V`

function inBase62(value: number, width: number): string {
  let rest = value
  let text = ''
  while (rest > 0 || text.length < width) {
    text = (digits[rest % digits.length] ?? '') + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
