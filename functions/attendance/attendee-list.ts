import { fail } from '../../lib/contract/failure.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Operation } from '../../lib/operation.ts'
import { openCursor, type Page, sealCursor } from '../../lib/table/lists/list.ts'
import { type Numbered, numberedPage } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type Attendee,
  attendee,
  canReadAttendeeNames,
  canSeeEvent,
  countsForReader,
  type EventCard,
  filterStillAdmitted,
  findCard,
  isOrganizer,
  viewerOf,
} from '../events/index.ts'
import { EventNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { attendeeViewsOf } from './views.ts'

type Rows = (typeof contract)['rows']

/** Rows that one filtered page reads. */
const maxRead = 100

const orderOf = ({ kind, personId }: Attendee): string => `${kind}#${personId}`

const scopeOf = ({ eventId }: EventCard): string => `people of ${eventId}`

const positionIn = (card: EventCard, cursor: string): string =>
  openCursor(cursor, scopeOf(card))?.after ?? fail(BadCursor)

const readRows = async (table: Table, { eventId }: EventCard, after: string | undefined, limit: number) => {
  const from = after === undefined ? {} : { from: after }
  const listing = { keyParams: { eventId }, limit: limit + (after === undefined ? 0 : 1), ...from }
  const page = await table.list(attendee, listing)
  // The last row of the previous page is read again, and may be gone.
  const rows = page.items.filter((row) => orderOf(row) !== after)
  return { rows, isLast: page.cursor === undefined }
}

type Part = { readonly limit: number; readonly cursor?: string | undefined }

/** A second read fills a page whose filter removed more than expected. A page may still be short and continue. */
const maxQueries = 2

/** `everybody`: all rows of the event, whether selected or not, if the first read had them all. */
type PeoplePage = Page<Attendee> & { readonly everybody?: readonly Attendee[] }

/**
 * Returns one page of an event's people. `isIncluded` selects rows, about a `share` of them. Reads at most a hundred rows, or
 * the requested number.
 */
const pageOfPeople = async (
  table: Table,
  card: EventCard,
  isIncluded: (row: Attendee) => boolean,
  { limit, cursor }: Part,
  share: number,
): Promise<PeoplePage> => {
  const items: Attendee[] = []
  let whole: Pick<PeoplePage, 'everybody'> = {}
  let after = cursor === undefined ? undefined : positionIn(card, cursor)
  let left = Math.max(maxRead, limit)
  for (let query = 0; query < maxQueries && left > 0; query += 1) {
    const rowLimit = Math.min(left, Math.ceil((limit - items.length) / share))
    const { rows, isLast } = await readRows(table, card, after, rowLimit)
    if (after === undefined && isLast) whole = { everybody: rows }
    for (const [at, row] of rows.entries()) {
      left -= 1
      after = orderOf(row)
      if (isIncluded(row)) items.push(row)
      const isEnd = isLast && at === rows.length - 1
      if (items.length === limit && !isEnd)
        return { items, cursor: sealCursor({ after }, scopeOf(card)), ...whole }
    }
    if (isLast) return { items, ...whole }
  }
  return after === undefined ? { items } : { items, cursor: sealCursor({ after }, scopeOf(card)) }
}

/** The share of rows with a seat; the others wait. */
const seatedShare = ({ registrationCount, waitlistCount }: EventCard): number =>
  waitlistCount === 0 ? 1 : registrationCount / (registrationCount + waitlistCount)

/**
 * Returns one page of people by cursor or, within the first 500, by number. `share` estimates how many rows `isIncluded`
 * selects, by default the seated ones; 0 when unknown.
 */
export const attendeesPage = (
  table: Table,
  card: EventCard,
  numbered: Numbered,
  isIncluded: (row: Attendee) => boolean,
  { share = seatedShare(card) } = {},
): Promise<PeoplePage> => {
  const list = (part: Part) => pageOfPeople(table, card, isIncluded, part, share)
  return numbered.cursor === undefined && numbered.page > 1 ? numberedPage(list, numbered) : list(numbered)
}

/** All people of an event, in one round trip; undefined for an event of more than a hundred. */
export const listAllPeople = async (
  table: Table,
  card: EventCard,
): Promise<readonly Attendee[] | undefined> => {
  if (card.registrationCount + card.waitlistCount > maxRead) return undefined
  const { rows, isLast } = await readRows(table, card, undefined, maxRead)
  return isLast ? rows : undefined
}

const noPeople = { items: [], cursor: undefined }

export const listAttendees: Operation<Rows['listAttendees']> = async (
  { event_id, ...pageQuery },
  context,
) => {
  const { table } = context
  const card = (await findCard(table, event_id)) ?? fail(EventNotFound)
  const attending = ({
    status,
    walkIn,
    left,
  }: {
    status: string
    walkIn?: boolean | undefined
    left?: boolean | undefined
  }) => status === 'attending' && !walkIn && !left
  const [viewer, found] = await Promise.all([
    viewerOf(context, [card], { all: true }),
    // Names are restricted; counts are not.
    context.caller || card.attendeeVisibility === 'everyone'
      ? attendeesPage(table, card, pageOf(pageQuery), attending)
      : noPeople,
  ])
  if (!(await canSeeEvent(card, viewer, context))) return fail(EventNotFound)
  const page = canReadAttendeeNames(card, viewer) ? found : noPeople
  const people = attendeeViewsOf(
    await filterStillAdmitted(table, card, page.items, context.now()),
    isOrganizer(card, viewer),
  )
  return { ...people, ...countsForReader(card, context), nextCursor: page.cursor }
}
