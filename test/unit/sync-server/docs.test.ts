import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiErrorCodes, apiErrorStatus } from '@shared/sync/api'
import { closeCodes, syncLimits } from '@shared/sync/protocol'
import { commandsTable } from '../../../sync-server/src/admin/commands'
import { optionsTable } from '../../../sync-server/src/options'
import { projectRoot } from '../../helpers/source-files'

const page = readFileSync(join(projectRoot, 'docs/SYNC.md'), 'utf8')
const between = (name: string) => new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(page)?.[1]

test('docs/SYNC.md has the options and commands as the program has them', () => {
  expect(between('options')).toBe(optionsTable())
  expect(between('commands')).toBe(commandsTable())
})

test('docs/SYNC.md names every close code, error and limit of the protocol', () => {
  for (const code of Object.values(closeCodes)) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'))
  for (const code of apiErrorCodes) expect(page).toContain(`${apiErrorStatus[code]} \`${code}\``)
  expect([syncLimits.frameBytes, syncLimits.serverSilenceMs, syncLimits.rendezvousMs, syncLimits.rendezvousSlots]).toEqual([4 * 2 ** 20, 15_000, 300_000, 6])
})
