import type { CatalogueModel, CatalogueTable } from './table'

/** Both tables as one: what the first says of a model stands, the second fills in what the first does not know. */
export function mergeTables(first: CatalogueTable, second: CatalogueTable): CatalogueTable {
  const services = new Map<string, ReadonlyMap<string, CatalogueModel>>(first.services)
  for (const [name, models] of second.services) services.set(name, new Map([...models, ...(first.services.get(name) ?? [])]))
  return { ...first, services, hosts: new Map([...second.hosts, ...first.hosts]) }
}
