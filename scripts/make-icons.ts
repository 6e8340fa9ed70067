/**
 * `npx tsx scripts/make-icons.ts`: the pictures of the installed web app from renderer/public/icon.svg, drawn by the
 * browser of this machine. Run after a change of the icon; the pictures are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from '../test/helpers/machine'

const folder = fileURLToPath(new URL('../renderer/public/', import.meta.url))
const cloth = '#2f4a43'

/** A launcher cuts a maskable icon as it likes: all of it is cloth, and the book stays in the middle four fifths. */
const pictures = [
  { name: 'icon-192.png', size: 192, isMaskable: false },
  { name: 'icon-maskable-192.png', size: 192, isMaskable: true },
  { name: 'icon-maskable-512.png', size: 512, isMaskable: true },
]

const found = findChromium()
if (!found.isThere) throw new Error(`${found.missing} is missing: ${found.bring}`)
const svg = await readFile(`${folder}icon.svg`, 'utf8')
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
for (const { name, size, isMaskable } of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const drawn = isMaskable ? svg.replace('viewBox="0 0 512 512"', 'viewBox="-8 -8 528 528"') : svg
  const style = `html,body{margin:0;background:${isMaskable ? cloth : 'transparent'}}svg{display:block;width:${size}px;height:${size}px}`
  await page.setContent(`<style>${style}</style>${drawn}`)
  await writeFile(folder + name, await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
