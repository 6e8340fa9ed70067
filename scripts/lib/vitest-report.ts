import * as z from 'zod'
import type { Outcome } from './layers'

/** The part of Vitest's JSON report that is counted; a test that passed with failure messages passed on another try. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
})

type FileReport = z.infer<typeof report>['testResults'][number]

/**
 * What a report of a run that ended with this exit code comes to. A file that could not even be loaded has no tests to
 * count: it counts as one failure, as does a run that failed and names nothing, or left no report.
 */
export function outcomeOf(json: string | null, status: number): Outcome {
  const read = json === null ? null : report.safeParse(parsed(json))
  if (!read?.success) return { passed: 0, failed: 1, skipped: 0, notes: ['ended without a report'] }
  const { testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = read.data
  const failed = numFailedTests + testResults.filter(isBroken).length
  const notes = testResults.flatMap(notesOn)
  return {
    passed: numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    notes: failed === 0 && status !== 0 ? [...notes, 'failed without a failed test'] : notes,
  }
}

const isBroken = ({ status, assertionResults }: FileReport): boolean => status === 'failed' && assertionResults.length === 0

function notesOn(file: FileReport): readonly string[] {
  if (isBroken(file)) return [`FAILED to load ${file.name}`]
  return file.assertionResults.flatMap(({ title, status, failureMessages }) => {
    const why = failureMessages?.[0]?.split('\n', 1)[0] ?? ''
    if (status === 'failed') return [`FAILED ${title}: ${why}`]
    return why === '' ? [] : [`passed only on another try: ${title}: ${why}`]
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
