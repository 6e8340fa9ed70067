import { expect } from 'vitest'
import type { SyncScenario } from '../../sync-scenario'
import { goOffline, goOnline, patient, profileLines, typeIntoLine, writeLine } from '../../sync-steps'
import { aboutLine } from './pairing'

export const offlineEditScenarios: readonly SyncScenario[] = [
  {
    title: 'SYN-1 both offline, the same line edited on both and one added on each: all of it is on both, nothing twice',
    async run({ laptop, phone }) {
      await goOffline(laptop, phone)
      await typeIntoLine(laptop, aboutLine, 'end', ' since May')
      await writeLine(laptop, 'Takes the early train')
      await typeIntoLine(phone, aboutLine, 'before-last-word', 'central ')
      await writeLine(phone, 'Swims on Sundays')
      await goOnline(laptop, phone)
      const expected = ['I live in central Lisbon since May', 'Swims on Sundays', 'Takes the early train']
      for (const device of [laptop, phone]) {
        await expect.poll(async () => plain(await profileLines(device.app)), patient).toEqual(expected)
      }
    },
  },
]

/** Without the marks of list items and headings, in the order of the alphabet. */
const plain = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/^[-*] /, '')).filter((line) => !line.startsWith('#')).sort()
