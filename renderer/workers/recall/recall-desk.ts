import { recall } from '@shared/context/recall/recall'
import { RecallIndex, type StoredSegment } from '@shared/context/recall/recall-index'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { RecallAnswers, RecallCommand } from './recall-protocol'

/** Holds one index and carries commands out on it. */
export function createRecallDesk(): (command: RecallCommand) => RecallAnswers[RecallCommand['kind']] {
  const options = { countTokens: estimateTokens }
  let index = new RecallIndex(options)
  let given: readonly StoredSegment[] = []

  const open = (segments: readonly StoredSegment[]): void => {
    const opened = new RecallIndex(options)
    try {
      opened.load(segments)
    } catch {
      index = new RecallIndex(options)
      given = []
      return
    }
    index = opened
    given = opened.store()
  }

  const changed = (): readonly StoredSegment[] => {
    const now = index.store()
    const known = new Set(given)
    given = now
    return now.filter((segment) => !known.has(segment))
  }

  return (command) => {
    switch (command.kind) {
      case 'open':
        open(command.segments)
        return { size: index.size }
      case 'add':
        index.add(command.messages)
        return { size: index.size }
      case 'remove':
        index.remove(command.ids)
        return { size: index.size }
      case 'ask':
        return recall(index, { ...command.question, countTokens: estimateTokens })
      case 'store':
        return changed()
    }
  }
}
