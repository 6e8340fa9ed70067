import { afterAll, beforeAll } from 'vitest'
import type { Target } from '../helpers/running-app'
import { openWebTarget } from '../helpers/web-app'
import { runScenarios } from './scenario'
import { lastingScenarios } from './scenarios'

let target: Target

beforeAll(async () => {
  target = await openWebTarget({ installs: false })
})

afterAll(() => target.dispose())

// Apart from the rest of the suite, so that two browsers share it.
runScenarios('the web app in Chromium, in the long run', () => target, 'web', lastingScenarios)
