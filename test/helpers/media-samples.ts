/** Small files of every type that can be attached: right from the first bytes on, and no more than that. */

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const padded = (text: string, length = 128): Uint8Array => bytesOf(text.padEnd(length, '\0'))

const ebml = (codec: string): string => `\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm${'\0'.repeat(40)}\x86\x85${codec}`

/** A document that readers open: `pages` empty pages. */
export function pdfOf(pages: number, words = 'Invoice 4711'): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ')
  const stream = `BT /F1 24 Tf 72 720 Td (${words}) Tj ET`
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages} >>\nendobj\n`,
    `3 0 obj\n<< /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`,
    ...Array.from({ length: pages }, (_, index) => `${index + 4} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>\nendobj\n`),
  ]
  return bytesOf(`%PDF-1.4\n${objects.join('')}trailer\n<< /Size ${pages + 4} /Root 1 0 R >>\n%%EOF\n`)
}

/** Silence that plays: one channel, 8,000 samples of a byte each second. */
export function wavOf(seconds: number): Uint8Array {
  const samples = 8000 * seconds
  const wav = new Uint8Array(44 + samples).fill(0x80)
  const view = new DataView(wav.buffer)
  wav.set(bytesOf('RIFF'), 0)
  view.setUint32(4, 36 + samples, true)
  wav.set(bytesOf('WAVEfmt '), 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8000, true)
  view.setUint32(28, 8000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  wav.set(bytesOf('data'), 36)
  view.setUint32(40, samples, true)
  return wav
}

export const mediaSamples: Readonly<Record<string, { readonly name: string; readonly bytes: Uint8Array }>> = {
  'image/png': { name: 'a.png', bytes: padded('\x89PNG\r\n\x1a\n') },
  'image/jpeg': { name: 'a.jpg', bytes: padded('\xff\xd8\xff\xe0\x00\x10JFIF') },
  'image/webp': { name: 'a.webp', bytes: padded('RIFF\x24\0\0\0WEBPVP8 ') },
  'image/gif': { name: 'a.gif', bytes: padded('GIF89a') },
  'application/pdf': { name: 'invoice.pdf', bytes: pdfOf(2) },
  'audio/wav': { name: 'a.wav', bytes: wavOf(1) },
  'audio/mpeg': { name: 'a.mp3', bytes: padded('ID3\x04\0\0') },
  'audio/mp4': { name: 'a.m4a', bytes: padded('\0\0\0\x1cftypM4A ') },
  'audio/aac': { name: 'a.aac', bytes: padded('\xff\xf1\x50\x80') },
  'audio/ogg': { name: 'a.ogg', bytes: padded('OggS\0\x02'.padEnd(28, '\0') + 'OpusHead') },
  'audio/flac': { name: 'a.flac', bytes: padded('fLaC\0\0\0\x22') },
  'audio/webm': { name: 'a.weba', bytes: padded(ebml('A_OPUS')) },
  'video/mp4': { name: 'a.mp4', bytes: padded('\0\0\0\x1cftypisom') },
  'video/webm': { name: 'a.webm', bytes: padded(ebml('V_VP9')) },
  'video/quicktime': { name: 'a.mov', bytes: padded('\0\0\0\x14ftypqt  ') },
  'video/mpeg': { name: 'a.mpg', bytes: padded('\0\0\x01\xba\x44') },
}
