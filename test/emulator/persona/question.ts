import type { UnderstoodRequest } from '../types'

/** What the app recalls of earlier conversations stands in a marked block before the person's own words. */
const recalled = /<earlier_conversation>[^]*?<\/earlier_conversation>\s*/g

/** What the person asks last, without what was recalled for it. */
export const questionOf = ({ turns }: Pick<UnderstoodRequest, 'turns'>): string =>
  (turns.findLast(({ role }) => role === 'user')?.text ?? '').replace(recalled, '').trim()
