import * as z from 'zod'
import type { ModelOverride } from '@shared/providers/catalogue'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { mergeTables } from '@shared/providers/catalogue/merge-tables'
import type { CatalogueTable } from '@shared/providers/catalogue/table'
import { modelPriceSchema } from '@shared/providers/model-provider'
import type { CommonplaceDb } from '@renderer/db/schema'

export { factsOf } from '@shared/providers/catalogue'

/** Changes with the shape of stored tables: one of another shape is fetched anew. */
const tableShape = 1

const storedSchema = z.object({
  shape: z.literal(tableShape),
  address: z.string(),
  fetchedAt: z.number(),
  table: z.custom<CatalogueTable>((value) => typeof value === 'object' && value !== null && 'services' in value && value.services instanceof Map && 'hosts' in value && value.hosts instanceof Map),
})
export type StoredTable = z.infer<typeof storedSchema>

const goodKey = 'last-good'

/** The table that was fetched last and could be trusted; null where none was. */
export async function readStoredTable(db: CommonplaceDb): Promise<StoredTable | null> {
  const stored = storedSchema.safeParse((await db.catalogue.get(goodKey))?.value)
  return stored.success ? stored.data : null
}

export async function storeTable(db: CommonplaceDb, stored: Omit<StoredTable, 'shape'>): Promise<void> {
  await db.catalogue.put({ key: goodKey, value: { ...stored, shape: tableShape } })
}

/** What is looked models up in: the fetched table over the bundled one, unless a newer app brought a newer table. */
export async function loadTable(db: CommonplaceDb): Promise<CatalogueTable> {
  const stored = await readStoredTable(db)
  return stored === null || stored.table.asOf < bundledTable.asOf ? bundledTable : mergeTables(stored.table, bundledTable)
}

const overrideSchema = z.object({ price: modelPriceSchema.nullable().catch(null), contextTokens: z.number().int().positive().nullable().catch(null) })

export async function readOverrides(db: CommonplaceDb): Promise<ReadonlyMap<string, ModelOverride>> {
  const rows = await db.modelOverrides.toArray()
  return new Map(
    rows.flatMap(({ key, value }) => {
      const override = overrideSchema.safeParse(value)
      return override.success ? [[key, override.data] as const] : []
    }),
  )
}
