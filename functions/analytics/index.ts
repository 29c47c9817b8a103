import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { EventStatus, eventCard } from '../events/index.ts'

const text = z.string()

/** What the list of all events of the school shows an event by. The row of a deleted one stands in no list. */
export const SchoolEvent = z.object({
  eventId: text,
  name: text,
  status: EventStatus,
  start_time: text,
  end_time: text,
  deletedAt: z.optional(text),
  /** The version of the card that it was made from. */
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

/** Whether the list of the school shows both alike. */
export const isShownAlike = (one: Facts | undefined, other: Facts | undefined): boolean =>
  isDeepStrictEqual(one && factsOf(one), other && factsOf(other))

/**
 * Brings the row of an event up to its card as it stands now. A row of an older card never takes the place of a newer
 * one, whoever comes last.
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
