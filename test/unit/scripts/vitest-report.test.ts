import { expect, test } from 'vitest'
import { outcomeOf } from '../../../scripts/lib/vitest-report'

const fileOf = (...tests: readonly (readonly [title: string, status: string, ...messages: string[]])[]) => ({
  name: '/app/test/some.test.ts',
  status: tests.every(([, status]) => status === 'passed') && tests.length > 0 ? 'passed' : 'failed',
  assertionResults: tests.map(([title, status, ...failureMessages]) => ({ title, status, failureMessages })),
})
const reportOf = (passed: number, failed: number, ...testResults: readonly object[]) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, numTodoTests: 1, testResults })

test('what failed, and what passed only on another try, is named with the first line of its reason', () => {
  const json = reportOf(2, 1, fileOf(['is right', 'passed'], ['is wrong', 'failed', 'Error: no\n at x'], ['was slow', 'passed', 'TimeoutError: 5 s']))
  expect(outcomeOf(json, 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    notes: ['FAILED is wrong: Error: no', 'passed only on another try: was slow: TimeoutError: 5 s'],
  })
  expect(outcomeOf(reportOf(1, 0, fileOf(['is right', 'passed'])), 0)).toEqual({ passed: 1, failed: 0, skipped: 1, notes: [] })
})

test('a file that could not be loaded, a run that fails for another reason, and one without a report count as a failure', () => {
  expect(outcomeOf(reportOf(1, 0, fileOf(), fileOf(['is right', 'passed'])), 1)).toMatchObject({ passed: 1, failed: 1, notes: ['FAILED to load /app/test/some.test.ts'] })
  expect(outcomeOf(reportOf(1, 0, fileOf(['is right', 'passed'])), 1)).toMatchObject({ failed: 1, notes: ['failed without a failed test'] })
  for (const json of [null, 'cut off', '{}']) expect(outcomeOf(json, 0)).toMatchObject({ passed: 0, failed: 1, notes: ['ended without a report'] })
})
