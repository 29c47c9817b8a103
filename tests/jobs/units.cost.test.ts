import { beforeAll, describe, expect, it } from 'vitest'
import { type EventJob, eventJob } from '../../functions/events/index.ts'
import { jobAssignment, volunteerSignup } from '../../functions/jobs/repository.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { itemAt, lastCost, type Staged, staged } from '../agendas/events.ts'
import type { Reply } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { shift, type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('costs')
  work = workOf(s)
})

type At = { readonly orgId: string; readonly eventId: string }
type Place = { readonly at: At; readonly roleId: string; readonly people: readonly Person[] }

/** As many people at work in one job, and as many offers, written past the platform. */
const crowd = async ({ eventId }: At, job: EventJob, size: number): Promise<void> => {
  const shared = { eventId, jobId: job.jobId, ...shift(20, 21), ownShift: false, version: 1 }
  const at = '2026-03-01T00:00:00.000Z'
  const rows = Array.from({ length: size }, (_, number): Write[] => {
    const memberId = `crowd${String(number).padStart(6, '0')}`
    const own = { ...shared, memberId, id: `${job.jobId}.${memberId}` }
    return [
      put(jobAssignment, { ...own, status: 'confirmed', assignedBy: 'x', assignedAt: at, confirmedAt: at }),
      put(volunteerSignup, { ...own, status: 'pending', availability: [], createdAt: at }),
    ]
  }).flat()
  for (let from = 0; from < rows.length; from += 100) await s.w.table().write(rows.slice(from, from + 100))
  await s.w.table().put(eventJob, { ...job, requiredCount: size + 9, filledCount: size })
}

const crowded = async (size: number): Promise<Place> => {
  const { at } = await s.hosted()
  await work.owner.saveAgenda({ ...at, items: [itemAt(9, { id: 'item' })] })
  const roleId = await work.jobIn(at, { requiredCount: 9 })
  const people = [await work.member(), await work.member(), await work.member()]
  const job = await s.w.table().get(eventJob, { eventId: at.eventId, jobId: roleId })
  if (job) await crowd(at, job, size)
  return { at, roleId, people }
}

type Step = readonly [
  name: string,
  most: number,
  deed: (place: Place, agents: { a: Person; b: Person }) => Promise<Reply>,
]

/** In an order in which each can succeed; `most` round trips behind authentication, which is one itself. */
const steps: readonly Step[] = [
  ['getAgenda', 1, ({ at }) => work.owner.getAgenda(at)],
  ['createAgendaItem', 2, ({ at }) => work.owner.createAgendaItem({ ...at, ...itemAt(10, { id: 'two' }) })],
  ['updateAgendaItem', 2, ({ at }) => work.owner.updateAgendaItem({ ...at, itemId: 'two', title: 'Two' })],
  ['deleteAgendaItem', 2, ({ at }) => work.owner.deleteAgendaItem({ ...at, itemId: 'two' })],
  ['publishAgenda', 1, ({ at }) => work.owner.publishAgenda(at)],
  ['createEventJob', 2, ({ at }) => work.owner.createEventJob({ ...at, name: 'Other' })],
  ['updateEventJob', 2, ({ at, roleId }) => work.owner.updateEventJob({ ...at, roleId, name: 'New' })],
  ['createAssignment', 2, ({ at, roleId }, { a }) => work.assign(at, roleId, a)],
  [
    'updateAssignment',
    2,
    ({ at, roleId }, { a }) =>
      a.device.updateAssignment({ ...at, assignmentId: `${roleId}.${a.user._id}`, status: 'declined' }),
  ],
  [
    'deleteAssignment',
    1,
    ({ at, roleId }, { a }) =>
      work.owner.deleteAssignment({ ...at, assignmentId: `${roleId}.${a.user._id}` }),
  ],
  ['createVolunteerSignup', 2, ({ at, roleId }, { b }) => b.device.createVolunteerSignup({ ...at, roleId })],
  [
    'decideVolunteerSignup',
    3,
    ({ at, roleId }, { b }) =>
      work.owner.decideVolunteerSignup({ ...at, signupId: `${roleId}.${b.user._id}`, status: 'approved' }),
  ],
  // The people of this crowd have no records: what is expected and missed is looked at again.
  ['listAssignments', 3, ({ at }) => work.owner.listAssignments({ ...at, limit: 10 })],
  ['listVolunteerSignups', 3, ({ at }) => work.owner.listVolunteerSignups({ ...at, limit: 10 })],
  ['listMyAssignments', 2, (_, { b }) => b.device.listMyAssignments()],
]

const measured = async (size: number) => {
  const place = await crowded(size)
  const [a, b] = place.people
  if (!a || !b) throw new Error('nobody')
  const costs: Record<string, ReturnType<typeof lastCost>> = {}
  for (const [name, , deed] of steps) {
    const { status, body } = await deed(place, { a, b })
    if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`)
    costs[name] = lastCost(s.w)
  }
  return costs
}

describe('what agendas and jobs cost', () => {
  it('is as little as it can be, and the same however many work there', async () => {
    using _rounds = logicalRounds()
    const [few, many] = [await measured(10), await measured(1000)]
    for (const [name, most] of steps) {
      const [small, large] = [few[name], many[name]]
      expect((large?.depth ?? 9) - 1, name).toBeLessThanOrEqual(most)
      for (const units of ['readUnits', 'writeUnits'] as const)
        expect(Math.abs((large?.[units] ?? 99) - (small?.[units] ?? 0)), name).toBeLessThanOrEqual(0.5)
    }
  }, 60_000)
})
