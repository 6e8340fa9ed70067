import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesText, optionsHelp, readCommandLine } from '../../../sync-server/src/options'

const configOf = (argv: string[], environment: Record<string, string> = {}) => {
  const read = readCommandLine(argv, environment)
  return read.ok ? read.value.config : read.failure
}

test('a flag goes before a variable, a variable before a file, a file before the default', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'commonplace-options-')), 'port')
  writeFileSync(file, '7003\n')
  const environment = { COMMONPLACE_PORT: '7002', COMMONPLACE_PORT_FILE: file }
  const portOf = (argv: string[], variables: Record<string, string>) => {
    const read = readCommandLine(argv, variables)
    return read.ok ? read.value.config.port : read.failure
  }
  expect([
    portOf(['--port', '7001'], environment),
    portOf([], environment),
    portOf([], { ...environment, COMMONPLACE_PORT: '' }),
    portOf([], {}),
  ]).toEqual([7001, 7002, 7003, 8791])
})

test('sizes are read as people write them, and nothing else passes', () => {
  const maxFrameOf = (size: string) => {
    const config = configOf(['--max-frame', size])
    return typeof config === 'string' ? 'refused' : config.maxFrame
  }
  expect(['4096', '1k', '2 KB', '3MiB', '1.5g', '0.5 MB'].map(maxFrameOf)).toEqual([4096, 1024, 2048, 3 * 2 ** 20, 1.5 * 2 ** 30, 2 ** 19])
  expect(['', '-1', 'x', '4 apples', '99999999999t', '1e9'].map(maxFrameOf)).toEqual(Array(6).fill('refused'))
})

test('a wrong option is named in one line without its value', () => {
  expect(configOf(['--database-url', 'mysql://me:secret@host/x'])).toBe('--database-url (COMMONPLACE_DATABASE_URL): is an address such as postgres://user@host/name')
  expect(configOf(['--tls-cert', 'a.pem'])).toMatch(/^--tls-key .*together/)
  expect(configOf(['--redis-url', 'redis://host'])).toMatch(/^--redis-url .*needs database-url/)
  expect(configOf(['--origin', 'https://a.example,example.org/path'])).toMatch(/^--origin /)
  expect(configOf(['--prot', '1'])).toMatch(/--prot/)
})

test('words beside the options are the command, with flags of its own', () => {
  const read = readCommandLine(['limits', 'abc', '--max', '2g', '--yes', '--port', '1'], {}, ['max=', 'yes'])
  expect(read.ok && { words: read.value.words, max: read.value.flags['max'], yes: read.value.flags['yes'], port: read.value.config.port }).toEqual({
    words: ['limits', 'abc'],
    max: '2g',
    yes: true,
    port: 1,
  })
})

test('help names every option with its default', () => {
  expect(optionsHelp()).toContain('--max-frame')
  expect(optionsHelp()).toMatch(/--max-slow-reader .*\[8 MB\]/)
  expect([0, 1023, 1536, 4 * 2 ** 20].map(bytesText)).toEqual(['0 bytes', '1023 bytes', '1.5 KB', '4 MB'])
})
