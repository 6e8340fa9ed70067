import type { DefaultSectionId } from '../seed'

/** Words of headings as the big assistants write them, and the section of ours that they mean. */
const meanings: readonly (readonly [DefaultSectionId, RegExp])[] = [
  ['constraints', /\b(constraints?|never|always|allerg\w*|rules?|must)\b|必须|禁忌|过敏|约束|规则/i],
  ['preferences', /\b(preferences?|likes?|tone|style|instructions?|how to (respond|answer)|communication|format\w*)\b|偏好|喜好|指令|说明|风格|语气|习惯/i],
  ['tasks', /\b(to-?dos?|tasks?|reminders?|next steps?|appointments?)\b|待办|任务|提醒/i],
  ['projects', /\b(projects?|goals?|top of mind|current(ly)?|ongoing|plans?)\b|项目|目标|计划|近况/i],
  ['people', /\b(people|family|friends?|relationships?|contacts?|pets?)\b|家人|家庭|朋友|人际|同事|宠物/i],
  ['identity', /\b(identity|about (me|you|the user)|personal|profile|career|work|background|bio|education|demographics?)\b|身份|关于我|个人|职业|工作|背景|简介|教育/i],
  ['knowledge', /\b(knowledge|facts?|history|other|misc\w*|notes?|interests?|context)\b|知识|其他|其它|备注|兴趣|历史/i],
]

/** The section that a heading means, or null where it says nothing that we know. */
export function sectionOfHeading(heading: string): DefaultSectionId | null {
  return meanings.find(([, words]) => words.test(heading))?.[0] ?? null
}

const longestHeading = 60

/** The words of a heading: `## Work`, `**Work**`, `Work:`, `【工作】`; null for any other line. */
export function headingIn(line: string): string | null {
  const match =
    /^#{1,6}\s+(.+?)\s*#*$/.exec(line) ??
    /^(?:\d{1,2}[.)、]\s*)?\*\*([^*]+?)[:：]?\*\*[:：]?$/.exec(line) ??
    /^【([^】]+)】$/.exec(line) ??
    /^([\p{L}\p{N}][\p{L}\p{N} &/,'’-]*)[:：]$/u.exec(line)
  const words = match?.[1]?.replace(/\*\*/g, '').trim()
  return words === undefined || words === '' || words.length > longestHeading ? null : words
}
