import { type AudiencePager, pager } from '../../lib/audience.ts'
import { workersAmong, workersPage } from '../jobs/index.ts'

/** Subjects handled in parallel. Their reads go out together; their writes do not overlap. */
const maxConcurrent = 16

/**
 * Handles the records of one subject in order, and different subjects in parallel. Skips records without a subject.
 * Returns the number of records before the first failure. Later records do not start, and the stream delivers them
 * again.
 */
export const processInLanes = async <R>(
  records: readonly R[],
  subjectOf: (record: R) => string | undefined,
  handleRecord: (record: R) => Promise<boolean>,
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
        if (!(await handleRecord(records[at] as R))) failedAt = Math.min(failedAt, at)
      }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, run))
  return failedAt
}

/**
 * The people of an event. Jobs find its workers; the event pager in `others` finds the rest. A kind has one pager, so
 * this one asks the right domain.
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
