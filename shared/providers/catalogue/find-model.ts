import type { CatalogueModel, CatalogueTable } from './table'

/** A dated snapshot or the newest of a model: the same model at the same price. */
const versionMark = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest|preview-\d{2}-\d{4}|preview-\d{2}-\d{2})$/
/** What hosts put behind a model's name for a size, a kind of weights or a way of serving. */
const hostMark = /(?:[:@].*|-(?:versatile|instruct|instant))$/

/** The model that a service sells under this id, or under the id of which this one is a dated snapshot. */
export function modelAt(table: CatalogueTable, service: string, modelId: string): CatalogueModel | null {
  const models = table.services.get(service)
  const id = modelId.toLowerCase()
  return models?.get(id) ?? models?.get(id.replace(versionMark, '')) ?? models?.get(`${id}-latest`) ?? null
}

/**
 * The model of this name at any service: what it is, not what it costs, since each host asks its own price. The services
 * are looked through in the table's order.
 */
export function modelAnywhere(table: CatalogueTable, modelId: string): CatalogueModel | null {
  const id = modelId.toLowerCase()
  // Hosts of many vendors put theirs in front, `anthropic/claude-…`, and write points where the vendor has dashes.
  const bare = id.slice(id.lastIndexOf('/') + 1)
  const plain = bare.replace(hostMark, '')
  for (const name of new Set([bare, plain, plain.replaceAll('.', '-')])) {
    for (const service of table.services.keys()) {
      const found = modelAt(table, service, name)
      if (found !== null) return found
    }
  }
  return null
}
