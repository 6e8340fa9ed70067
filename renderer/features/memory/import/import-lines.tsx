import { useState } from 'react'
import type { ImportedLine, ImportPreview, LeftOutReason } from '@shared/memory/import/import-text'
import { defaultSectionIds, isDefaultSection } from '@shared/memory/seed'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { formatDay } from '@renderer/parts/memory/memory-view'
import { Button } from '@renderer/ui/button'
import { Select } from '@renderer/ui/choices'

interface ImportLinesProps {
  preview: ImportPreview
  picked: readonly ImportedLine[]
  onPick: (lines: readonly ImportedLine[]) => void
  onChange: (lines: readonly ImportedLine[]) => void
}

/** Drawn at first; more is asked for. */
const shownAtFirst = 100

/** The lines that were found, each to be left out or put into another section; and what was left out, and why. */
export function ImportLines({ preview, picked, onPick, onChange }: ImportLinesProps) {
  const text = useMemoryText()
  const [shown, setShown] = useState(shownAtFirst)
  const { lines } = preview
  const chosen = new Set(picked)
  const pick = (line: ImportedLine, isIn: boolean) => onPick(lines.filter((other) => (other === line ? isIn : chosen.has(other))))
  const move = (line: ImportedLine, moved: ImportedLine) => {
    onChange(lines.map((other) => (other === line ? moved : other)))
    onPick(picked.map((other) => (other === line ? moved : other)))
  }
  return (
    <>
      <div className="flex items-center gap-3 text-sm text-muted">
        <label className="flex items-center gap-2 touch-target">
          <input type="checkbox" className="size-4" checked={picked.length === lines.length} onChange={(event) => onPick(event.target.checked ? lines : [])} />
          {text.importPickAll}
        </label>
        <span role="status" className="ml-auto tabular-nums">
          {text.importPicked(picked.length, lines.length)}
        </span>
      </div>
      <ul aria-label={text.importLines} className="mt-2 divide-y divide-line border-y border-line">
        {lines.slice(0, shown).map((line, index) => (
          <Line key={index} line={line} isPicked={chosen.has(line)} onPick={(isIn) => pick(line, isIn)} onMove={(moved) => move(line, moved)} />
        ))}
      </ul>
      {lines.length > shown && (
        <Button size="small" look="quiet" className="mt-2" onClick={() => setShown((count) => count + shownAtFirst)}>
          {text.showMore(lines.length - shown)}
        </Button>
      )}
      <LeftOut preview={preview} />
    </>
  )
}

interface LineProps {
  line: ImportedLine
  isPicked: boolean
  onPick: (isIn: boolean) => void
  onMove: (line: ImportedLine) => void
}

function Line({ line, isPicked, onPick, onMove }: LineProps) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const titles = localisation.text.profile.sectionTitles
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
      <label className="flex min-w-56 flex-1 items-start gap-2.5">
        <input type="checkbox" className="mt-1 size-4 shrink-0" checked={isPicked} onChange={(event) => onPick(event.target.checked)} aria-label={text.importPick(line.text)} />
        <span className="min-w-0 break-words">
          {line.text}
          {line.date !== null && <span className="block text-xs text-faint">{formatDay(line.date, localisation)}</span>}
        </span>
      </label>
      <Select
        label={text.importSection(line.text)}
        isLabelHidden
        className="w-36"
        value={line.sectionId}
        onChange={(id) => isDefaultSection(id) && onMove({ ...line, sectionId: id })}
        options={defaultSectionIds.map((value) => ({ value, label: titles[value] }))}
      />
    </li>
  )
}

function LeftOut({ preview: { leftOut } }: { preview: ImportPreview }) {
  const text = useMemoryText()
  if (leftOut.length === 0) return null
  const counts = new Map<LeftOutReason, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return (
    <section aria-label={text.importLeftOut} className="mt-4 rounded-lg bg-sunken px-4 py-3 text-sm text-muted">
      <h3 className="text-sm text-text">{text.importLeftOut}</h3>
      <ul>
        {[...counts].map(([reason, count]) => (
          <li key={reason}>{text.importReasons[reason](count)}</li>
        ))}
      </ul>
    </section>
  )
}
