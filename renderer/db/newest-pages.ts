import type { MessageId } from '@shared/ids'
import type { CommonplaceDb } from './schema'

/** All message rows as stored, from the newest back, in pages; rows that come while it runs are not in it. */
export async function* newestPages(db: CommonplaceDb, pageRows: number): AsyncGenerator<unknown[]> {
  for (let before: MessageId | null = null; ; ) {
    const range = before === null ? db.messages.orderBy('id') : db.messages.where('id').below(before)
    const page: unknown[] = await range.reverse().limit(pageRows).toArray()
    if (page.length > 0) yield page
    const last = page.at(-1) as { id?: MessageId } | undefined
    if (page.length < pageRows || last?.id === undefined) return
    before = last.id
  }
}
