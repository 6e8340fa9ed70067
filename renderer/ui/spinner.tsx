import { LoaderCircle } from 'lucide-react'

/** Decorative: what is going on is said in words beside it. */
export const Spinner = ({ size = 14 }: { size?: number }) => (
  <LoaderCircle size={size} aria-hidden className="animate-turn" />
)
