import { useEffect, useMemo, useRef, useState } from 'react'
import type { EntryId, SessionId } from '@shared/ids'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useChatMemoryText } from '@renderer/i18n/chat-memory-text'
import { createMemoryActions, type MemoryActions } from '@renderer/parts/memory/memory-actions'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { readProposal } from '@renderer/parts/memory/proposal'
import { ProposalCard } from '@renderer/parts/memory/proposal-card'
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
  const { list, placeOf } = useCardList(ofSession.map(({ id }) => id))

  if (proposals.length === 0 && elsewhere === 0) return null
  const review = (
    <a href="#/memory/review" className="text-xs text-muted underline decoration-line hover:text-accent hover:decoration-current">
      {proposals.length === 0 ? words.reviewAll(elsewhere) : words.proposalsElsewhere(elsewhere)}
    </a>
  )
  return (
    <PaneSection title={words.proposals} aside={elsewhere > 0 ? review : undefined}>
      {proposals.length > 0 && (
        <div ref={list} className="-mx-2 flex flex-col">
          {proposals.map((proposal, index) => (
            <div key={proposal.entry.id}>
              <ProposalCard proposal={proposal} actions={actions} place={placeOf(index)} />
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

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** One stop for the Tab key; arrows or j and k go on, and where a card was decided the next one has the focus. */
function useCardList(ids: readonly EntryId[]) {
  const cards = useRef(new Map<number, HTMLElement>())
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const hadFocus = useRef(false)
  const at = Math.min(current, Math.max(0, ids.length - 1))
  const key = ids.join(' ')
  const isWanted = useProposalFocus((state) => state.isWanted)

  useEffect(() => {
    if (!isWanted || ids.length === 0) return
    useProposalFocus.setState({ isWanted: false })
    cards.current.get(at)?.focus()
  }, [isWanted, ids.length, at])
  useEffect(() => {
    // The card that had the focus is gone; the next one has come into its place.
    if (hadFocus.current && document.activeElement === document.body) cards.current.get(at)?.focus()
  }, [key, at])
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const noteFocus = () => (hadFocus.current = true)
    const noteLeaving = (event: FocusEvent) => {
      if (event.relatedTarget !== null) hadFocus.current = element.contains(event.relatedTarget as Node)
    }
    const move = (event: KeyboardEvent) => {
      const step = steps[event.key]
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null
      if (step === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      cards.current.get(at + step)?.focus()
    }
    element.addEventListener('focusin', noteFocus)
    element.addEventListener('focusout', noteLeaving)
    element.addEventListener('keydown', move)
    return () => {
      element.removeEventListener('focusin', noteFocus)
      element.removeEventListener('focusout', noteLeaving)
      element.removeEventListener('keydown', move)
    }
  }, [at, ids.length])

  const placeOf = (index: number) => ({
    position: index + 1,
    count: ids.length,
    isCurrent: index === at,
    onFocus: () => setCurrent(index),
    ref: (element: HTMLElement | null) => {
      if (element === null) cards.current.delete(index)
      else cards.current.set(index, element)
    },
  })
  return { list, placeOf }
}
