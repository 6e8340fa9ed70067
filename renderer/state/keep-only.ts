import type { Failure } from '@shared/errors'
import type { MessageId, SessionId } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'
import { chooseEnd, joinEndsAgain } from '@shared/sessions/chosen-ends'
import { changeEntry, readEntry } from '@shared/sessions/index-doc'
import type { PersistedDoc } from '@renderer/db/doc-store'
import type { MessageStore } from '@renderer/db/message-store'

export interface KeepOnlyPorts {
  readonly index: PersistedDoc
  readonly store: Pick<MessageStore, 'nextParents' | 'history'>
}

type TakeBack = () => Promise<Result<null, Failure>>

/** Of ends that are shown joined, shows one from now on: that of a message, or the newest of those it does not lie on. */
export async function keepOnly(
  session: SessionId,
  { message, which }: { readonly message: MessageId; readonly which: 'this' | 'other' },
  { index, store }: KeepOnlyPorts,
): Promise<Result<TakeBack, Failure>> {
  const tips = await store.nextParents(session)
  const histories = await Promise.all(tips.map((tip) => store.history(session, [tip])))
  const has = (at: number): boolean => histories[at]?.some(({ id }) => id === message) === true
  const candidates = tips.filter((_, at) => has(at) === (which === 'this')).sort()
  const kept = candidates.at(-1)
  const before = readEntry(index.doc, session)?.tip ?? null
  if (tips.length < 2 || kept === undefined || before === null) return fail({ code: 'not-supported-here', stage: 'store' })
  // With three of them, "the other" leaves what is beside it joined.
  const others = tips.filter((_, at) => tips[at] !== kept && (which === 'this' || has(at)))
  const written = await index.edit((doc) => chooseEnd(doc, session, kept, others))
  if (!written.ok) return written
  return ok(() =>
    index.edit((doc) =>
      doc.transact(() => {
        joinEndsAgain(doc, session, kept, others)
        // What was said since is not undone with it.
        if (readEntry(doc, session)?.tip === kept) changeEntry(doc, session, { tip: before })
      }),
    ),
  )
}
