import { fail } from '../../lib/contract/failure.ts'
import type { AgendaItem } from '../events/service.ts'
import { AgendaFull, AgendaItemInvalid } from './failures.ts'
import type { ItemChange, ItemDraft } from './shapes.ts'

export const mostItems = 200

const isBlank = (value: string | null | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value.trim() === ''

/** `number` counts from 1, as people read it. */
export const refuseItem = (number: number, what: string): never =>
  fail({ ...AgendaItemInvalid, message: `Agenda item ${number}: ${what}` })

const isoForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** ISO 8601 in UTC; a moment without a zone is one in UTC. */
const momentOf = (given: string, number: number, field: string): string => {
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(given) || !given.includes('T') ? given : `${given}Z`
  const at = isoForm.test(given) ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(at) ? refuseItem(number, `invalid ${field} format.`) : new Date(at).toISOString()
}

const optional = <F extends string>(field: F, value: string | null | undefined) =>
  isBlank(value) ? {} : ({ [field]: value.trim() } as Record<F, string>)

/** The item that a draft describes. Fails with 400 in the words of events.md 3.6. */
export const itemOf = (draft: ItemDraft, number: number, id: string): AgendaItem => {
  const { title, startTime, endTime } = draft
  if (isBlank(title)) return refuseItem(number, 'title is required.')
  if (isBlank(id)) return refuseItem(number, 'id is required.')
  if (isBlank(startTime)) return refuseItem(number, 'startTime is required.')
  if (isBlank(endTime)) return refuseItem(number, 'endTime is required.')
  const from = momentOf(startTime, number, 'startTime')
  const to = momentOf(endTime, number, 'endTime')
  if (to <= from) return refuseItem(number, 'endTime must be after startTime.')
  return {
    id,
    title: title.trim(),
    ...optional('description', draft.description),
    ...optional('location', draft.location),
    startTime: from,
    endTime: to,
    type: draft.type ?? 'Activity',
    ...optional('customTag', draft.customTag),
    ...optional('customColor', draft.customColor),
    assignedRoles: [...new Set(draft.assignedRoles)],
    isPublic: draft.isPublic ?? true,
    order: draft.order ?? number - 1,
  }
}

/** The item after a change; fields that are not given stay. */
export const changedItem = (before: AgendaItem, change: ItemChange, number: number): AgendaItem => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return itemOf({ ...before, ...given }, number, before.id)
}

/** In the order of an agenda. Fails when there are too many, or two of one id. */
export const inOrder = (items: readonly AgendaItem[]): AgendaItem[] => {
  if (items.length > mostItems) fail(AgendaFull)
  const seen = new Set<string>()
  for (const [at, { id }] of items.entries()) {
    if (seen.has(id)) refuseItem(at + 1, 'id is not unique.')
    seen.add(id)
  }
  return items.toSorted((a, b) => a.order - b.order)
}
