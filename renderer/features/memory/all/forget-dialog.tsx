import { Check } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'
import { outOfReach, type ForgetPlan } from '@renderer/state/forget'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { Loading, Notice } from '@renderer/ui/feedback'
import { showToast } from '@renderer/ui/toasts'

type State = { readonly kind: 'looking' } | { readonly kind: 'failed' } | { readonly kind: 'ready'; readonly plan: ForgetPlan }

/** MEM-18: says what will be erased and what cannot be reached, then erases it. There is no way back. */
export function ForgetDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { forget } = useServices().memory
  const { text } = useLocalisation()
  const words = useMemoryText()
  const [state, setState] = useState<State>({ kind: 'looking' })
  const [isBusy, setBusy] = useState(false)
  const { id } = entry

  useEffect(() => {
    let isCurrent = true
    const show = (next: State) => isCurrent && setState(next)
    forget.plan({ entryId: id }).then(
      (made) => show(made.ok && made.value !== null ? { kind: 'ready', plan: made.value } : { kind: 'failed' }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [forget, id])

  const carryOut = async (plan: ForgetPlan) => {
    setBusy(true)
    const done = await forget.carryOut(plan).catch(() => null)
    setBusy(false)
    if (done === null || !done.ok) return void showToast({ text: words.forgetFailed, tone: 'error' })
    onClose()
    showToast({ text: words.done.forgotten })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.forgetTitle}
      description={words.forgetHint}
      closeLabel={text.common.cancel}
      isReading
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="danger" disabled={state.kind !== 'ready'} isBusy={isBusy} onClick={() => state.kind === 'ready' && void carryOut(state.plan)}>
            {words.forgetConfirm}
          </Button>
        </>
      }
    >
      {state.kind === 'looking' && <Loading text={words.forgetCounting} />}
      {state.kind === 'failed' && <Notice tone="error" role="alert">{words.forgetFailed}</Notice>}
      {state.kind === 'ready' && <Plan plan={state.plan} words={words} />}
    </Dialog>
  )
}

const shownLines = 8

function Plan({ plan, words }: { plan: ForgetPlan; words: MemoryText }) {
  return (
    <div className="flex flex-col gap-4 pb-1">
      <Quotes title={words.forgetLines} lines={plan.lines.map((line) => statementOf(line.text))} words={words} />
      <Quotes title={words.forgetSentences} lines={plan.sentences} words={words} />
      <ul className="flex flex-col gap-1 text-sm text-muted">
        {countsOf(plan, words).map((line) => (
          <li key={line} className="flex items-start gap-2">
            <Check size={14} aria-hidden className="mt-1 shrink-0 text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <section aria-label={words.forgetOutOfReach} className="rounded-lg bg-sunken px-4 py-3 text-sm text-muted">
        <h3 className="text-sm text-text">{words.forgetOutOfReach}</h3>
        <ul className="list-disc pl-4">
          {outOfReach.map((place) => (
            <li key={place}>{words.forgetNot[place]}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Quotes({ title, lines, words }: { title: string; lines: readonly string[]; words: MemoryText }): ReactNode {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-sm text-muted">{title}</h3>
      <ul className="border-l-2 border-danger/50 pl-3">
        {lines.slice(0, shownLines).map((line, index) => (
          <li key={index} className="py-0.5 break-words select-text">
            {line}
          </li>
        ))}
      </ul>
      {lines.length > shownLines && <p className="text-xs text-faint">{words.forgetAndMore(lines.length - shownLines)}</p>}
    </section>
  )
}

/** What goes, counted; what there is none of is not named. */
function countsOf(plan: ForgetPlan, { forgetWhat }: MemoryText): readonly string[] {
  const some = (count: number, say: (count: number) => string) => (count === 0 ? [] : [say(count)])
  return [
    ...some(plan.lines.length, forgetWhat.lines),
    ...some(plan.changes, forgetWhat.changes),
    ...some(plan.messages, (count) => forgetWhat.messages(count, plan.sessions)),
    ...some(plan.titles, forgetWhat.titles),
    ...some(plan.summaries, forgetWhat.summaries),
    ...some(plan.drafts, forgetWhat.drafts),
    ...some(plan.records, forgetWhat.records),
    ...some(plan.snapshots, forgetWhat.snapshots),
    forgetWhat.index,
  ]
}
