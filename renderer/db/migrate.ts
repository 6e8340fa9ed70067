import type { CommonplaceDb } from './schema'

/**
 * Changes of data that are too large for the one transaction of a schema upgrade. Each runs page by page; a page
 * and the place that it reached are written in one transaction, so a kill at any moment repeats at most nothing.
 * A migration must leave rows that the version before it can still read: it adds, and a later version removes.
 */
export interface DataMigration {
  readonly id: string
  readonly tables: readonly (keyof TablesOf)[]
  /**
   * Changes one page inside the transaction. Gets the place after the page before (null at the start) and returns
   * the place after this one, or null when all is done.
   */
  readonly page: (db: CommonplaceDb, after: string | null) => Promise<string | null>
}

type TablesOf = Pick<CommonplaceDb, 'messages' | 'docUpdates' | 'docSnapshots' | 'drafts' | 'calls' | 'settings' | 'modelProviders' | 'files'>

interface Progress {
  readonly after: string | null
  readonly isDone: boolean
}

const keyOf = (migration: DataMigration): string => `migration:${migration.id}`

/** Runs what has not run yet, in order. Two windows at once repeat no page: the place is read in the transaction. */
export async function runMigrations(db: CommonplaceDb, migrations: readonly DataMigration[]): Promise<void> {
  for (const migration of migrations) {
    while (!(await runPage(db, migration)));
  }
}

function runPage(db: CommonplaceDb, migration: DataMigration): Promise<boolean> {
  const tables = [db.meta, ...migration.tables.map((name) => db[name])]
  return db.transaction('rw', tables, async () => {
    const progress = ((await db.meta.get(keyOf(migration)))?.value ?? { after: null, isDone: false }) as Progress
    if (progress.isDone) return true
    const after = await migration.page(db, progress.after)
    await db.meta.put({ key: keyOf(migration), value: { after: after ?? progress.after, isDone: after === null } satisfies Progress })
    return after === null
  })
}
