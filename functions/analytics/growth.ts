import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import type { Operation } from '../../lib/operation.ts'
import { findCard, isOfOrganization } from '../events/index.ts'
import { requireAnalyticsOn } from './availability.ts'
import { BadZone, EventNotFound } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { type GrowthMonth, growthMonth } from './repository.ts'

type Rows = (typeof contract)['rows']

const quarterMs = 15 * minuteMs

/** Limit of months to read. Registration opens a year before an event at most. */
const mostMonths = 24

/** Formats times as days of a time zone. Fails with 400 for an unknown zone. */
const dayFormatter = (timeZone: string): ((moment: Date) => string) => {
  try {
    // The Swedish format of dates is that of ISO 8601.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    return (moment) => format.format(moment)
  } catch {
    return fail(BadZone)
  }
}

const momentsIn = ({ month, eventId: _, ...fields }: GrowthMonth): readonly [Date, number][] =>
  Object.entries(fields).flatMap(([field, value]): [Date, number][] => {
    const [, day, quarter] = /^q(\d\d)(\d\d)$/.exec(field) ?? []
    if (day === undefined || typeof value !== 'number' || value === 0) return []
    return [[new Date(Date.parse(`${month}-${day}T00:00:00.000Z`) + Number(quarter) * quarterMs), value]]
  })

/** Without an organization, the query is for the school. */
type GrowthQuery = {
  readonly orgId?: string
  readonly eventId: string
  readonly timezone?: string | undefined
}

/**
 * Reads current registrations by day of registration, in the school's zone or a requested one. Every zone's offset is a
 * multiple of a quarter hour, which is the unit of the counts. One round trip for any number of registrations.
 */
export const readGrowth = async (
  { orgId, eventId, timezone }: GrowthQuery,
  { table, tenant }: Pick<Context, 'table' | 'tenant'>,
) => {
  const dayOf = dayFormatter(timezone ?? tenant.timezone)
  const [card, months] = await Promise.all([
    findCard(table, eventId),
    table.list(growthMonth, { keyParams: { eventId }, limit: mostMonths }),
  ])
  if (!card || (orgId !== undefined && !isOfOrganization(card, orgId))) return fail(EventNotFound)
  const registrations: Record<string, number> = {}
  for (const [moment, value] of months.items.flatMap(momentsIn)) {
    const day = dayOf(moment)
    registrations[day] = (registrations[day] ?? 0) + value
  }
  const { createdAt: eventCreated, start_time: eventStart, expectedAttendance } = card
  return { registrations, eventCreated, eventStart, expectedAttendance }
}

export const getSchoolRsvpGrowth: Operation<Rows['getSchoolRsvpGrowth']> = async (
  { eventId, timezone },
  context,
) => requireAnalyticsOn(context, readGrowth({ eventId, timezone }, context))

export const getRsvpGrowth: Operation<Rows['getRsvpGrowth']> = async (query, context) =>
  requireAnalyticsOn(context, readGrowth(query, context))
