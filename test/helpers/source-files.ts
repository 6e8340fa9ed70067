import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Where the built app lies, in `out/`: COMMONPLACE_BUILT_APP for a copy that no other build touches, else here. */
export const builtApp = process.env['COMMONPLACE_BUILT_APP'] ?? projectRoot

const ignoredFolders = new Set(['node_modules', 'out', 'dist', 'coverage', 'test-results', '.git', '.cache'])

export interface SourceFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** What it imports, dynamic imports and workers included. */
  readonly imports: readonly Import[]
}

/** `file`: a path relative to the root, without regard to its extension. `package`: `node:fs`, `zod`, `@noble/hashes`. */
export type Import =
  | { readonly kind: 'file'; readonly path: string; readonly isTypeOnly: boolean }
  | { readonly kind: 'package'; readonly name: string }

/** Every TypeScript file below a folder of the project. */
export function sourceFilesIn(folder: string): SourceFile[] {
  return filesIn(folder, /\.tsx?$/).map((path) => {
    const text = readFileSync(join(projectRoot, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
}

/** Paths of all files below a folder whose name matches, relative to the project's root. */
export function filesIn(folder: string, name: RegExp): string[] {
  if (!existsSync(join(projectRoot, folder))) return []
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : filesIn(path, name)
    return name.test(entry.name) ? [path] : []
  })
}

function importsOf(path: string, text: string): Import[] {
  const workers = [...text.matchAll(/new URL\('(\.[^']+\.tsx?)', import\.meta\.url\)/g)].map(([, target]) => target ?? '')
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return [...specifiers, ...workers].map((specifier) => resolveImport(path, specifier, isTypeOnly(text, specifier)))
}

/** Every import of it is an `import type`: nothing of it is left at run time. */
function isTypeOnly(text: string, specifier: string): boolean {
  const quoted = `['"]${specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"]`
  const statements = text.match(new RegExp(`\\b(import|export)\\b[^'"]*${quoted}`, 'g')) ?? []
  return statements.length > 0 && statements.every((statement) => /^(import|export) type\b/.test(statement))
}

function resolveImport(from: string, specifier: string, isTypeOnly: boolean): Import {
  const alias = /^@(shared|renderer)\/(.*)$/.exec(specifier)
  if (alias) return { kind: 'file', path: `${alias[1]}/${alias[2]}`, isTypeOnly }
  if (specifier.startsWith('.')) return { kind: 'file', path: posix.join(dirname(from), specifier), isTypeOnly }
  if (specifier.startsWith('node:')) return { kind: 'package', name: specifier }
  const [first = '', second = ''] = specifier.split('/')
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first }
}
