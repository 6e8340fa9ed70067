import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startChromium } from '../../helpers/chromium'
import { initialScripts } from '../../helpers/initial-scripts'
import { rendererOut, startWebApp } from '../../helpers/web-app'
import { atLeast, atMost, median, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { firstUsefulPaintMs, openSessionMs, scrollUp } from './in-page'
import { sampleProfile, type SampleProfile } from './sample'
import { seedProfile } from './seed'

const longLength = 10_000
const shortLength = 100
const listedSessions = 500

/** What a person waits for in the app itself, built for the web and served as it is shipped. */
export async function* appFigures({ isQuick, log }: BenchOptions, openPeers: Figure['peers']): AsyncGenerator<Figure> {
  const runs = isQuick ? 2 : 5
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-'))
  const web = await startWebApp()
  const browser = await startChromium(join(folder, 'profile'), web.url)
  const { page } = browser
  try {
    log('filling the database')
    const profile = sampleProfile([longLength, shortLength, ...Array.from({ length: listedSessions - 2 }, () => 2)])
    await page.getByRole('button', { name: 'Look around without a key' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await seedProfile(page, profile)
    await page.goto(web.url)
    await page.getByRole('list', { name: 'Sessions' }).waitFor()

    yield* openFigures(page, web.url, profile, { runs, log, openPeers })
    yield* scrollFigures(page, web.url, profile, runs, log)
    log('start with 500 sessions')
    const paints = await repeat(runs, () => firstUsefulPaintMs(page, web.url))
    yield atMost(800, { figure: `first useful paint with ${listedSessions} sessions`, unit: 'ms', values: paints })
  } finally {
    await browser.kill()
    await web.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  yield initialScriptFigure()
}

interface OpenOptions {
  readonly runs: number
  readonly log: BenchOptions['log']
  readonly openPeers: Figure['peers']
}

async function* openFigures(
  page: Page,
  url: string,
  { sessions }: SampleProfile,
  { runs, log, openPeers }: OpenOptions,
): AsyncGenerator<Figure> {
  const [long, short] = sessions
  if (long === undefined || short === undefined) throw new Error('the sample has no sessions')
  const longMs: number[] = []
  const shortMs: number[] = []
  // Taken in turns, so that both see the same machine.
  for (let run = 0; run < runs; run++) {
    log(`opening, run ${run + 1} of ${runs}`)
    shortMs.push(await openSessionMs(page, url, short))
    longMs.push(await openSessionMs(page, url, long))
  }
  yield atMost(600, { figure: 'open 10,000 messages at their end', unit: 'ms', values: longMs, peers: openPeers })
  yield atMost(1.2, {
    figure: 'open 10,000 messages compared with 100',
    unit: 'ratio',
    values: [median(longMs) / median(shortMs)],
    peers: { 'open 100 messages, ms': median(shortMs) },
  })
}

async function* scrollFigures(page: Page, url: string, { sessions }: SampleProfile, runs: number, log: BenchOptions['log']): AsyncGenerator<Figure> {
  const [long] = sessions
  if (long === undefined) throw new Error('the sample has no sessions')
  const framesPerSecond: number[] = []
  const nodes: number[] = []
  const flicks: number[] = []
  for (let run = 0; run < runs; run++) {
    log(`scrolling, run ${run + 1} of ${runs}`)
    await openSessionMs(page, url, long)
    const read = await scrollUp(page, 120)
    framesPerSecond.push(read.framesPerSecond)
    await openSessionMs(page, url, long)
    const flick = await scrollUp(page, 800)
    flicks.push(flick.framesPerSecond)
    nodes.push(Math.max(read.mostNodes, flick.mostNodes))
  }
  yield atLeast(55, { figure: 'scroll 10,000 messages, 120 px a frame', unit: 'fps', values: framesPerSecond })
  yield atLeast(55, { figure: 'scroll 10,000 messages, 800 px a frame', unit: 'fps', values: flicks })
  yield atMost(1500, { figure: 'elements in the page while scrolling', unit: 'count', values: nodes })
}

function initialScriptFigure(): Figure {
  const scripts = initialScripts(rendererOut)
  const kilobytes = scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1024
  return atMost(300, { figure: 'initial JavaScript, gzipped', unit: 'KB', values: [kilobytes] })
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let run = 0; run < times; run++) values.push(await measure())
  return values
}
