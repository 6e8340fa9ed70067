import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'

/** A question that a weak and a strong model have answered, and which of them were right. */
export interface Outcome {
  readonly question: string
  readonly isWeakRight: boolean
  readonly isStrongRight: boolean
}

const rowSchema = z.object({
  benchmark: z.string(),
  question: z.string(),
  weak_correct: z.boolean(),
  strong_correct: z.boolean(),
  contaminated: z.boolean().default(false),
})

/** Files hold one benchmark or several; a file whose first row says nothing about right and wrong (graded answers) is passed over. */
export async function readOutcomes(folder: string): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const names = (await readdir(folder)).filter((name) => /\.jsonl(\.gz)?$/.test(name)).sort()
  const outcomes = new Map<string, Outcome[]>()
  for (const name of names) {
    for (const row of rowsOf(await textOf(path.join(folder, name)))) {
      const ofBenchmark = outcomes.get(row.benchmark) ?? []
      ofBenchmark.push({ question: row.question, isWeakRight: row.weak_correct, isStrongRight: row.strong_correct })
      outcomes.set(row.benchmark, ofBenchmark)
    }
  }
  return outcomes
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

function rowsOf(text: string): z.infer<typeof rowSchema>[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map((line): unknown => JSON.parse(line))
  if (!rowSchema.safeParse(values[0]).success) return []
  return values.map((value) => rowSchema.parse(value)).filter(({ contaminated }) => !contaminated)
}
