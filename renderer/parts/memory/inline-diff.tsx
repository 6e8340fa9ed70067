import { clsx } from 'clsx'
import { memo } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { diffWords, sideOf, type DiffPiece } from './word-diff'

interface InlineDiffProps {
  /** '' where there was nothing. */
  before: string
  /** '' where nothing is left. */
  after: string
}

/** The old statement over the new one, told apart by a sign, a colour and a mark on each changed word. */
export const InlineDiff = memo(function InlineDiff({ before, after }: InlineDiffProps) {
  const { language } = useLocalisation()
  const pieces = diffWords(before, after, language)
  return (
    <div className="min-w-0">
      {before !== '' && <DiffLine side="before" pieces={sideOf(pieces, 'before')} isWhole={after === ''} />}
      {after !== '' && <DiffLine side="after" pieces={sideOf(pieces, 'after')} isWhole={before === ''} />}
    </div>
  )
})

interface DiffLineProps {
  side: 'before' | 'after'
  pieces: readonly DiffPiece[]
  /** Nothing to compare with: no word is marked. */
  isWhole: boolean
}

function DiffLine({ side, pieces, isWhole }: DiffLineProps) {
  const text = useMemoryText()
  const isOld = side === 'before'
  const hasCommon = pieces.some(({ kind }) => kind === 'same')
  const Tag = isOld ? 'del' : 'ins'
  return (
    <p className={clsx('flex gap-2 text-read no-underline', isOld ? 'text-muted' : 'text-text')}>
      <span aria-hidden className={clsx('w-3 shrink-0 text-center font-mono', isOld ? 'text-danger' : 'text-accent')}>
        {isOld ? '−' : '+'}
      </span>
      <span className="sr-only">{isOld ? text.removedMark : text.addedMark}</span>
      <span className="min-w-0 break-words select-text">
        {pieces.map((piece, index) =>
          piece.kind === 'same' || isWhole || !hasCommon ? (
            <span key={index}>{piece.text}</span>
          ) : (
            <Tag
              key={index}
              className={clsx(
                'rounded-sm px-0.5 decoration-1 box-decoration-clone',
                isOld ? 'bg-danger-soft text-danger line-through' : 'bg-accent-soft text-accent no-underline',
              )}
            >
              {piece.text}
            </Tag>
          ),
        )}
      </span>
    </p>
  )
}
