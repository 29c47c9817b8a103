import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../functions/jobs/contract.ts'
import {
  type Actor,
  type Attempt,
  actors,
  type Cast,
  cast,
  insiders,
  organizers,
  type Place,
  through,
} from '../agendas/actors.ts'

let c: Cast
beforeAll(async () => {
  c = await cast('jobrights')
})

const owner = () => c.club.owner.device

const jobAt = async (at: Place, more: object = {}): Promise<string> =>
  (
    await owner().createEventJob({
      orgId: c.club.orgId,
      eventId: at.eventId,
      name: 'Usher',
      requiredCount: 9,
      ...more,
    })
  ).body.data.role._id
const templateOf = async (device = owner(), orgId = c.club.orgId): Promise<string> => {
  const { body } = await device.createOrgEventRole({ orgId, name: `Role ${Math.random()}` })
  return body.data.role._id
}
const assignmentAt = async (at: Place): Promise<string> => {
  const place = { orgId: c.club.orgId, eventId: at.eventId }
  const memberId = c.club.member.user._id
  const { body } = await owner().createAssignment({
    ...place,
    roleId: await jobAt(at),
    memberId,
    status: 'declined',
  })
  return body.data.assignment._id
}

let offers = 0
/** At an hour of its own, since the member's offers must not overlap. */
const signupAt = async (at: Place): Promise<string> => {
  offers += 1
  const start = new Date(Date.parse('2026-05-01T00:00:00Z') + offers * 3600_000)
  const end = new Date(start.getTime() + 60_000)
  const roleId = await jobAt(at, { shiftStart: start.toISOString(), shiftEnd: end.toISOString() })
  const place = { orgId: c.club.orgId, eventId: at.eventId, roleId }
  return (await c.club.member.device.createVolunteerSignup(place)).body.data.signup._id
}

type Row = readonly [string, Attempt]

const onEvents: readonly Row[] = [
  ['listEventJobs', (agent, at) => agent.listEventJobs(at)],
  ['createEventJob', (agent, at) => agent.createEventJob({ ...at, name: 'Usher' })],
  [
    'updateEventJob',
    async (agent, at) => agent.updateEventJob({ ...at, roleId: await jobAt(at), name: 'x' }),
  ],
  ['deleteEventJob', async (agent, at) => agent.deleteEventJob({ ...at, roleId: await jobAt(at) })],
  ['listAssignments', (agent, at) => agent.listAssignments(at)],
  [
    'createAssignment',
    async (agent, at) => {
      const memberId = c.club.officer.user._id
      return agent.createAssignment({ ...at, roleId: await jobAt(at), memberId, status: 'declined' })
    },
  ],
  [
    'updateAssignment',
    async (agent, at) =>
      agent.updateAssignment({ ...at, assignmentId: await assignmentAt(at), notes: 'On time' }),
  ],
  [
    'deleteAssignment',
    async (agent, at) => agent.deleteAssignment({ ...at, assignmentId: await assignmentAt(at) }),
  ],
  ['listVolunteerSignups', (agent, at) => agent.listVolunteerSignups(at)],
  [
    'decideVolunteerSignup',
    async (agent, at) =>
      agent.decideVolunteerSignup({ ...at, signupId: await signupAt(at), status: 'rejected' }),
  ],
]

const onTemplates: readonly Row[] = [
  ['listOrgEventRoles', (agent, { orgId }) => agent.listOrgEventRoles({ orgId })],
  [
    'createOrgEventRole',
    (agent, { orgId }) => agent.createOrgEventRole({ orgId, name: `Role ${Math.random()}` }),
  ],
  [
    'updateOrgEventRole',
    async (agent, { orgId }) =>
      agent.updateOrgEventRole({ orgId, roleId: await templateOf(), isActive: false }),
  ],
  [
    'deleteOrgEventRole',
    async (agent, { orgId }) => agent.deleteOrgEventRole({ orgId, roleId: await templateOf() }),
  ],
]

describe('jobs of an event', () => {
  it('say of every operation whom it is for', () => {
    const named = [...onEvents, ...onTemplates].map(([name]) => name)
    const below = ['createVolunteerSignup', 'listMyAssignments', 'listOpenJobs']
    expect([...named, ...below].sort()).toEqual(Object.keys(contract.rows).sort())
  })

  // rules/jobs 1
  it.each([...onEvents, ...onTemplates])(
    'answer %s to who manages events of the organization',
    async (_, attempt) => {
      expect(await through(c, attempt)).toEqual(organizers)
    },
  )

  // rules/jobs 1
  it.each(onEvents)('answer %s to an organization that helps', async (_, attempt) => {
    const orgId = c.helper.orgId
    expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual(['helper', 'dean', 'root'])
  })

  // rules/jobs 1
  it.each(onEvents)('answer %s to no other organization', async (_, attempt) => {
    const orgId = c.other.orgId
    expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual([])
  })

  it.each(onTemplates.slice(2))('show %s no template of another organization', async (_, attempt) => {
    const orgId = c.other.orgId
    expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual([])
  })
})

describe('the person concerned', () => {
  // rules/jobs 18
  it('confirms and declines an assignment, beside the organizers', async () => {
    const attempt: Attempt = async (agent, at) =>
      agent.updateAssignment({ ...at, assignmentId: await assignmentAt(at), status: 'declined' })
    expect(await through(c, attempt)).toEqual(insiders)
  })

  // rules/jobs 30
  it('alone takes an offer back', async () => {
    const attempt: Attempt = async (agent, at) =>
      agent.decideVolunteerSignup({ ...at, signupId: await signupAt(at), status: 'cancelled' })
    expect(await through(c, attempt)).toEqual(['member'])
  })

  // rules/jobs 24
  it('offers to work, as a member or where everybody may', async () => {
    const offer =
      (more: object): Attempt =>
      async (agent, at) => {
        offers += 1
        const start = new Date(Date.parse('2026-05-01T00:00:00Z') + offers * 3600_000)
        const times = {
          shiftStart: start.toISOString(),
          shiftEnd: new Date(start.getTime() + 60_000).toISOString(),
        }
        return agent.createVolunteerSignup({ ...at, roleId: await jobAt(at, { ...times, ...more }) })
      }
    const members: readonly Actor[] = ['member', 'officer', 'admin', 'owner', 'helper']
    expect(await through(c, offer({}))).toEqual(members)
    const school: readonly Actor[] = ['outsider', ...members, 'stranger', 'dean', 'root']
    expect(await through(c, offer({ openToAll: true }))).toEqual(school)
  })

  // rules/jobs 40
  it('lists the jobs that they may do: members all, others those open to everyone', async () => {
    const attempt: Attempt = (agent, at) => agent.listOpenJobs(at)
    const everybody = await through(c, attempt)
    expect(everybody).toEqual(actors.filter((actor) => actor !== 'none' && actor !== 'guest'))
    const at = await c.make()
    await jobAt(at, { name: 'For members' })
    await jobAt(at, { name: 'For all', openToAll: true })
    const names = async (device: typeof c.club.member.device) =>
      (await device.listOpenJobs(at)).body.data.roles.map(({ name }: { name: string }) => name)
    expect(await names(c.club.member.device)).toEqual(['For members', 'For all'])
    expect(await names(c.other.owner.device)).toEqual(['For all'])
  })

  it('sees their own assignments', async () => {
    const attempt: Attempt = (agent) => agent.listMyAssignments()
    const school: readonly Actor[] = ['outsider', ...insiders, 'helper', 'stranger']
    expect([...(await through(c, attempt))].sort()).toEqual([...school].sort())
  })
})
