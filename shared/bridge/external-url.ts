/**
 * The address to hand to the operating system, or null where it may not be. Only what a browser or a mail program
 * opens: other schemes start programs (`ms-msdt:`), read files, or run script.
 */
export function externalUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
  return isWeb || url.protocol === 'mailto:' ? url.href : null
}
