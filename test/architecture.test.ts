import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesIn, projectRoot, sourceFilesIn, type Import, type SourceFile } from './helpers/source-files'

interface Zone {
  readonly name: string
  readonly holds: RegExp
  /** Files of the project that it may import, besides its own. */
  readonly files: RegExp
  readonly packages: RegExp
}

const isomorphic =
  /^(zod|yjs|y-protocols|lib0|ulid|nanoid|fractional-indexing|eventsource-parser|fflate|openai|@anthropic-ai\/sdk|@(noble|scure)\/.+)$/
const browserPackage = /^(?!node:|electron$|openai$|@anthropic-ai\/)/

// The interfaces that the storage fulfils are declared there; nothing of the file is left at run time.
const typesForAll = /^renderer\/state\/services$/

// The first zone that holds a file is the file's own.
const zones: readonly Zone[] = [
  { name: 'shared', holds: /^shared\//, files: /^$/, packages: isomorphic },
  { name: 'preload', holds: /^electron\/preload/, files: /^shared\/bridge\//, packages: /^(electron|zod)$/ },
  { name: 'electron', holds: /^electron\//, files: /^shared\//, packages: /^(node:.+|electron|zod|undici)$/ },
  {
    name: 'sync-server',
    holds: /^sync-server\//,
    files: /^shared\/(sync\/|clock$|errors$|ids$|page-policy$|result$)/,
    packages: /^(node:.+|ws|yjs|y-protocols(\/.+)?|lib0(\/.+)?|zod|better-sqlite3|pg|ioredis|prom-client)$/,
  },
  { name: 'renderer/app', holds: /^renderer\/app\//, files: /^(renderer|shared)\//, packages: browserPackage },
  {
    name: 'renderer/features',
    holds: /^renderer\/features\//,
    files: /^(renderer\/(parts|state|ui|i18n|workers)(\/|$)|shared\/)/,
    packages: browserPackage,
  },
  {
    name: 'renderer/parts',
    holds: /^renderer\/parts\//,
    files: /^(renderer\/(state|ui|i18n|workers)(\/|$)|shared\/)/,
    packages: browserPackage,
  },
  {
    name: 'renderer/state',
    holds: /^renderer\/state\//,
    files: /^(renderer\/(db|sync|platform|i18n|workers)(\/|$)|shared\/)/,
    packages: browserPackage,
  },
  { name: 'renderer/ui', holds: /^renderer\/ui\//, files: /^renderer\/workers\//, packages: browserPackage },
  { name: 'renderer/workers', holds: /^renderer\/workers\//, files: /^(renderer\/(ui|db)\/|shared\/)/, packages: browserPackage },
  { name: 'renderer/service-worker', holds: /^renderer\/service-worker\//, files: /^$/, packages: /^$/ },
  { name: 'renderer', holds: /^renderer\/(db|sync|platform|i18n)\//, files: /^shared\//, packages: browserPackage },
]

/** Fields that are unmistakably a provider's, in the four wire formats. */
const providerFields = [
  "'choices'", 'finish_reason', 'tool_calls', 'tool_call_id', 'prompt_tokens', 'completion_tokens', 'prompt_tokens_details', 'reasoning_content',
  'reasoning_details', 'reasoning_effort', 'max_completion_tokens', 'stream_options', 'response_format', 'input_tokens', 'output_tokens', 'output_index',
  'function_call', 'function_call_output', 'encrypted_content', 'max_output_tokens', 'content_block', 'content_block_delta', 'content_block_start',
  'message_start', 'message_delta', 'stop_reason', 'tool_use', 'tool_result', 'cache_control', 'cache_read_input_tokens', 'redacted_thinking',
  'thoughtSignature', 'candidatesTokenCount', 'promptTokenCount', 'usageMetadata', 'functionCall', 'functionResponse', 'functionDeclarations',
  'systemInstruction', 'generationConfig', 'inlineData', 'promptFeedback',
]

const sources = ['shared', 'electron', 'renderer', 'sync-server'].flatMap(sourceFilesIn)
const testSources = sourceFilesIn('test')
const named = (files: readonly SourceFile[]) => files.map(({ path }) => path)
const importing = (name: RegExp) =>
  sources.filter(({ imports }) => imports.some((target) => target.kind === 'package' && name.test(target.name)))

describe('who may import whom', () => {
  test('every file lies in a folder of the design', () => {
    expect(named(sources.filter((file) => zoneOf(file.path) === undefined))).toEqual([])
  })

  test('a file imports only what its folder may', () => {
    const wrong = sources.flatMap((file) =>
      file.imports
        .filter((target) => !mayImport(file.path, target))
        .map((target) => `${file.path} → ${target.kind === 'file' ? target.path : target.name}`),
    )
    expect(wrong).toEqual([])
  })

  test('PRV-11 provider SDKs occur in shared/providers and nowhere else', () => {
    const users = named(importing(/^(openai|@anthropic-ai\/.+|@google\/.+|@mistralai\/.+|groq-sdk|ollama|ai|@ai-sdk\/.+)$/))
    expect(users.filter((path) => !path.startsWith('shared/providers/'))).toEqual([])
  })

  test('PRV-11 the fields of providers are named in shared/providers and nowhere else', () => {
    const isOfProviders = (path: string) => path.startsWith('shared/providers/')
    const field = new RegExp(`(?<![\\w-])(?:${providerFields.join('|')})(?!\\w)`, 'g')
    const written = sources.map(({ path, text }) => ({ path, fields: [...new Set([...text.matchAll(field)].map(([name]) => name))] }))
    const strays = written.filter(({ path, fields }) => !isOfProviders(path) && fields.length > 0)
    expect(strays.map(({ path, fields }) => `${path}: ${fields.join(', ')}`)).toEqual([])
    // A name that is written nowhere guards nothing.
    const known = new Set(written.filter(({ path }) => isOfProviders(path)).flatMap(({ fields }) => fields))
    expect(providerFields.filter((name) => !known.has(name))).toEqual([])
  })

  test('bytes of answers become text in shared/providers/wire, event streams in one file of it', () => {
    expect(importing(/^eventsource-parser$/).length).toBeLessThanOrEqual(1)
    const decoding = sources.filter(({ path, text }) => path.startsWith('shared/') && /new TextDecoder(Stream)?\b/.test(text))
    expect(named([...decoding, ...importing(/^eventsource-parser$/)]).filter((path) => !path.startsWith('shared/providers/wire/'))).toEqual([])
  })

  test('PRV-10 requests to providers start in four places, which take an address from its builders', () => {
    const places = sources.filter(({ path, text }) => path.startsWith('shared/providers/') && /[^.\w]fetch\(/.test(text)).map(({ path }) => path)
    expect(places.sort()).toEqual(['gemini/adapter', 'list-models', 'wire/exchange', 'wire/stream-answer'].map((name) => `shared/providers/${name}.ts`))
    const withCredential = sources.filter(({ path, text }) => !path.startsWith('renderer/platform/') && /\.fetchWithCredential\(/.test(text)).map(({ path }) => path)
    expect(withCredential).toEqual(['renderer/state/credentialed-fetch.ts'])
  })

  test('PRV-13 a proxy is set for the sessions of providers and for no other', () => {
    expect(sources.filter(({ text }) => /\.setProxy\(|--proxy-server/.test(text)).map(({ path }) => path)).toEqual(['electron/proxy-transport.ts'])
  })

  test('windows are opened in one place', () => {
    const openers = sources.filter(({ text }) => /new BrowserWindow\b/.test(text))
    expect(openers.length, named(openers).join(', ')).toBeLessThanOrEqual(1)
  })

  test('only renderer/platform touches what the preload exposes', () => {
    const exposed = sources.flatMap(({ text }) =>
      [...text.matchAll(/exposeInMainWorld\(\s*'(\w+)'/g)].map(([, name]) => name ?? ''),
    )
    const touches = new RegExp(`(window|globalThis|self)(\\.|\\[')(${exposed.join('|')})\\b`)
    const users = exposed.length === 0 ? [] : sources.filter(({ text }) => touches.test(text))
    expect(named(users).filter((path) => path.startsWith('renderer/') && !path.startsWith('renderer/platform/'))).toEqual([])
  })
})

describe('what a file may hold', () => {
  test('shared/ has no mutable module state', () => {
    const stateful = /^(export )?(let|var) |^(export )?const .*= (new (Map|Set|WeakMap|WeakSet|Array)(<.*>)?\(\)|\[\]$|\{\}$)/m
    expect(named(sources.filter(({ path, text }) => path.startsWith('shared/') && stateful.test(text)))).toEqual([])
  })

  test('no file has more than 400 lines', () => {
    const own = ['shared', 'electron', 'renderer', 'sync-server', 'test', 'scripts'].flatMap((folder) =>
      filesIn(folder, /\.(tsx?|css|html)$/),
    )
    expect(own.filter((path) => readFileSync(join(projectRoot, path), 'utf8').trimEnd().split('\n').length > 400)).toEqual([])
  })

  test('no check is switched off', () => {
    const off = [/@ts-(ignore|nocheck|expect-error)\b/, /eslint-disable/, /\bas any\b|: any\b|<any>/]
    const own = [...sources, ...testSources, ...sourceFilesIn('scripts')].filter(({ path }) => path !== 'test/architecture.test.ts')
    expect(named(own.filter(({ text }) => off.some((pattern) => pattern.test(text))))).toEqual([])
  })

  test('every test runs', () => {
    const leftOut = /\b(test|it|describe|suite)(\.\w+)*\.(skip|only|todo|fails)\b|\bx(it|test|describe)\(/
    expect(named(testSources.filter(({ text }) => leftOut.test(text)))).toEqual([])
  })

  test('no committed text names a folder of the machine it was written on', () => {
    const committed = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' }).split('\0')
    const texts = committed.filter((path) => /\.(tsx?|js|json|md|ya?ml|html|css)$|^\.ci\//.test(path) && path !== 'package-lock.json')
    const folders = [projectRoot.replace(/\/$/, ''), `${homedir()}/`]
    const found = texts.filter((path) => {
      const text = readIfThere(path)
      return folders.some((folder) => text.includes(folder))
    })
    expect(found).toEqual([])
  })
})

describe('docs/SPEC.md and the tests', () => {
  const rules = [...readFileSync(join(projectRoot, 'docs/SPEC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id]) => id ?? '')
  const prefixes = [...new Set(rules.map((id) => id.split('-')[0] ?? ''))]
  const id = `(?:${prefixes.join('|')})-\\d+`
  // A title starts with the rules that the test guards: 'SES-1 …', 'SES-2, STR-2 …'.
  const title = new RegExp(`['"\`](${id}(?:(?:, | and | )${id})*)\\b`, 'g')
  const guarded = new Set(
    testSources
      .filter(({ path }) => /\.(test|e2e)\.tsx?$|\/scenarios\/|contract/.test(path))
      .flatMap(({ text }) => [...text.matchAll(title)].flatMap(([, ids]) => ids?.match(new RegExp(id, 'g')) ?? [])),
  )

  test('every rule is named by a test', () => {
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter((rule) => !guarded.has(rule))).toEqual([])
  })

  test('every rule that a test names exists', () => {
    const mentioned = testSources.flatMap(({ text }) => text.match(new RegExp(`\\b${id}\\b`, 'g')) ?? [])
    expect([...new Set(mentioned)].filter((rule) => !rules.includes(rule))).toEqual([])
  })

  test('an id has one meaning', () => {
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })
})

function zoneOf(path: string): Zone | undefined {
  return zones.find((zone) => zone.holds.test(path))
}

function mayImport(from: string, target: Import): boolean {
  const zone = zoneOf(from)
  if (zone === undefined) return false
  if (target.kind === 'package') return zone.packages.test(target.name)
  if (zone.name === 'renderer/features' && zoneOf(target.path)?.name === 'renderer/features') {
    return featureOf(from) === featureOf(target.path)
  }
  if (zone.name === 'renderer' && target.isTypeOnly && typesForAll.test(target.path)) return true
  return ownFolder(zone, from, target.path) || zone.files.test(target.path)
}

// One zone may cover several folders (db, sync, platform, i18n): each may import only itself.
function ownFolder(zone: Zone, from: string, target: string): boolean {
  const [top, second] = from.split('/')
  const own = top === 'renderer' ? `${top}/${second}` : `${top}/`
  return zoneOf(target)?.name === zone.name && target.startsWith(own)
}

function featureOf(path: string): string {
  return path.split('/')[2] ?? ''
}

function readIfThere(path: string): string {
  try {
    return readFileSync(join(projectRoot, path), 'utf8')
  } catch {
    return ''
  }
}
