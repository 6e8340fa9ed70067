import { useEffect, useState } from 'react'
import { useMemoryView, useToday } from './memory-view'

/** Counted when the typing has come to rest: nobody looks at the number while they write. */
const restMs = 250

/** How many things wait for the person in memory. What counts them is loaded after the first paint. */
export function useWaitingCount(): number {
  const view = useMemoryView()
  const today = useToday()
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const countThem = () =>
      import('./review-items').then(
        ({ reviewItems }) => isCurrent && setCount(reviewItems(view, today).length),
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
