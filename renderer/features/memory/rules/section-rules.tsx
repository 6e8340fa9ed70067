import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { acceptLevels, type AcceptLevel, type LifetimeEnd } from '@shared/memory/layout'
import type { SectionView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { Button } from '@renderer/ui/button'
import { Select } from '@renderer/ui/choices'
import { Dialog } from '@renderer/ui/dialog'
import { TextField } from '@renderer/ui/text-field'

interface SectionRulesProps {
  sections: readonly SectionView[]
  actions: MemoryActions
}

/** For each section: what becomes memory by itself, how long it lasts, and what happens then. */
export function SectionRules({ sections, actions }: SectionRulesProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sections.map((section) => (
        <SectionRule key={section.id} section={section} actions={actions} />
      ))}
    </ul>
  )
}

const offeredDays = [0, 14, 30, 90, 180, 365] as const
const longestDays = 36_500

function SectionRule({ section, actions }: { section: SectionView; actions: MemoryActions }) {
  const text = useMemoryText()
  const title = useSectionTitle()(section.id)
  const [isAskingDays, setAskingDays] = useState(false)
  const { days, end } = section.lifetime
  const setDays = (value: string) => (value === custom ? setAskingDays(true) : actions.setLifetime(section.id, Number(value), end))
  return (
    <li className="py-3">
      <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-[minmax(7rem,1fr)_repeat(3,auto)] sm:items-end">
        <h3 className="truncate text-base max-sm:col-span-2 sm:pb-1.5">{title}</h3>
        <Labelled label={text.levelShort} className="max-sm:col-span-2">
          <Select<AcceptLevel>
            label={text.levelField(title)}
            isLabelHidden
            className="sm:w-60"
            value={section.acceptLevel}
            onChange={(level) => actions.setAcceptLevel(section.id, level)}
            options={acceptLevels.map((value) => ({ value, label: text.levels[value] }))}
          />
        </Labelled>
        <Labelled label={text.lifetimeShort}>
          <Select label={text.lifetimeField(title)} isLabelHidden className="sm:w-28" value={String(days)} onChange={setDays} options={useDayOptions(days)} />
        </Labelled>
        <Labelled label={text.lifetimeEndShort} className={clsx(days === 0 && 'invisible')}>
          <Select<LifetimeEnd>
            label={text.lifetimeEndField(title)}
            isLabelHidden
            className="sm:w-34"
            value={end}
            onChange={(next) => actions.setLifetime(section.id, days, next)}
            options={(['expire', 'review'] as const).map((value) => ({ value, label: text.lifetimeEnds[value] }))}
          />
        </Labelled>
      </div>
      {isAskingDays && (
        <DaysDialog title={text.lifetimeField(title)} days={days} onClose={() => setAskingDays(false)} onConfirm={(next) => actions.setLifetime(section.id, next, end)} />
      )}
    </li>
  )
}

const custom = 'custom'

function useDayOptions(days: number) {
  const text = useMemoryText()
  const label = (count: number) => (count === 0 ? text.lifetimes.forEver : count === 365 ? text.lifetimes.year : text.lifetimes.days(count))
  const choices = [...new Set([...offeredDays, days])].sort((a, b) => a - b)
  return [...choices.map((count) => ({ value: String(count), label: label(count) })), { value: custom, label: text.lifetimes.custom }]
}

/** A small word over a control that is read out with a longer one of its own. */
function Labelled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <span aria-hidden className="mb-0.5 block text-xs text-faint">
        {label}
      </span>
      {children}
    </div>
  )
}

interface DaysDialogProps {
  title: string
  days: number
  onClose: () => void
  onConfirm: (days: number) => void
}

function DaysDialog({ title, days, onClose, onConfirm }: DaysDialogProps) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  const [value, setValue] = useState(String(days || 60))
  const count = Number(value)
  const isReady = Number.isInteger(count) && count > 0 && count <= longestDays
  const confirm = () => {
    if (!isReady) return
    onClose()
    onConfirm(count)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={text.common.cancel}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" disabled={!isReady} onClick={confirm}>
            {text.common.save}
          </Button>
        </>
      }
    >
      <TextField type="number" inputMode="numeric" min={1} max={longestDays} label={words.lifetimeDays} value={value} onChange={setValue} onEnter={confirm} className="w-32" />
    </Dialog>
  )
}
