import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'

/** Scripts that the page loads before it can show anything: those of index.html and what they import statically. */
export function initialScripts(rendererFolder: string): { readonly path: string; readonly gzipBytes: number }[] {
  const html = readFileSync(join(rendererFolder, 'index.html'), 'utf8')
  const entries = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, path]) => join(rendererFolder, path ?? ''))
  const found = new Map<string, number>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const text = readFileSync(path, 'utf8')
    found.set(path, gzipSync(text, { level: 9 }).byteLength)
    for (const specifier of staticImports(path, text)) visit(join(dirname(path), specifier))
  }
  entries.forEach(visit)
  return [...found].map(([path, gzipBytes]) => ({ path, gzipBytes }))
}

function staticImports(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext)
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const specifier = statement.moduleSpecifier
    return specifier !== undefined && ts.isStringLiteral(specifier) ? [specifier.text] : []
  })
}
