import { describe, expect, test } from 'vitest'
import type { EmulatorOptions } from '../emulator/server'
import type { Surface, Target } from '../helpers/running-app'
import { openApp, type AppHandle } from './app-handle'

/** What a person does and must find, on any surface. The title starts with the rules that it guards, if any. */
export interface Scenario {
  readonly title: string
  /** Left out: all of them. */
  readonly surfaces?: readonly Surface[]
  readonly emulator?: EmulatorOptions
  readonly run: (app: AppHandle) => Promise<void>
}

/** Runs the scenarios of one target, each with a fresh profile and a fresh model service. */
export function runScenarios(name: string, target: () => Target, surface: Surface, scenarios: readonly Scenario[]): void {
  describe(name, () => {
    for (const scenario of scenarios.filter(({ surfaces }) => surfaces?.includes(surface) ?? true)) {
      test(scenario.title, async () => {
        const app = await openApp(target(), scenario.emulator === undefined ? {} : { emulator: scenario.emulator })
        try {
          await scenario.run(app)
          expect(app.problems).toEqual([])
        } finally {
          await app.close()
        }
      })
    }
  })
}
