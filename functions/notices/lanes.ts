import { type AudiencePager, pager } from '../../lib/audience.ts'
import { workersAmong, workersPage } from '../jobs/index.ts'

/** Subjects whose notices are carried out at the same time. More of them would meet at the counters of their school. */
const atOnce = 4

/**
 * Carries out what concerns one subject one after the other, in its order, and different subjects side by side. Answers
 * how many were carried out before the first that failed: what follows it begins no more, and comes again.
 */
export const carryInLanes = async <R>(
  records: readonly R[],
  subjectOf: (record: R) => string,
  carry: (record: R) => Promise<boolean>,
): Promise<number> => {
  const lanes = [...Map.groupBy(records.entries(), ([, record]) => subjectOf(record)).values()]
  let failedAt = records.length
  const run = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      for (const [at, record] of lane) {
        if (at >= failedAt) break
        if (!(await carry(record))) failedAt = Math.min(failedAt, at)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return failedAt
}

/**
 * The people of an event: who works there is known to its jobs, everybody else to the pager of `others` for the same
 * kind. A kind has one pager, so this one asks the right domain.
 */
export const eventPeople = (others: readonly AudiencePager[]): readonly AudiencePager[] => {
  const guests = others.find(({ kind }) => kind === 'event')
  const people = pager(
    'event',
    async (audience, table, cursor) => {
      if (audience.who === 'workers') return workersPage(table, audience.eventId, cursor)
      return guests ? guests.page(audience, table, cursor) : { people: [] }
    },
    async (audience, ids, table) => {
      if (audience.who === 'workers') return workersAmong(table, audience.eventId, ids)
      return guests ? guests.among(audience, ids, table) : []
    },
  )
  return [people, ...others.filter((other) => other !== guests)]
}
