import { type AudiencePager, pager } from '../../lib/audience.ts'
import { workersPage } from '../jobs/service.ts'

/**
 * The people of an event: who works there is known to its jobs, everybody else to the pager of `others` for the same
 * kind. A kind has one pager, so this one asks the right domain.
 */
export const eventPeople = (others: readonly AudiencePager[]): readonly AudiencePager[] => {
  const guests = others.find(({ kind }) => kind === 'event')
  const people = pager('event', async (audience, table, cursor) => {
    if (audience.who === 'workers') return workersPage(table, audience.eventId, cursor)
    return guests ? guests.page(audience, table, cursor) : { people: [] }
  })
  return [people, ...others.filter((other) => other !== guests)]
}
