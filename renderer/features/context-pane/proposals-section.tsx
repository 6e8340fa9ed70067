import { useEffect, useMemo, type KeyboardEvent } from 'react'
import type { SessionId } from '@shared/ids'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useChatMemoryText } from '@renderer/i18n/chat-memory-text'
import { runCardKey } from '@renderer/parts/memory/card-keys'
import { createMemoryActions, type MemoryActions } from '@renderer/parts/memory/memory-actions'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { readProposal } from '@renderer/parts/memory/proposal'
import { ProposalCard } from '@renderer/parts/memory/proposal-card'
import { useCardList, type CardList } from '@renderer/parts/memory/use-card-list'
import { useServices } from '@renderer/state/services'
import { waitingProposals } from '@renderer/state/session-proposals'
import { PaneSection } from './context-pane'
import { useProposalFocus } from './proposal-focus'

/** What this session proposes to remember, to be decided in place; what waits elsewhere is on the review screen. */
export function ProposalsSection({ session }: { session: SessionId | null }) {
  const words = useChatMemoryText()
  const view = useMemoryView()
  const { ofSession, elsewhere } = waitingProposals(view, session)
  const proposals = ofSession.map((entry) => readProposal(view, entry))
  const services = useServices()
  const { language } = useLocalisation()
  const actions = useMemo(() => createMemoryActions(services, language), [services, language])
  const cards = useCardList(ofSession.map(({ id }) => id), nowhere)
  useWantedFocus(cards, proposals.length > 0)

  if (proposals.length === 0 && elsewhere === 0) return null
  const review = (
    <a href="#/memory/review" className="text-xs text-muted underline decoration-line hover:text-accent hover:decoration-current">
      {proposals.length === 0 ? words.reviewAll(elsewhere) : words.proposalsElsewhere(elsewhere)}
    </a>
  )
  return (
    <PaneSection title={words.proposals} aside={elsewhere > 0 ? review : undefined}>
      {proposals.length > 0 && (
        <div role="group" aria-label={words.proposals} className="-mx-2 flex flex-col" onFocus={cards.onFocus} onBlur={cards.onBlur} onKeyDown={(event) => moveByKey(event, cards)}>
          {proposals.map((proposal, index) => (
            <div key={proposal.entry.id}>
              <ProposalCard proposal={proposal} actions={actions} place={cards.placeOf(proposal.entry.id, index)} />
              {session !== null && <ScopeToggle entry={proposal.entry} session={session} actions={actions} />}
            </div>
          ))}
        </div>
      )}
    </PaneSection>
  )
}

/** Narrows a proposal to the session that it came from, before it is decided. */
function ScopeToggle({ entry, session, actions }: { entry: EntryView; session: SessionId; actions: MemoryActions }) {
  const words = useChatMemoryText()
  const isHereOnly = entry.scope.kind === 'session'
  return (
    <label className="flex items-center gap-2 pb-2 pl-9 text-xs text-muted touch-target">
      <input
        type="checkbox"
        checked={isHereOnly}
        onChange={() => actions.setScope(entry.id, isHereOnly ? { kind: 'everywhere' } : { kind: 'session', id: session })}
        className="size-3.5 accent-accent"
      />
      {words.onlyHere}
    </label>
  )
}

/** After the last one nothing waits here: the focus stays with the page. */
const nowhere = (): void => undefined

/** Somebody asked for the proposals from elsewhere: the focus comes as soon as there is one. */
function useWantedFocus({ focus }: CardList, isAny: boolean): void {
  const isWanted = useProposalFocus((state) => state.isWanted)
  useEffect(() => {
    if (!isWanted || !isAny) return
    useProposalFocus.setState({ isWanted: false })
    focus()
  }, [isWanted, isAny, focus])
}

function moveByKey(event: KeyboardEvent, { move }: CardList): void {
  const [on, back] = [() => move(1), () => move(-1)]
  runCardKey(event, { j: on, arrowdown: on, k: back, arrowup: back })
}
