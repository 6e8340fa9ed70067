import { modelsOf, type CatalogueTable } from './table'

/** Why a fetched table is not taken. */
export type TableFault = 'too-large' | 'not-json' | 'too-few-models' | 'absurd-prices'

const fewestModels = 50
/** Prices of one model at one service change by less between two tables; a table in another unit is off by far more. */
const mostTimes = 20
const fewestCompared = 8

/**
 * Whether a table can be trusted beside the bundled one: enough models, and prices in the same unit, seen from those
 * that both know. null where it can.
 */
export function checkTable(table: CatalogueTable, known: CatalogueTable): Exclude<TableFault, 'too-large' | 'not-json'> | null {
  if (modelsOf(table).length < fewestModels) return 'too-few-models'
  const ratios = priceRatios(table, known)
  if (ratios.length < fewestCompared) return 'too-few-models'
  const middle = ratios.sort((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? 0
  const strays = ratios.filter((ratio) => ratio > mostTimes || ratio < 1 / mostTimes).length
  return middle > mostTimes || middle < 1 / mostTimes || strays > ratios.length / 4 ? 'absurd-prices' : null
}

/** What each model that both tables price costs here, by what it costs there; input and output apart. */
function priceRatios(table: CatalogueTable, known: CatalogueTable): number[] {
  const ratios: number[] = []
  for (const [service, models] of known.services) {
    for (const [id, { price }] of models) {
      const other = table.services.get(service)?.get(id)?.price ?? null
      if (price === null || other === null || price.currency !== other.currency) continue
      for (const kind of ['input', 'output'] as const) if (price.rates[kind] > 0) ratios.push(other.rates[kind] / price.rates[kind])
    }
  }
  return ratios
}
