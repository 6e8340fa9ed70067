import type { Language } from '@renderer/i18n'

/** A run of text that is in both, only in the new or only in the old statement. */
export interface DiffPiece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Beyond these a table of all pairs, or finding the words, would be felt; statements are far below them. */
const mostTokens = 600
const mostCharacters = 4_000

/** With less in common than this share, single marked words would only look like noise. */
const leastAlike = 0.3

/** What changed between two statements, by words; Chinese, which writes no spaces, by the words of its segmenter. */
export function diffWords(before: string, after: string, language: Language): readonly DiffPiece[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  if (before === '' || after === '' || before.length > mostCharacters || after.length > mostCharacters) return whole(before, after)
  const old = words(before, language)
  const fresh = words(after, language)
  if (old.length > mostTokens || fresh.length > mostTokens) return whole(before, after)
  const pieces = joined(bridged(joined(align(old, fresh))))
  return likeness(pieces, before, after) < leastAlike ? whole(before, after) : pieces
}

/** The pieces of one side, as the old or the new statement reads. */
export const sideOf = (pieces: readonly DiffPiece[], side: 'before' | 'after'): readonly DiffPiece[] =>
  pieces.filter(({ kind }) => kind === 'same' || kind === (side === 'before' ? 'removed' : 'added'))

function words(text: string, language: Language): readonly string[] {
  return Array.from(segmenterOf(language).segment(text), ({ segment }) => segment)
}

/** Making one takes longer than cutting a statement by it. */
const segmenters = new Map<Language, Intl.Segmenter>()

function segmenterOf(language: Language): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  const made = new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, made)
  return made
}

const whole = (before: string, after: string): readonly DiffPiece[] => {
  const pieces: DiffPiece[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  return pieces.filter(({ text }) => text !== '')
}

/** By the longest common subsequence; what was removed stands before what was added in its place. */
function align(old: readonly string[], fresh: readonly string[]): readonly DiffPiece[] {
  const common = commonLengths(old, fresh)
  const width = fresh.length + 1
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  const pieces: DiffPiece[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < fresh.length) {
    const left = old[i]
    const right = fresh[j]
    if (left !== undefined && left === right) {
      pieces.push({ kind: 'same', text: left })
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ kind: 'removed', text: left })
      i++
    } else if (right !== undefined) {
      pieces.push({ kind: 'added', text: right })
      j++
    }
  }
  return pieces
}

/** For every pair of ends, how many words the rest of both have in common; rows one after the other. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint16Array {
  const width = fresh.length + 1
  const table = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const below = table[(i + 1) * width + j] ?? 0
      const right = table[i * width + j + 1] ?? 0
      const both = table[(i + 1) * width + j + 1] ?? 0
      table[i * width + j] = old[i] === fresh[j] ? both + 1 : Math.max(below, right)
    }
  }
  return table
}

/** What stays between two changes and is hardly a word belongs to them: "design lead" is one change, not two. */
function bridged(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  return pieces.flatMap((piece, index) => {
    const isBetween = isChange(pieces[index - 1]) && isChange(pieces[index + 1])
    if (piece.kind !== 'same' || !isBetween || !isSliver(piece.text)) return [piece]
    return [
      { kind: 'removed', text: piece.text },
      { kind: 'added', text: piece.text },
    ] satisfies DiffPiece[]
  })
}

/** A space, or as little Chinese or Japanese as the segmenter leaves of a changed phrase: one or two characters, at no pause. */
const isSliver = (text: string): boolean => /^(?:\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2})$/u.test(text)

const isChange = (piece: DiffPiece | undefined): boolean => piece !== undefined && piece.kind !== 'same'

/** Neighbours of one kind become one piece; in a run of changes the removed text comes first. */
function joined(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const result: DiffPiece[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') result.push({ kind: 'removed', text: removed })
    if (added !== '') result.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const { kind, text } of pieces) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = result.at(-1)
      if (last?.kind === 'same') result[result.length - 1] = { kind: 'same', text: last.text + text }
      else result.push({ kind: 'same', text })
    }
  }
  flush()
  return result
}

function likeness(pieces: readonly DiffPiece[], before: string, after: string): number {
  const letters = (text: string) => text.replace(/[\s\p{P}]/gu, '').length
  const same = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? letters(text) : 0), 0)
  return same / Math.max(1, Math.min(letters(before), letters(after)))
}
