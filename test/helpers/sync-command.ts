import { commandFlags, commandNamed } from '../../sync-server/src/admin/commands'
import { formatReport } from '../../sync-server/src/admin/report'
import { readCommandLine } from '../../sync-server/src/options'

/** Runs a command of the server's administrator as a terminal would; what it says, refusals with `!` before them. */
export async function runCommand(data: string, ...argv: string[]): Promise<string> {
  const line = readCommandLine([...argv, '--data', data], {}, commandFlags)
  if (!line.ok) return `!${line.failure}`
  const report = await commandNamed(line.value.words[0] ?? '')?.run(line.value)
  if (report === undefined) return '!no such command'
  return report.ok ? formatReport(report.value, line.value.flags['json'] === true) : `!${report.failure}`
}

/** The same, read as a program would. */
export const askCommand = async (data: string, ...argv: string[]): Promise<unknown> => JSON.parse(await runCommand(data, ...argv, '--json'))
