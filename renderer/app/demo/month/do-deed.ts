import { localDateAt } from '@shared/clock'
import type { EntryId, SectionId } from '@shared/ids'
import { accept, reject, setLifetime } from '@shared/memory/decisions'
import { readImport } from '@shared/memory/import/import-text'
import { addEntry } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { addRule } from '@shared/memory/rules'
import { submit } from '@shared/memory/submit'
import { entriesWith, type EntryView, type MemoryView } from '@shared/memory/view'
import { fingerprintOf, hasSecret } from '@shared/memory/words'
import type { Desk } from './lived'
import type { Deed } from './script'

/** Reading one proposal and deciding. */
export const deedMs = 20_000

/** What the person does with memory on a screen of the app. Throws where the script names a line that is not there. */
export function doDeed(deed: Deed, desk: Desk): void {
  const { writer, view } = desk
  switch (deed.does) {
    case 'write':
      addEntry(writer, { text: deed.text, sectionId: sectionOf(deed), isPinned: deed.isPinned === true })
      return
    case 'accept':
      return accept(writer, proposed(deed.statement, view()), deed.as === undefined ? {} : { text: deed.as })
    case 'reject':
      return reject(writer, proposed(deed.statement, view()))
    case 'accept-end':
      return accept(writer, proposedEnd(deed.of, view()))
    case 'never':
      addRule(writer, deed.kind, deed.text)
      return
    case 'set-lifetime':
      return setLifetime(writer, sectionOf(deed), deed.days, deed.end)
    case 'import':
      return importText(deed, desk)
  }
}

const sectionOf = ({ section }: { readonly section: string }): SectionId => section as SectionId

const proposed = (statement: string, view: MemoryView): EntryId => findProposal(view, statement, (entry) => statementOf(entry.text) === statement)

const proposedEnd = (statement: string, view: MemoryView): EntryId =>
  findProposal(view, statement, ({ targets }) => targets.some((id) => statementOf(view.entries.get(id)?.text ?? '') === statement))

function findProposal(view: MemoryView, statement: string, isIt: (entry: EntryView) => boolean): EntryId {
  const found = entriesWith(view, 'proposed').find(isIt)
  if (found === undefined) throw new Error(`nothing is proposed about: ${statement}`)
  return found.id
}

/** MEM-8: what is imported waits, as on the import screen. */
function importText({ from: name, text }: Extract<Deed, { does: 'import' }>, { writer, view }: Desk): void {
  const at = writer.clock.now()
  const known = entriesWith(view(), 'active').map((entry) => statementOf(entry.text))
  for (const line of readImport(text, { known, hasSecret, fingerprintOf }).lines) {
    const fixed = { change: 'add', targets: [], topic: null, basis: 'inferred', isUntrusted: true, author: { kind: 'import', name } } as const
    const provenance = [{ kind: 'import' as const, name, quote: line.text, at }]
    submit(writer, { ...fixed, sectionId: line.sectionId satisfies string as SectionId, text: line.text, provenance }, { sourceText: () => null, today: localDateAt(at) })
  }
}
