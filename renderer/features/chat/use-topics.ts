import { useMemo } from 'react'
import { entriesWith } from '@shared/memory/view'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

const sections: readonly string[] = ['tasks', 'projects']
const longestTopic = 70

/** Tasks and projects of the profile that are under way, the newest first: what a session may begin with. */
export function useTopics(): readonly string[] {
  const view = useObservable(useServices().memory.view)
  return useMemo(() => {
    return entriesWith(view, 'active')
      .filter((entry) => sections.includes(entry.sectionId))
      .sort((a, b) => sections.indexOf(a.sectionId) - sections.indexOf(b.sectionId) || (b.createdAt ?? 0) - (a.createdAt ?? 0))
      .map((entry) => entry.text.replace(/^\s*(?:[-*+]|\[[ x]\]|\d+\.)\s+/, '').trim())
      .filter((topic) => topic !== '' && topic.length <= longestTopic)
      .slice(0, 2)
  }, [view])
}
