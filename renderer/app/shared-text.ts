/** Names of what another app shares, in the page's address; the manifest says the same. */
const names = { title: 'share-title', text: 'share-text', url: 'share-url' }

const maxCharacters = 20_000

/**
 * What another app, or any page that links here, put into the address, as lines that are quoted: they are not the
 * person's own words, so memory takes nothing from them, and nothing is sent before the person sends it. '' for none.
 */
export function sharedText(search: string): string {
  const given = new URLSearchParams(search)
  const read = (name: string): string => plain(given.get(name) ?? '')
  const [title, text, url] = [read(names.title), read(names.text), webAddress(read(names.url))]
  const parts = [text.startsWith(title) ? '' : title, text, text.includes(url) ? '' : url]
  const lines = [...parts.filter((part) => part !== '').join('\n')].slice(0, maxCharacters).join('').split('\n')
  return lines.join('') === '' ? '' : lines.map((line) => `> ${line}`.trimEnd()).join('\n')
}

/** No control characters, nothing that turns or hides what follows. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()

const webAddress = (text: string): string => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : '')
