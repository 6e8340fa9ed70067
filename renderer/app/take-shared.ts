import type { Services } from '@renderer/state/services'
import { sharedText } from './shared-text'

/** Puts what was shared to the app into the draft of a new session, behind what is there, and out of the address. */
export async function takeShared({ drafts }: Services): Promise<void> {
  const shared = sharedText(location.search)
  history.replaceState(null, '', `${location.pathname}#/`)
  if (shared === '') return
  const draft = await drafts.load('new')
  const text = [draft.text.trimEnd(), shared].filter((part) => part !== '').join('\n\n')
  drafts.save('new', { ...draft, text: `${text}\n\n` })
  await drafts.flush()
}
