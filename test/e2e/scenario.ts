import { afterAll, describe, expect, test } from 'vitest'
import type { EmulatorOptions } from '../emulator/server'
import type { Surface, Target } from '../helpers/running-app'
import { openApp, type AppHandle } from './app-handle'

/** What a person does and must find, on any surface. The title starts with the rules that it guards, if any. */
export interface Scenario {
  readonly title: string
  /** Left out: all of them. */
  readonly surfaces?: readonly Surface[]
  readonly emulator?: EmulatorOptions
  /** For scenarios that need no profile of their own: they follow one another in one start of the app. */
  readonly stage?: Stage
  readonly run: (app: AppHandle) => Promise<void>
}

/** One start of the app for the scenarios that name it, while they stand side by side in the list and hold. */
export interface Stage {
  /** Once, in a fresh profile. */
  readonly prepare: (app: AppHandle) => Promise<void>
  /** Before each scenario after the first: takes back what the one before changed. */
  readonly reset: (app: AppHandle) => Promise<void>
}

/** The app of the scenario that runs, or of the one before where the next may go on with it. */
interface Opened {
  readonly app: AppHandle
  readonly stage: Stage | undefined
  /** False while a scenario runs, and for ever after one that failed or took too long. */
  isFree: boolean
}

/** Runs the scenarios of one target, each with a fresh profile and a fresh model service, or on its stage. */
export function runScenarios(name: string, target: () => Target, surface: Surface, scenarios: readonly Scenario[]): void {
  describe(name, () => {
    let open: Opened | null = null
    const leave = async (left: Opened | null): Promise<void> => {
      if (left === null || left !== open) return
      open = null
      await left.app.close()
    }
    afterAll(() => leave(open))

    const enter = async ({ stage, emulator }: Scenario): Promise<Opened> => {
      if (stage !== undefined && open?.stage === stage && open.isFree) {
        open.isFree = false
        return open
      }
      await leave(open)
      open = { app: await openApp(target(), emulator === undefined ? {} : { emulator }), stage, isFree: false }
      return open
    }

    for (const scenario of scenarios.filter(({ surfaces }) => surfaces?.includes(surface) ?? true)) {
      test(scenario.title, async () => {
        const isOnStage = scenario.stage !== undefined && open?.stage === scenario.stage && open.isFree
        const here = await enter(scenario)
        try {
          await (isOnStage ? scenario.stage?.reset(here.app) : scenario.stage?.prepare(here.app))
          await scenario.run(here.app)
          expect(here.app.problems).toEqual([])
          here.isFree = scenario.stage !== undefined
        } finally {
          if (!here.isFree) await leave(here)
        }
      })
    }
  })
}
