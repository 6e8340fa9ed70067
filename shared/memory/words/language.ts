/**
 * The language of a text by the share of its script: a Latin word weighs as much as two Han characters. Kana and
 * Hangul make a text Japanese or Korean, which is `other`, as is a text without letters.
 */
export function languageOf(text: string): 'zh' | 'en' | 'other' {
  const han = count(text, /\p{Script=Han}/gu) / 2
  const latin = count(text, /\p{Script=Latin}+/gu)
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) / 2
  const others = count(text, /(?:(?![\p{Script=Han}\p{Script=Latin}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L})+/gu)
  const most = Math.max(han, latin, others)
  if (most === 0 || kana > han / 4 || others === most) return 'other'
  return han >= latin ? 'zh' : 'en'
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
