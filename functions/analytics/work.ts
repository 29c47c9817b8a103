import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { attendee, type EventCard, type EventJob, eventJob, partitionOf } from '../events/service.ts'
import { jobAssignment, volunteerSignup } from '../jobs/service.ts'

/** Jobs that are read for a report, and rows of people who do them: numbers are exact to there. */
const mostJobs = 100
const mostPeople = 500

const roleOf = ({ jobId: _id, name, requiredCount, filledCount }: EventJob) => ({
  _id,
  name,
  requiredCount,
  filledCount,
})

/** The jobs of an event, who was asked to do them and who offered to. One round trip. */
export const readWork = async (table: Table, eventId: string) => {
  const [jobs, assignments, signups] = await Promise.all([
    table.list(eventJob, { holes: { eventId }, limit: mostJobs }),
    table.list(jobAssignment, { holes: { eventId }, limit: mostPeople }),
    table.list(volunteerSignup, { holes: { eventId }, limit: mostPeople }),
  ])
  const roles = jobs.items.map(roleOf)
  const offers = signups.items.filter(({ status }) => status === 'pending' || status === 'approved')
  return {
    roles,
    volunteers: offers,
    counts: {
      total: roles.length,
      assignments: roles.reduce((whole, { filledCount }) => whole + filledCount, 0),
      confirmed: assignments.items.filter(({ status }) => status === 'confirmed').length,
      signups: offers.length,
    },
  }
}

/** Rows of one read. */
const atOnce = 100

/** Whoever offers to do several jobs is one person. */
const peopleIn = (offers: readonly { readonly memberId: string }[]): readonly string[] => [
  ...new Set(offers.map(({ memberId }) => memberId)),
]

/** How many people offered to help, were taken on, and are in. One round trip, none where nobody was taken on. */
export const volunteersOf = async (
  table: Table,
  card: EventCard,
  { volunteers }: Pick<Awaited<ReturnType<typeof readWork>>, 'volunteers'>,
) => {
  const taken = peopleIn(volunteers.filter(({ status }) => status === 'approved'))
  const refs = taken.map((personId) =>
    key(attendee, { eventId: card.eventId, partition: partitionOf(card, personId), kind: 'u', personId }),
  )
  const parts = Array.from({ length: Math.ceil(refs.length / atOnce) }, (_, at) =>
    table.batchGet(refs.slice(at * atOnce, at * atOnce + atOnce)),
  )
  const rows = (await Promise.all(parts)).flat()
  return {
    total: peopleIn(volunteers).length,
    confirmed: taken.length,
    checkedIn: rows.filter((row) => row?.checkedIn).length,
  }
}
