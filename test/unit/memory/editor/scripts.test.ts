import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { languageOf } from '@shared/memory/words'
import { chineseScripts } from '../../../fixtures/memory-scripts/chinese'
import { englishScripts } from '../../../fixtures/memory-scripts/english'
import { runEpisode, runScript, standing } from '../../../helpers/editor-run'

const scripts = [...englishScripts, ...chineseScripts]

test('there are enough people in the set', () => {
  expect(scripts.length).toBeGreaterThanOrEqual(30)
  expect(new Set(scripts.map(({ name }) => name)).size).toBe(scripts.length)
})

describe.each(scripts)('$name', (script) => {
  test('MEM-10 the entries at the end are those expected', async () => {
    const { active, proposed } = await runScript(script)
    expect({ active, proposed }).toEqual({ active: [...script.active].sort(), proposed: [...(script.proposed ?? [])].sort() })
  })

  test('MEM-3 the editor a second time on the same messages changes nothing', async () => {
    const { writer } = await runScript(script)
    const before = Y.encodeStateAsUpdate(writer.doc)
    const said = standing(writer)
    for (const [index, episode] of script.episodes.entries()) {
      const last = script.episodes.at(-1)?.day ?? episode.day
      await runEpisode(writer, { ...episode, day: last === episode.day ? episode.day : last }, `session-${index + 1}`)
    }
    expect(standing(writer)).toEqual(said)
    expect(Y.encodeStateAsUpdate(writer.doc)).toEqual(before)
  })
})

test('MEM-14 what a Chinese conversation leaves is in Chinese', async () => {
  const ends = await Promise.all(chineseScripts.map((script) => runScript(script)))
  const statements = ends.flatMap(({ active, proposed }) => [...active, ...proposed])
  expect(statements.length).toBeGreaterThan(10)
  expect(statements.filter((statement) => languageOf(statement) !== 'zh')).toEqual([])
})
