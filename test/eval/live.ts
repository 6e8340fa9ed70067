import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chineseScripts } from '../fixtures/memory-scripts/chinese'
import { englishScripts } from '../fixtures/memory-scripts/english'
import { runScript, type EditorModel } from '../helpers/editor-run'
import { askEditor, liveModelFrom, type Spent } from './live-model'
import { asMarkdown, reportOf } from './report'
import { saysTheSame, scoreOf, type Score } from './score'

/**
 * `npm run eval:live`: the scripts of the memory editor against a real model, with a key from the environment
 * (OPENAI_API_KEY or ANTHROPIC_API_KEY; EVAL_MODEL names the model, OPENAI_BASE_URL or ANTHROPIC_BASE_URL another
 * host). Writes a report to test-results/eval. Costs a few cents, needs a network, and is no part of the tests.
 */
const folder = 'test-results/eval'
const say = (line: string) => void process.stdout.write(`${line}\n`)
const model = liveModelFrom(process.env)

if (model === null) {
  say('No key in the environment (OPENAI_API_KEY or ANTHROPIC_API_KEY): nothing was asked, no report was written.')
} else {
  const spent: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, microUsd: 0 }
  const ask: EditorModel = (_, question) => askEditor(model, question, spent)
  const scores: Score[] = []
  for (const script of [...englishScripts, ...chineseScripts]) {
    const end = await runScript(script, ask, saysTheSame).catch((error: unknown) => String(error).slice(0, 300))
    scores.push(typeof end === 'string' ? scoreOf(script, null, end) : scoreOf(script, end, null))
    say(`${typeof end === 'string' ? 'FAIL' : 'ok  '} ${script.language} ${script.name}`)
  }
  const report = reportOf(model, scores, spent)
  const name = join(folder, `${report.at.replaceAll(':', '-')}-${model.modelId.replaceAll('/', '-')}`)
  await mkdir(folder, { recursive: true })
  await writeFile(`${name}.json`, JSON.stringify(report, null, 2))
  await writeFile(`${name}.md`, asMarkdown(report))
  say(`\n${asMarkdown(report).split('\n').slice(4, 8).join('\n')}\n\nReport: ${name}.md`)
}
