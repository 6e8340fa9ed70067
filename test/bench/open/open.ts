import { messageText } from '@shared/sessions/message'
import type { Figure } from '../figure'
import type { BenchOptions } from '../main'
import { appFigures } from './app-figures'
import { markdownFigures } from './markdown-figures'
import { openPeerPage } from './peer-page'
import { sampleProfile } from './sample'

const peerMessages = 1000

/** Opening, scrolling and streaming in long sessions, in Chromium on the web build. */
export async function* benchOpen(options: BenchOptions): AsyncGenerator<Figure> {
  const peers = await openPeerPage()
  try {
    options.log('drawing 1,000 messages at once')
    const texts = sampleProfile([peerMessages]).rows.map(({ parts }) => messageText(parts))
    const allInPageMs = await peers.page.evaluate((texts) => window.bench.showAll(texts), texts)
    yield* appFigures(options, { 'all of 1,000 messages in the page': allInPageMs })
    yield* markdownFigures(peers.page, options)
  } finally {
    await peers.close()
  }
}
