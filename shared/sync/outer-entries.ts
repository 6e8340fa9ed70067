import type * as Y from 'yjs'
import { entriesName } from './rooms'

/** An entry of an outer document and where it came from: the same id on every device. */
export interface OuterEntry {
  /** `client:clock` */
  readonly id: string
  readonly client: number
  readonly clock: number
  /** Null where it is something else than bytes. */
  readonly bytes: Uint8Array | null
}

export const entriesOf = (outer: Y.Doc): Y.Array<Uint8Array> => outer.getArray<Uint8Array>(entriesName)

/** The entries that are there, in order. */
export function listEntries(outer: Y.Doc): OuterEntry[] {
  const listed: OuterEntry[] = []
  for (let item = entriesOf(outer)._start; item !== null; item = item.right) {
    if (!item.deleted) listed.push(...entriesIn(item))
  }
  return listed
}

/** What a transaction put in and took out. */
export function changesOf(event: Y.YArrayEvent<Uint8Array>): { readonly added: OuterEntry[]; readonly removed: string[] } {
  return {
    added: [...event.changes.added].flatMap((item) => entriesIn(item)),
    removed: [...event.changes.deleted].flatMap((item) => idsIn(item)),
  }
}

/** Takes exactly the named entries out and puts new ones in, as one change. */
export function replaceEntries(outer: Y.Doc, removed: ReadonlySet<string>, added: readonly Uint8Array[], origin: unknown): void {
  const entries = entriesOf(outer)
  outer.transact(() => {
    const indices = listEntries(outer).flatMap(({ id }, index) => (removed.has(id) ? [index] : []))
    for (const index of indices.reverse()) entries.delete(index, 1)
    if (added.length > 0) entries.push([...added])
  }, origin)
}

function entriesIn(item: Y.Item): OuterEntry[] {
  const { client, clock } = item.id
  const contents: unknown[] = item.content.getContent()
  return contents.map((content, offset) => ({
    id: `${client}:${clock + offset}`,
    client,
    clock: clock + offset,
    bytes: content instanceof Uint8Array ? content : null,
  }))
}

const idsIn = (item: Y.Item): string[] => Array.from({ length: item.length }, (_, offset) => `${item.id.client}:${item.id.clock + offset}`)
