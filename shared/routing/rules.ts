import { budgetsFor, leftPercent } from './budgets'
import type { RoutingInputs } from './inputs'
import type { Condition, Effect, Rule } from './preferences'
import type { TaskId } from './tasks'

/** A rule that took part: its place among all rules, counted from one as the screen shows them. */
export interface AppliedRule {
  readonly rule: Rule
  readonly number: number
}

export interface RuleOutcome {
  /** What the question counts as after rules that name a task. */
  readonly task: TaskId
  readonly applied: readonly AppliedRule[]
  /** The models that the last of them names; null: the row of the task decides. */
  readonly effect: Extract<Effect, { kind: 'models' }> | null
}

/**
 * Goes through the rules in order: one that names models ends it, one that names a task goes on with that task.
 */
export function applyRules(inputs: RoutingInputs): RuleOutcome {
  let task = inputs.description.task
  const applied: AppliedRule[] = []
  for (const [index, rule] of inputs.preferences.rules.entries()) {
    if (!rule.isOn || !rule.when.every((condition) => holds(condition, task, inputs))) continue
    applied.push({ rule, number: index + 1 })
    if (rule.then.kind === 'models') return { task, applied, effect: rule.then }
    task = rule.then.task
  }
  return { task, applied, effect: null }
}

/** Whether a condition holds for what is asked, with the task that it counts as by now. */
export function holds(condition: Condition, task: TaskId, inputs: RoutingInputs): boolean {
  const { description } = inputs
  switch (condition.kind) {
    case 'task':
      return condition.anyOf.includes(task)
    case 'language':
      return condition.anyOf.includes(description.language)
    case 'length':
      return description.promptTokens >= (condition.atLeastTokens ?? 0) && description.promptTokens <= (condition.atMostTokens ?? Number.MAX_SAFE_INTEGER)
    case 'code':
      return description.hasCode === condition.is
    case 'attachment':
      return condition.anyOf.some((kind) => description.attachments.includes(kind))
    case 'keywords':
      return condition.anyOf.some((keyword) => description.keywords.includes(keyword))
    case 'tools':
      return description.usesTools === condition.is
    case 'assistant':
      return description.assistantId !== null && condition.anyOf.includes(description.assistantId)
    case 'time':
      return isWithin(condition, inputs)
    case 'budget-left':
      return isBudgetLow(condition.atMostPercent, task, inputs)
    case 'offline':
      return inputs.isOffline === condition.is
    case 'important':
      return description.isImportant === condition.is
  }
}

/** No weekday named: every day. The hours after midnight belong to the day on which the span began. */
function isWithin({ fromMinute, toMinute, weekdays }: Extract<Condition, { kind: 'time' }>, { minuteOfDay, weekday }: RoutingInputs): boolean {
  const isOn = (day: number): boolean => weekdays.length === 0 || weekdays.includes(day)
  if (fromMinute < toMinute) return isOn(weekday) && minuteOfDay >= fromMinute && minuteOfDay < toMinute
  if (minuteOfDay >= fromMinute) return isOn(weekday)
  return minuteOfDay < toMinute && isOn((weekday + 6) % 7)
}

/** Of the tightest budget for this task, whichever provider will answer. */
function isBudgetLow(atMostPercent: number, task: TaskId, { budgets }: RoutingInputs): boolean {
  return budgetsFor(budgets, task, null).some((state) => leftPercent(state) <= atMostPercent)
}
