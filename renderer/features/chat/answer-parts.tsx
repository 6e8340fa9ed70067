import type { FilePart, Part } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { Markdown } from '@renderer/ui/markdown'
import { MessageImages } from './message-images'
import { ReasoningFold } from './reasoning-fold'

interface AnswerPartsProps {
  parts: readonly Part[]
  idPrefix: string
  /** Set while more is coming. */
  startedAt: number | null
  reasoningTokens: number | null
}

/** An answer in the order in which it came; neighbours of one kind are one. A provider's own blocks are not shown. */
export function AnswerParts({ parts, idPrefix, startedAt, reasoningTokens }: AnswerPartsProps) {
  const pieces = joinNeighbours(parts)
  return (
    <div className="flex flex-col gap-3">
      {pieces.map((piece, index) => {
        const isLast = index === pieces.length - 1
        return (
          <Piece
            key={index}
            piece={piece}
            idPrefix={`${idPrefix}-${index}`}
            startedAt={isLast ? startedAt : null}
            reasoningTokens={reasoningTokens}
          />
        )
      })}
    </div>
  )
}

interface PieceProps extends Omit<AnswerPartsProps, 'parts'> {
  piece: Part
}

function Piece({ piece, idPrefix, startedAt, reasoningTokens }: PieceProps) {
  const { text } = useLocalisation()
  switch (piece.type) {
    case 'text':
      return <Markdown text={piece.text} isStreaming={startedAt !== null} idPrefix={idPrefix} />
    case 'reasoning':
      return <ReasoningFold text={piece.text} idPrefix={idPrefix} startedAt={startedAt} tokens={reasoningTokens} />
    case 'tool-call':
      return <ToolFold title={text.chat.toolCall(piece.name)} body={piece.argumentsText} />
    case 'tool-result':
      return <ToolFold title={text.chat.toolResult} body={piece.text} />
    case 'file':
      return <MessageImages files={[piece]} />
    case 'provider':
      return null
  }
}

const ToolFold = ({ title, body }: { title: string; body: string }) => (
  <details className="text-sm text-muted">
    <summary className="w-fit">{title}</summary>
    <pre className="mt-1 max-h-60 overflow-auto font-mono text-xs break-words whitespace-pre-wrap">{body}</pre>
  </details>
)

export function joinNeighbours(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (part.type === 'provider') continue
    if (before !== undefined && (part.type === 'text' || part.type === 'reasoning') && before.type === part.type) {
      joined[joined.length - 1] = { type: part.type, text: before.text + part.text }
    } else {
      joined.push(part)
    }
  }
  return joined
}

export const filesOf = (parts: readonly Part[]): readonly FilePart[] => parts.filter((part) => part.type === 'file')
