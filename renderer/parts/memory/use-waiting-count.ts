import { useEffect, useState } from 'react'
import type { MemoryView } from '@shared/memory/view'
import { useMemoryView, useToday } from './memory-view'

/** Counted when the typing has come to rest: nobody looks at the number while they write. */
const restMs = 250

/** The last count: what shows it comes and goes with the width of the window, and is not to begin at nothing each time. */
let last: { readonly view: MemoryView; readonly today: string; readonly count: number } | null = null

/** How many things wait for the person in memory. What counts them is loaded after the first paint. */
export function useWaitingCount(): number {
  const view = useMemoryView()
  const today = useToday()
  const [count, setCount] = useState(() => last?.count ?? 0)
  useEffect(() => {
    if (last?.view === view && last.today === today) return setCount(last.count)
    let isCurrent = true
    const countThem = () =>
      import('./review-items').then(
        ({ reviewItems }) => {
          if (!isCurrent) return
          last = { view, today, count: reviewItems(view, today).length }
          setCount(last.count)
        },
        () => undefined, // No number is shown; the screen itself says what is wrong.
      )
    const timer = setTimeout(() => void countThem(), restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [view, today])
  return count
}
