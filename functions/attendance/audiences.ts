import { type AudiencePage, type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee, eventCard, filterAffiliated } from '../events/index.ts'
import { rowKey } from './attendee-key.ts'
import { waitlistEntry } from './repository.ts'

const pageOf = (people: readonly string[], next: string | undefined): AudiencePage =>
  next === undefined ? { people } : { people, next }

/** Filters for the recipients of a message to attendees. */
export type RecipientFilter = {
  readonly except?: string[] | undefined
  readonly exceptAddresses?: string[] | undefined
  /** Only people who are checked in, or only people who are not. */
  readonly checkedIn?: boolean | undefined
}

/** Whether a person attends the event and passes the filters. */
export const isRecipient = (
  { status, left, checkedIn, personId, email }: Attendee,
  { except = [], exceptAddresses = [], checkedIn: requiredCheckIn }: RecipientFilter,
): boolean => {
  if (status !== 'attending' || left || (requiredCheckIn !== undefined && checkedIn !== requiredCheckIn))
    return false
  return !except.includes(personId) && !(email !== undefined && exceptAddresses.includes(email.toLowerCase()))
}

/** Users of the school who attend an event. */
export const attendingPage = async (
  table: Table,
  eventId: string,
  cursor?: string,
  filter: RecipientFilter = {},
): Promise<AudiencePage> => {
  const card = await table.get(eventCard, { eventId })
  if (!card) return { people: [] }
  const page = await table.list(attendee, { keyParams: { eventId, kind: 'u' }, limit: pageSize, cursor })
  const recipients = page.items.filter((row) => isRecipient(row, filter))
  const admitted = await filterAffiliated(table, card, recipients)
  return pageOf(
    admitted.map(({ personId }) => personId),
    page.cursor,
  )
}

/** Users of the school on the waitlist, in its order. */
export const waitingPage = async (table: Table, eventId: string, cursor?: string): Promise<AudiencePage> => {
  const [card, page] = await Promise.all([
    table.get(eventCard, { eventId }),
    table.list(waitlistEntry, { keyParams: { eventId }, limit: pageSize, cursor }),
  ])
  if (!card) return { people: [] }
  const users = page.items.filter(({ kind }) => kind === 'u')
  const people = await filterAffiliated(table, card, users)
  return pageOf(
    people.map(({ personId }) => personId),
    page.cursor,
  )
}

/** Filters users to those who are registered or on the waitlist and may attend. */
const filterStillRegistered = async (table: Table, eventId: string, people: readonly string[]) => {
  const card = await table.get(eventCard, { eventId }, { strong: true })
  if (!card) return []
  const rows = await table.batchGet(
    people.map((personId) => key(attendee, rowKey(card, { kind: 'u', personId }))),
    { strong: true },
  )
  const registered = rows.filter((row) => row !== undefined).filter(({ left }) => !left)
  const affiliated = await filterAffiliated(table, card, registered)
  return affiliated.map(({ personId }) => personId)
}

/** Attendee audiences of an event. Workers are an audience of another domain. */
export const audiences: readonly AudiencePager[] = [
  pager(
    'event',
    async ({ eventId, who, ...filter }, table, cursor) => {
      if (who === 'attendees') return attendingPage(table, eventId, cursor, filter)
      return who === 'waiting' ? waitingPage(table, eventId, cursor) : { people: [] }
    },
    async ({ eventId, who }, people, table) =>
      who === 'workers' ? [] : filterStillRegistered(table, eventId, people),
  ),
]
