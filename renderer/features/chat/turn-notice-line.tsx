import { useEffect, useState } from 'react'
import { useLocalisation, type Localisation } from '@renderer/i18n'
import { reasonOf, useCallsText, type CallsText } from '@renderer/i18n/calls-text'
import { useServices, type TurnNotice } from '@renderer/state/services'
import { announce } from '@renderer/ui/toasts'

/** In the place of "waiting for …": why it takes longer, or who is asked instead. Said once to a screen reader, without its counting down. */
export default function TurnNoticeLine({ notice }: { notice: TurnNotice }) {
  const { clock } = useServices()
  const { format } = useLocalisation()
  const words = useCallsText()
  const now = useSeconds(clock.now)
  const said = notice.kind === 'waiting' ? lineOf({ ...notice, untilMs: 0 }, 0, words, format) : lineOf(notice, 0, words, format)
  useEffect(() => void announce(said), [said])
  return (
    <p className="flex min-h-7 items-center text-base text-muted tabular-nums">{lineOf(notice, now, words, format)}</p>
  )
}

function lineOf(notice: TurnNotice, now: number, words: CallsText, format: Localisation['format']): string {
  const reason = reasonOf(notice.reason, words)
  if (notice.kind === 'moved-on') return words.moved(reason.now(notice.from), notice.to)
  const leftMs = Math.ceil((notice.untilMs - now) / 1000) * 1000
  return leftMs > 0 ? words.waiting(reason.now(notice.name), format.duration(leftMs)) : words.trying(reason.now(notice.name))
}

function useSeconds(read: () => number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 500)
    return () => clearInterval(timer)
  }, [read])
  return now
}
