import { fail, ok, type Result } from '../../result'
import { maxCatalogueBytes } from '../../bridge/contract'
import { checkTable, type TableFault } from './check-table'
import { looksLikeLitellm, readLitellmTable } from './read-litellm'
import { readTable } from './read-table'
import type { CatalogueTable } from './table'

/**
 * Reads a fetched file of models: of models.dev's shape, or LiteLLM's.
 * @param asOf the day on which it was fetched, `YYYY-MM-DD`.
 * @param known the bundled table, against which its units are checked.
 */
export function readTableFile(text: string, asOf: string, known: CatalogueTable): Result<CatalogueTable, TableFault> {
  if (text.length > maxCatalogueBytes) return fail('too-large')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('not-json')
  }
  const read = looksLikeLitellm(json) ? readLitellmTable : readTable
  const table = read(json, { asOf, source: 'refreshed' })
  const fault = checkTable(table, known)
  return fault === null ? ok(table) : fail(fault)
}
