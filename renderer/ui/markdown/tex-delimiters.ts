/**
 * Rewrites the ways in which models write inline TeX, `\(x\)`, `\[x\]` and `$x$`, to the one that the parser is
 * told to know, `$$x$$`. Code is left alone. UI-2: a dollar is money unless it plainly is TeX.
 */
export function normaliseTexDelimiters(source: string): string {
  if (!/\$|\\[([]/.test(source)) return source
  let result = ''
  let index = 0
  while (index < source.length) {
    const piece = pieceAt(source, index)
    // Two formulas side by side: without a joiner their dollars would run together.
    const touches = result.endsWith('$') && piece.text.startsWith('$')
    result += touches ? `\u2060${piece.text}` : piece.text
    index = piece.end
  }
  return result
}

interface Piece {
  readonly text: string
  readonly end: number
}

function pieceAt(source: string, index: number): Piece {
  const sign = source.charAt(index)
  if (sign === '`' || sign === '~') return codeAt(source, index, sign)
  if (sign === '\\') {
    const opener = source.charAt(index + 1)
    if (opener === '(') return texAt(source, index, '\\)') ?? literal(source, index, 2)
    if (opener === '[') return texAt(source, index, '\\]') ?? literal(source, index, 2)
    return literal(source, index, 2)
  }
  if (sign === '$') return dollarAt(source, index)
  const next = source.slice(index).search(/[`~\\$]/)
  return literal(source, index, next <= 0 ? source.length - index : next)
}

const literal = (source: string, start: number, length: number): Piece => {
  const end = Math.min(start + length, source.length)
  return { text: source.slice(start, end), end }
}

/** A code span or fence, up to the run of as many signs; without one the signs are text. A single `~` is no code. */
function codeAt(source: string, start: number, sign: string): Piece {
  let length = 1
  while (source.charAt(start + length) === sign) length += 1
  if (sign === '~' && length < 3) return literal(source, start, length)
  for (let at = start + length; at < source.length; at += 1) {
    if (source.charAt(at) !== sign) continue
    let run = 1
    while (source.charAt(at + run) === sign) run += 1
    if (run === length || (length >= 3 && run > length)) return literal(source, start, at + run - start)
    at += run - 1
  }
  // A fence without an end runs to the end of its block.
  return literal(source, start, length >= 3 ? source.length - start : length)
}

function texAt(source: string, start: number, closer: string): Piece | null {
  const close = source.indexOf(closer, start + 2)
  if (close === -1) return null
  const content = source.slice(start + 2, close)
  return isOneParagraph(content) ? { text: inlineTex(content), end: close + 2 } : null
}

function dollarAt(source: string, start: number): Piece {
  let run = 1
  while (source.charAt(start + run) === '$') run += 1
  if (run === 2) {
    const close = source.indexOf('$$', start + 2)
    const content = close === -1 ? '' : source.slice(start + 2, close)
    // Fenced on lines of its own it is the parser's block form; in a line it is inline.
    if (close !== -1 && isOneParagraph(content)) {
      return content.startsWith('\n') ? literal(source, start, close + 2 - start) : { text: inlineTex(content), end: close + 2 }
    }
  }
  if (run > 1) return literal(source, start, run)
  const match = /^\$([^\s$](?:[^$\n]*[^\s$\\])?)\$(?![\p{L}\p{N}$])/u.exec(source.slice(start))
  const isAfterWord = start > 0 && /[\p{L}\p{N}]/u.test(source.charAt(start - 1))
  if (match === null || isAfterWord || !looksLikeTex(match[1] ?? '')) return literal(source, start, 1)
  return { text: inlineTex(match[1] ?? ''), end: start + match[0].length }
}

/**
 * Between two single dollars: TeX signs say yes; otherwise a short expression of one- and two-letter names that
 * does not begin with a digit (as a price does).
 */
function looksLikeTex(content: string): boolean {
  if (/[\u2e80-\uffef`]/.test(content)) return false
  if (/\\[A-Za-z]|[\^_]/.test(content)) return true
  return /^[^\d.,]/.test(content) && /[A-Za-z]/.test(content) && !/[A-Za-z]{3,}|[.!?;:"]/.test(content)
}

const isOneParagraph = (content: string): boolean => content.trim() !== '' && !/\n[ \t]*\n/.test(content)

/** On one line, so that a `-` or `+` at the start of a TeX line does not begin a list. */
const inlineTex = (content: string): string => `$$${content.replace(/\s*\n\s*/g, ' ').trim()}$$`
