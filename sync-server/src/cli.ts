import { commandFlags, commandNamed, commandsHelp } from './admin/commands'
import { formatReport } from './admin/report'
import { complain, say } from './log'
import { optionsHelp, readCommandLine, type CommandLine } from './options'
import { serve } from './serve'

const help = (): string => `commonplace-sync [options]            starts the server
commonplace-sync <command> [options]  works on the same data, also while the server runs

Commands:
${commandsHelp()}

Every option is also read from the environment, as COMMONPLACE_NAME, or from the file that COMMONPLACE_NAME_FILE names.

${optionsHelp()}
`

const line = readCommandLine(process.argv.slice(2), process.env, commandFlags)
try {
  process.exitCode = line.ok ? await run(line.value) : refuse(line.failure)
} catch (error) {
  process.exitCode = refuse(error instanceof Error ? error.message : String(error))
}

async function run(given: CommandLine): Promise<number> {
  const [name] = given.words
  if (given.wantsHelp || name === 'help') return answer(help())
  if (name === undefined || name === 'serve') return serve(given.config)
  const command = commandNamed(name)
  if (command === undefined) return refuse(`there is no command ${name}; --help lists them`)
  const report = await command.run(given)
  return report.ok ? answer(formatReport(report.value, given.flags['json'] === true)) : refuse(report.failure)
}

function answer(text: string): number {
  say(text)
  return 0
}

function refuse(reason: string): number {
  complain(reason)
  return 1
}
