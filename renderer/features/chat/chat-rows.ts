import type { MessageId } from '@shared/ids'
import type { LiveTurn, PathItem } from '@renderer/state/services'

export type ChatRow =
  | { readonly kind: 'message'; readonly key: MessageId; readonly item: PathItem }
  | { readonly kind: 'live'; readonly key: MessageId; readonly turn: LiveTurn }

/**
 * The shown path with the answer that is being written at its end. A retry or a continuation stands beside or in
 * the place of an earlier answer: what followed the question is not shown while the new one is written.
 */
export function chatRows(items: readonly PathItem[], turn: LiveTurn | null): readonly ChatRow[] {
  const hasEnded = turn !== null && items.some((item) => item.row.id === turn.messageId)
  if (turn === null || hasEnded) return items.map(messageRow)
  const question = items.findIndex((item) => item.row.id === turn.parentId)
  const shown = question === -1 ? items : items.slice(0, question + 1)
  return [...shown.map(messageRow), { kind: 'live', key: turn.messageId, turn }]
}

const rowsOf = new WeakMap<PathItem, ChatRow>()

/** The same row for the same item, so that a row that did not change is not drawn again. */
function messageRow(item: PathItem): ChatRow {
  const known = rowsOf.get(item)
  if (known !== undefined) return known
  const row: ChatRow = { kind: 'message', key: item.row.id, item }
  rowsOf.set(item, row)
  return row
}

/**
 * Another device went on from an earlier message without knowing of the one before this: both are shown, one after
 * the other, and the second begins here.
 */
export function beginsJoined(row: ChatRow | undefined, before: ChatRow | undefined): boolean {
  if (row?.kind !== 'message' || before?.kind !== 'message') return false
  const { parentIds } = row.item.row
  return parentIds.length > 0 && !parentIds.includes(before.key)
}

/** Whether the person may still choose: nothing that is shown follows from both. */
export function isJoinOpen(rows: readonly ChatRow[], from: number): boolean {
  return rows.slice(from).every((row) => row.kind === 'message' && row.item.row.parentIds.length < 2)
}

const lineHeightPx = 27
const charactersInLine = 70
const chromePx = 96
const imagePx = 220

/** A first guess at a row's height; the real one replaces it when the row is drawn. */
export function estimateRowHeight(row: ChatRow): number {
  const parts = row.kind === 'live' ? row.turn.parts : row.item.parts
  let lines = 0
  let images = 0
  for (const part of parts) {
    if (part.type === 'file') images += 1
    if (part.type === 'text') lines += Math.ceil(part.text.length / charactersInLine) + (part.text.split('\n\n').length - 1)
  }
  return chromePx + Math.max(1, lines) * lineHeightPx + (images > 0 ? imagePx : 0)
}
