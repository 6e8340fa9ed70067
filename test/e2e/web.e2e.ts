import { afterAll, beforeAll, expect, test } from 'vitest'
import { initialScripts } from '../helpers/initial-scripts'
import type { Target } from '../helpers/running-app'
import { openWebTarget, rendererOut } from '../helpers/web-app'
import { runScenarios } from './scenario'
import { dailyScenarios } from './scenarios'

const maxInitialScriptBytes = 300 * 1024

let target: Target

beforeAll(async () => {
  target = await openWebTarget({ installs: false })
})

afterAll(() => target.dispose())

test('what the page loads before it shows anything stays under 300 KB of gzipped JavaScript', () => {
  const scripts = initialScripts(rendererOut)
  const sum = scripts.reduce((total, { gzipBytes }) => total + gzipBytes, 0)
  expect(sum, scripts.map(({ path, gzipBytes }) => `${gzipBytes} ${path}`).join('\n')).toBeLessThanOrEqual(maxInitialScriptBytes)
})

runScenarios('the web app in Chromium', () => target, 'web', dailyScenarios)
