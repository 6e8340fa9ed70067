import type { ModelPrice, TakenMedia } from '../model-provider'

/** What a table of models knows of one model at one service; null where it says nothing. */
export interface CatalogueModel {
  /** As the service calls it. */
  readonly id: string
  readonly name: string
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takes: TakenMedia
  readonly callsTools: boolean | null
  readonly reasons: boolean | null
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  readonly releasedOn: string | null
  readonly price: ModelPrice | null
}

/** Models by service, then by lower-case id. A price belongs to the service that asks it, not to the model. */
export interface CatalogueTable {
  /** The day on which it was fetched, or up to which the bundled one was collected by hand, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly source: 'bundled' | 'refreshed'
  readonly services: ReadonlyMap<string, ReadonlyMap<string, CatalogueModel>>
  /** Names of services by the host of their address, as the table gives them. */
  readonly hosts: ReadonlyMap<string, string>
}

export type TableOrigin = Pick<CatalogueTable, 'asOf' | 'source'>

export const emptyTable: CatalogueTable = { asOf: '1970-01-01', source: 'bundled', services: new Map(), hosts: new Map() }

export const modelsOf = (table: CatalogueTable): CatalogueModel[] => [...table.services.values()].flatMap((models) => [...models.values()])
