import { createContext, useContext } from 'react'
import type { MessageId } from '@shared/ids'
import type { ModelRef } from '@shared/sessions/message'
import type { Draft, PathItem, UsableModel } from '@renderer/state/services'

/** What a message may do to its session. Keeps its identity, so that rows are not drawn again for it. */
export interface ChatActions {
  retry(message: MessageId, model: ModelRef | null): void
  /** Opens the model picker, then answers again with the one picked. */
  retryWithPicked(message: MessageId): void
  continueAnswer(message: MessageId): void
  keep(message: MessageId): void
  fork(message: MessageId): void
  showSibling(message: MessageId): void
  /** Of joined continuations, shows only the one that begins with this message, or only the other. */
  keepOnly(message: MessageId, which: 'this' | 'other'): void
  edit(message: MessageId | null): void
  /** Resolves to whether it is saved; the editor stays open where it is not. */
  saveQuestion(item: PathItem, draft: Draft): Promise<boolean>
  saveAnswer(item: PathItem, text: string): Promise<boolean>
  copy(text: string): void
  /** Opens the form that makes a line of memory of a message; null closes it. */
  remember(message: MessageId | null): void
  chooseModel(): void
}

/** A message that is to be remembered, with the words that were marked in it. */
export interface Remembering {
  readonly message: MessageId
  readonly selection: string | null
}

export interface ChatFacts {
  /** An answer is being written in this session: nothing else may be started. */
  readonly isBusy: boolean
  readonly editing: MessageId | null
  readonly remembering: Remembering | null
  /** Nothing of this session may become memory. */
  readonly isPrivate: boolean
  readonly recentModels: readonly UsableModel[]
}

const ActionsContext = createContext<ChatActions | null>(null)
const FactsContext = createContext<ChatFacts | null>(null)

export const ChatActionsProvider = ActionsContext.Provider
export const ChatFactsProvider = FactsContext.Provider

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a message outside of a chat')
  return value
}

export const useChatActions = (): ChatActions => required(useContext(ActionsContext))
export const useChatFacts = (): ChatFacts => required(useContext(FactsContext))
