import * as Y from 'yjs'
import { charactersOf, keysOf, noteCarried, readInfo, writingOf, type Character, type CompactInfo } from './compact-info'
import { entriesOf } from './layout'

export interface CarryOptions {
  /** Clients whose changes this window carries over: its own. Another device's are carried over there. */
  readonly isOwn: (client: number) => boolean
}

const origin = Object.freeze({ author: { kind: 'app' } })

/**
 * MEM-2: when an entry comes in rebuilt by another device or window, what was written to it here and was not known
 * there is written once more, to the rebuilt one. To be called once for every open memory document.
 * @returns the way out
 */
export function watchRebuilt(doc: Y.Doc, options: Partial<CarryOptions> = {}): () => void {
  const isOwn = options.isOwn ?? ((client) => client === doc.clientID)
  const entries = entriesOf(doc)
  const observer = (event: Y.YMapEvent<Y.Map<unknown>>, transaction: Y.Transaction): void => {
    for (const [id, change] of event.changes.keys) {
      const former: unknown = change.action === 'update' ? change.oldValue : undefined
      const rebuilt = entries.get(id)
      const info = rebuilt instanceof Y.Map ? readInfo(rebuilt) : null
      if (!(former instanceof Y.Map) || rebuilt === undefined || info === null) continue
      carryOver(former, rebuilt, info, transaction, isOwn)
    }
  }
  entries.observe(observer)
  return () => entries.unobserve(observer)
}

function carryOver(former: Y.Map<unknown>, rebuilt: Y.Map<unknown>, info: CompactInfo, transaction: Y.Transaction, isOwn: CarryOptions['isOwn']): void {
  // The former map went in this transaction; what was in it until then is what was not deleted before.
  const wasThere = (item: Y.Item): boolean => !item.deleted || Y.isDeleted(transaction.deleteSet, item.id)
  const seen = new Map(info.seen)
  const isLate = (client: number, clock: number): boolean => isOwn(client) && clock >= (seen.get(client) ?? 0)
  const marks = lateMarks(former, info, wasThere, isLate)
  const edits = lateEdits(charactersOf(former, wasThere), charactersOf(rebuilt, (item) => !item.deleted), isLate)
  if (marks.length === 0 && edits.length === 0) return
  transaction.doc.transact(() => {
    for (const [key, value] of marks) {
      if (value === undefined) rebuilt.delete(key)
      else rebuilt.set(key, value)
    }
    const text = rebuilt.get('text')
    if (text instanceof Y.Text) for (const edit of edits) replace(rebuilt, text, edit)
  }, origin)
}

function replace(rebuilt: Y.Map<unknown>, text: Y.Text, { at, removed, inserted }: Edit): void {
  if (removed > 0) text.delete(at, removed)
  const doc = text.doc
  if (inserted.length === 0 || doc === null) return
  const place = Y.getState(doc.store, doc.clientID)
  text.insert(at, inserted.map(({ text: character }) => character ?? '').join(''))
  noteCarried(rebuilt, [doc.clientID, place], inserted)
}

type IsLate = (client: number, clock: number) => boolean

function lateMarks(former: Y.Map<unknown>, info: CompactInfo, wasThere: (item: Y.Item) => boolean, isLate: IsLate): [string, unknown][] {
  return keysOf(former).flatMap((key): [string, unknown][] => {
    const writing = writingOf(former, key)
    if (writing === null) return []
    const { id, item } = writing
    const [client, clock] = id
    const isThere = wasThere(item)
    if (isThere && isLate(client, clock)) return [[key, item.content.getContent().at(-1)]]
    // Taken away here, while the rebuilt entry has just this writing of it.
    const known = info.keys[key]
    return !isThere && known?.[0] === client && known[1] === clock ? [[key, undefined]] : []
  })
}

interface Edit {
  readonly at: number
  readonly removed: number
  readonly inserted: readonly Character[]
}

/** From the end to the beginning, so that places stay true while they are carried out. */
function lateEdits(former: readonly Character[], rebuilt: readonly Character[], isLate: IsLate): Edit[] {
  const gone = new Set(former.filter(({ isVisible }) => !isVisible).map(({ id }) => id))
  const visible = rebuilt.filter(({ isVisible }) => isVisible)
  const places = new Map(visible.map(({ id }, at) => [id, at + 1]))
  const inserted = new Map<number, Character[]>()
  let place = 0
  for (const character of former) {
    const known = places.get(character.id)
    if (known !== undefined) place = known
    else if (character.isVisible && isLate(character.client, character.clock)) inserted.set(place, [...(inserted.get(place) ?? []), character])
  }
  const edits: Edit[] = []
  for (let at = visible.length; at >= 0; at--) {
    const isGone = gone.has(visible[at]?.id ?? '')
    const words = inserted.get(at) ?? []
    if (isGone || words.length > 0) edits.push({ at, removed: isGone ? 1 : 0, inserted: words })
  }
  return edits
}
