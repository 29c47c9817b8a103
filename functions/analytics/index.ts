import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { EventStatus, eventCard } from '../events/index.ts'

const text = z.string()

/** The row of an event in the school's list of all events. A deleted event has no row. */
export const SchoolEvent = z.object({
  eventId: text,
  name: text,
  status: EventStatus,
  start_time: text,
  end_time: text,
  deletedAt: z.optional(text),
  /** The version of the card that it copies. */
  cardVersion: z.number(),
})
export type SchoolEvent = z.infer<typeof SchoolEvent>
export const schoolEvent = entity('SchoolEvent', SchoolEvent, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'SCHOOL',
  gsi1: {
    pk: 'SCHOOLEVENTS#{status}',
    sk: '{start_time}#{eventId}',
    when: ({ deletedAt }: Pick<SchoolEvent, 'deletedAt'>) => deletedAt === undefined,
  },
})

type Facts = Omit<SchoolEvent, 'cardVersion'>

const factsOf = ({ eventId, name, status, start_time, end_time, deletedAt }: Facts): Facts => ({
  eventId,
  name,
  status,
  start_time,
  end_time,
  ...(deletedAt === undefined ? {} : { deletedAt }),
})

/** Whether two cards give the same row in the school's list. */
export const isShownAlike = (one: Facts | undefined, other: Facts | undefined): boolean =>
  isDeepStrictEqual(one && factsOf(one), other && factsOf(other))

/**
 * Updates the row of an event from its current card. An older card never replaces a newer one, in any order of arrival.
 */
export const settleSchoolEvent = async (table: Table, eventId: string): Promise<void> => {
  const card = await table.get(eventCard, { eventId }, { strong: true })
  if (!card) {
    await table.remove(schoolEvent, { eventId })
    return
  }
  const { version: cardVersion } = card
  await table.put(schoolEvent, { ...factsOf(card), cardVersion }, { orAbsent: true, below: { cardVersion } })
}
