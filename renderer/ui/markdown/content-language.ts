/** Enough to be sure, and no more: the answer may be long. */
const sampleLength = 2000

/**
 * The language a screen reader should speak a text in and a browser should break its lines by, where the script
 * tells it; undefined where it does not (short text, or a script that many languages share).
 */
export function contentLanguage(text: string): 'zh' | 'ja' | 'ko' | 'en' | undefined {
  const sample = text.slice(0, sampleLength).replace(/```[^]*?(?:```|$)|`[^`\n]*`|https?:\S+/g, ' ')
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0
  const han = count(/\p{Script=Han}/gu)
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const hangul = count(/\p{Script=Hangul}/gu)
  const letters = count(/\p{L}/gu)
  if (letters < 4) return undefined
  if (hangul > letters * 0.2) return 'ko'
  if (kana > (han + kana) * 0.1 && kana > letters * 0.05) return 'ja'
  if (han > letters * 0.2) return 'zh'
  const commonWords = count(/\b(?:the|and|of|to|is|are|you|it|in|for|that|with|this)\b/gi)
  return commonWords >= 2 && commonWords * 60 > letters ? 'en' : undefined
}
