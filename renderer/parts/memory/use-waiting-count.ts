import { useEffect, useState } from 'react'
import { useMemoryView, useToday } from './memory-view'
import { reviewItems } from './review-items'

/** Counted when the typing has come to rest: nobody looks at the number while they write. */
const restMs = 250

/** How many things wait for the person in memory. */
export function useWaitingCount(): number {
  const view = useMemoryView()
  const today = useToday()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setCount(reviewItems(view, today).length), restMs)
    return () => clearTimeout(timer)
  }, [view, today])
  return count
}
