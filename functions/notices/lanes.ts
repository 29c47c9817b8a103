import { type AudiencePager, pager } from '../../lib/audience.ts'
import { workersAmong, workersPage } from '../jobs/index.ts'

/** Subjects whose notices are carried out at the same time: what they read is read together, what they write is their own. */
const atOnce = 16

/**
 * Carries out what concerns one subject one after the other, in its order, and different subjects side by side; what has
 * no subject is passed over. Answers how many were carried out before the first that failed: what follows it begins no
 * more, and comes again.
 */
export const processInLanes = async <R>(
  records: readonly R[],
  subjectOf: (record: R) => string | undefined,
  carry: (record: R) => Promise<boolean>,
): Promise<number> => {
  const bySubject = new Map<string, number[]>()
  for (const [at, record] of records.entries()) {
    const subject = subjectOf(record)
    if (subject === undefined) continue
    const lane = bySubject.get(subject)
    if (lane) lane.push(at)
    else bySubject.set(subject, [at])
  }
  const lanes = [...bySubject.values()]
  let failedAt = records.length
  const run = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      for (const at of lane) {
        if (at >= failedAt) break
        if (!(await carry(records[at] as R))) failedAt = Math.min(failedAt, at)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return failedAt
}

/**
 * The people of an event: who works there is known to its jobs, everybody else to the pager of `others` for the same
 * kind. A kind has one pager, so this one asks the right domain.
 */
export const withEventWorkers = (others: readonly AudiencePager[]): readonly AudiencePager[] => {
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
