import { expect, test } from 'vitest'
import { runStages, summary, type Layer, type Outcome } from '../../../scripts/lib/layers'
import { runTool } from '../../../scripts/lib/run-tool'

const here = { isThere: true, path: '' } as const
const gone = { isThere: false, missing: 'Redis', bring: 'apt-get install -y redis-server' } as const

/** The first of a stage writes to the terminal itself; what it would write is caught here as well. */
function world() {
  const written: string[] = []
  const log: string[] = []
  const write = (text: string) => void written.push(text)
  const layer = (name: string, counts: Partial<Outcome> = { passed: 1 }, more: Partial<Layer> & { readonly until?: Promise<void> } = {}): Layer => ({
    name,
    needs: [here],
    ...more,
    async run(keep) {
      log.push(`${name} begins`)
      ;(keep ?? write)(`${name} works\n`)
      await more.until
      ;(keep ?? write)(`${name} is done\n`)
      log.push(`${name} ends`)
      return { passed: 0, failed: 0, skipped: 0, ...counts }
    },
  })
  return { layer, log, write, text: () => written.join('').replaceAll(/\(\d+ s\)/g, '(n s)') }
}

test('layers of one stage run side by side, and what they write is not mixed', async () => {
  const { layer, log, write, text } = world()
  let end = (): void => undefined
  const until = new Promise<void>((resolve) => (end = resolve))
  const run = runStages([[layer('slow', { passed: 2 }, { until }), layer('quick', { passed: 3, skipped: 1 })], [layer('last')]], write)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(log).toEqual(['quick begins', 'slow begins', 'quick ends'])
  end()
  expect(summary(await run)).toBe('6 passed, 0 failed, 1 skipped')
  expect(text()).toBe(
    '\n== slow\nslow works\nslow is done\n== slow: 2 passed, 0 failed (n s)\n' +
      '\n== quick\nquick works\nquick is done\n== quick: 3 passed, 0 failed, 1 skipped (n s)\n' +
      '\n== last\nlast works\nlast is done\n== last: 1 passed, 0 failed (n s)\n',
  )
})

test('a layer that lacks a part of the machine, or what it is made of, is left out and counts as skipped', async () => {
  const { layer, write, text } = world()
  const sum = await runStages([[layer('stores', {}, { needs: [here, gone] }), layer('build', { failed: 1 })], [layer('app', {}, { after: 'build' })]], write)
  expect(sum).toEqual({ passed: 0, failed: 1, skipped: 2 })
  expect(text()).toContain('== stores: left out, this machine has no Redis. To bring it: apt-get install -y redis-server\n')
  expect(text()).toContain('== app: left out, the build failed\n')
  expect(text()).not.toContain('app works')
})

test('what the layers note is said once more at the end', async () => {
  const { layer, write, text } = world()
  await runStages([[layer('first', { failed: 1, notes: ['FAILED one'] })], [layer('last', { notes: ['slow', 'odd'] })]], write)
  expect(text().endsWith('(n s)\n\n== to look at\nfirst: FAILED one\nlast: slow\nlast: odd\n')).toBe(true)
})

test('a program tells its exit code and, where it is kept, all it wrote; one that cannot be started failed', async () => {
  const kept: string[] = []
  const tool = (program: string, ...args: string[]) => runTool({ program, args, cwd: import.meta.dirname, env: process.env }, (text) => kept.push(text))
  expect(await tool(process.execPath, '-e', 'process.stdout.write("out "); process.stderr.write("err"); process.exitCode = 3')).toBe(3)
  expect([kept.join('').includes('out '), kept.join('').includes('err')]).toEqual([true, true])
  expect(await tool(process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")')).toBe(1)
  expect(await tool('no-such-program-here')).toBe(1)
})
