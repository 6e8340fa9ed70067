import { useMemo } from 'react'
import { entriesOf, readEntry } from '@shared/memory/layout'
import { useServices } from '@renderer/state/services'

const sections: readonly string[] = ['tasks', 'projects']
const longestTopic = 70

/** Tasks and projects of the profile that are under way, the newest first: what a session may begin with. */
export function useTopics(): readonly string[] {
  const { doc } = useServices().memory
  return useMemo(() => {
    const entries = [...entriesOf(doc)].map(([id, fields]) => readEntry(id, fields))
    return entries
      .filter((entry) => entry.status === 'active' && sections.includes(entry.sectionId))
      .sort((a, b) => sections.indexOf(a.sectionId) - sections.indexOf(b.sectionId) || (b.createdAt ?? 0) - (a.createdAt ?? 0))
      .map((entry) => entry.text.replace(/^\s*(?:[-*+]|\[[ x]\]|\d+\.)\s+/, '').trim())
      .filter((topic) => topic !== '' && topic.length <= longestTopic)
      .slice(0, 2)
  }, [doc])
}
