import { fail } from '../../lib/contract/failure.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/contract/time.ts'
import { InvalidDueDate } from './contract/failures.ts'
import type { DueRule, TaskChange } from './contract/shapes.ts'

/** Times that due rules count from (ISO 8601, UTC). */
export type Anchors = {
  readonly start?: string | undefined
  readonly end?: string | undefined
  /** When the event was approved. */
  readonly approved?: string | undefined
}

const unitMs = { minutes: minuteMs, hours: hourMs, days: dayMs, weeks: 7 * dayMs } as const

export const noRule: DueRule = { anchorType: 'none' }

/** Whether the date follows an event or its approval. */
export const isRelative = ({ anchorType }: DueRule): boolean =>
  anchorType !== 'none' && anchorType !== 'absolute'

const momentOf = (given: string): string => {
  const at = Date.parse(given)
  return Number.isNaN(at) ? fail(InvalidDueDate) : new Date(at).toISOString()
}

/** A rule to store: complete, and without fields that its anchor does not use. */
const ruleFrom = ({ anchorType, offsetValue, offsetUnit, direction, absoluteDate }: DueRule): DueRule => {
  if (anchorType === 'none') return noRule
  if (anchorType === 'absolute')
    return absoluteDate ? { anchorType, absoluteDate: momentOf(absoluteDate) } : noRule
  return {
    anchorType,
    offsetValue: offsetValue ?? 0,
    offsetUnit: offsetUnit ?? 'days',
    direction: direction ?? 'before',
  }
}

/**
 * The rule of a request; undefined when it has no date fields. A date set by hand wins over a rule, and is itself one
 * (rules/tasks 7).
 */
export const ruleOf = ({ dueAt, dueRule }: Pick<TaskChange, 'dueAt' | 'dueRule'>): DueRule | undefined => {
  if (dueAt) return { anchorType: 'absolute', absoluteDate: momentOf(dueAt) }
  if (dueRule) return ruleFrom(dueRule)
  return dueAt === undefined && dueRule === undefined ? undefined : noRule
}

const anchorOf = (
  anchorType: DueRule['anchorType'],
  { start, end, approved }: Anchors,
): string | undefined => {
  if (anchorType === 'event_start') return start
  if (anchorType === 'event_end') return end
  return anchorType === 'approval_granted' ? approved : undefined
}

/** The due time of a task (ISO 8601, UTC); null while unknown. */
export const dueAtOf = (rule: DueRule, anchors: Anchors): string | null => {
  if (rule.anchorType === 'absolute') return rule.absoluteDate ?? null
  const anchor = anchorOf(rule.anchorType, anchors)
  if (anchor === undefined) return null
  const distance = (rule.offsetValue ?? 0) * unitMs[rule.offsetUnit ?? 'days']
  const sign = rule.direction === 'after' ? 1 : -1
  return new Date(Date.parse(anchor) + sign * distance).toISOString()
}
