const maxColumns = 40

/**
 * A session's first title: the first words of its first message, without Markdown marks; whole words where words
 * are separated, characters where they are not (a Chinese character takes two columns). Empty for a blank text.
 */
export function titleFrom(text: string): string {
  const plain = withoutMarks(text)
  let columns = 0
  let end = 0
  for (const character of plain) {
    columns += isWide(character) ? 2 : 1
    if (columns > maxColumns) return cutBetweenWords(plain, end)
    end += character.length
  }
  return plain
}

function withoutMarks(text: string): string {
  const firstLine = text
    .slice(0, 2000)
    .split('\n')
    .map((line) => line.replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+|`{3,}\S*|~{3,}\S*|\|)+/, '').trim())
    .find((line) => /[\p{L}\p{N}\p{S}]/u.test(line))
  return (firstLine ?? '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_~]{1,3}(\S(?:.*?\S)?)[*_~]{1,3}(?!\w)/g, '$1')
    .replace(/`+([^`]*)`+/g, '$1')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function cutBetweenWords(plain: string, end: number): string {
  const kept = plain.slice(0, end)
  const next = plain.slice(end).match(/^./u)?.[0] ?? ''
  const isInsideWord = isWordPart(next) && isWordPart([...kept].at(-1) ?? '')
  const lastBreak = kept.search(/[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u)
  const whole = isInsideWord && lastBreak > 0 ? kept.slice(0, lastBreak) : kept
  return `${whole.replace(/[\s\p{P}]+$/u, '')}…`
}

/** Part of a word that is written with spaces around it. */
const isWordPart = (character: string): boolean => /\S/u.test(character) && !isWide(character)

const isWide = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Emoji_Presentation}]/u.test(
    character,
  )
