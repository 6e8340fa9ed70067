/** Words of Latin and other scripts that use spaces; Chinese and Japanese by the character, as their writers count. */
export function countWords(text: string): number {
  const characters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)
  return characters + (words?.length ?? 0)
}
