import { beforeAll, describe, expect, it } from 'vitest'
import {
  EventNotFound,
  HostInactive,
  HostPending,
  NotAsOrganization,
  NotAsSomebodyElse,
  PublishForbidden,
} from '../../functions/planning/contract/failures.ts'
import { contract } from '../../functions/planning/contract.ts'
import { NotAMember } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { type Agent, type Reply, refused } from '../support/agent.ts'
import { joinOrg } from '../support/orgs.ts'
import { registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { type Society, society } from '../support/societies.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, usual } from './people.ts'
import { form, png } from './pictures.ts'

const actors = ['none', 'guest', 'outsider', 'member', 'officer', 'admin', 'owner', 'dean', 'root'] as const
type Actor = (typeof actors)[number]
const managers: readonly Actor[] = ['officer', 'admin', 'owner', 'dean', 'root']
const signedIn: readonly Actor[] = actors.slice(2)

let p: PlannedCampus
let rowing: Society
let agents: Record<Actor, Agent>

beforeAll(async () => {
  p = await plannedCampus()
  rowing = await society(p.w, 'rowing')
  const { w, c, dean, root } = p
  const guest = await registered(w, 'guest', { username: 'guest' }, w.sister)
  agents = {
    none: w.device(),
    guest: guest.device.on(w.home),
    outsider: c.outsider.device,
    member: c.member.device,
    officer: c.officer.device,
    admin: c.admin.device,
    owner: c.owner.device,
    dean: dean.device,
    root: root.device,
  }
})

type Attempt = (agent: Agent, eventId: string) => Promise<Reply>
const at = () => ({ orgId: p.c.orgId })
const template = async (): Promise<string> => {
  const sent = { ...at(), name: 'x', templateData: { name: 'x', type: 'meeting' } }
  return (await p.c.owner.device.createEventTemplate(sent)).body.data._id
}
/** An event of another organization, which asks the club to help. */
const inviteId = async (): Promise<string> => {
  const id = await made(rowing.owner.device, { hostingType: 'Org', hostingId: rowing.orgId })
  await rowing.owner.device.inviteCollaborators({ id, collaboratorOrgIds: [p.c.orgId] })
  return `${id}.${p.c.orgId}`
}
const times = { startTime: '2026-04-08T18:00:00Z', endTime: '2026-04-08T20:00:00Z' }
const helpers = () => ({ collaboratorOrgIds: [rowing.orgId] })
const asOrg = () => ({ ...usual, hostingType: 'Org', hostingId: p.c.orgId })

const rows: readonly (readonly [string, readonly Actor[], Attempt, Record<string, unknown>?])[] = [
  [
    'createEvent for oneself',
    signedIn,
    (a) => a.createEvent({ title: 'x', date: '2026-04-02', time: '10:00' }),
  ],
  ['createEventByForm for the organization', managers, (a) => a.createEventByForm(asOrg())],
  ['publishEvent', managers, (a, eventId) => a.publishEvent({ eventId }), { asDraft: true }],
  ['updateEvent', managers, (a, event_id) => a.updateEvent({ event_id, description: 'x' })],
  ['withdrawEvent', managers, (a, event_id) => a.withdrawEvent({ event_id }), { requiresApproval: true }],
  ['cancelEvent', managers, (a, event_id) => a.cancelEvent({ event_id })],
  ['deleteEvent', managers, (a, event_id) => a.deleteEvent({ event_id })],
  ['previewApprovals', signedIn, (a) => a.previewApprovals({ type: 'x' })],
  ['listOrgEvents', managers, (a) => a.listOrgEvents(at())],
  ['getOrgEvent', managers, (a, eventId) => a.getOrgEvent({ ...at(), eventId })],
  ['updateOrgEvent', managers, (a, eventId) => a.updateOrgEvent({ ...at(), eventId, description: 'x' })],
  ['deleteOrgEvent', managers, (a, eventId) => a.deleteOrgEvent({ ...at(), eventId })],
  ['checkRoomAvailability', managers, (a, eventId) => a.checkRoomAvailability({ ...at(), eventId })],
  ['createEventTemplate', managers, (a) => a.createEventTemplate({ ...at(), name: 'x', templateData: {} })],
  ['listEventTemplates', managers, (a) => a.listEventTemplates(at())],
  [
    'updateEventTemplate',
    managers,
    async (a) => a.updateEventTemplate({ ...at(), templateId: await template(), name: 'y' }),
  ],
  [
    'deleteEventTemplate',
    managers,
    async (a) => a.deleteEventTemplate({ ...at(), templateId: await template() }),
  ],
  ['uploadEventImage', managers, (a, eventId) => a.uploadEventImage({}, form({ eventId }, png))],
  ['setEventStatus', managers, (a, eventId) => a.setEventStatus({ ...at(), eventId, status: 'cancelled' })],
  ['bulkAction', managers, (a, id) => a.bulkAction({ ...at(), action: 'cancel', eventIds: [id] })],
  ['inviteCollaborators', managers, (a, id) => a.inviteCollaborators({ id, ...helpers() })],
  [
    'removeCollaborator',
    managers,
    async (a, id) => {
      await p.c.owner.device.inviteCollaborators({ id, ...helpers() })
      return a.removeCollaborator({ id, orgId: rowing.orgId })
    },
  ],
  ['acceptCollaboration', managers, async (a) => a.acceptCollaboration({ inviteId: await inviteId() })],
  ['declineCollaboration', managers, async (a) => a.declineCollaboration({ inviteId: await inviteId() })],
  ['listCollaborationInvites', managers, (a) => a.listCollaborationInvites(at())],
  [
    'createEventFromTemplate',
    managers,
    async (a) => a.createEventFromTemplate({ ...at(), templateId: await template(), ...times }),
  ],
]

const cases = rows.flatMap(([name, allowed, attempt, more]) =>
  actors.map((actor) => ({ name, actor, may: allowed.includes(actor), attempt, more })),
)

describe('a right', () => {
  it('is said of every operation', () => {
    const named = rows.map(([name]) => name.replace(/ .*/, ''))
    expect([...new Set(named)].sort()).toEqual(Object.keys(contract.rows).sort())
  })

  // rules/planning 3
  it.each(cases)('$name by $actor: $may', async ({ actor, may, attempt, more }) => {
    const eventId = await clubEvent(p.c, more)
    const { status, body } = await attempt(agents[actor], eventId)
    const shown = `${status} ${JSON.stringify(body)}`
    if (may) expect([200, 201], shown).toContain(status)
    else expect([401, 403, 404], shown).toContain(status)
  })

  it('that takes an office does not come by the word of another school', async () => {
    const { w, c } = p
    const vouched = await Promise.all([c.officer, c.owner, p.dean].map((one) => vouchedFor(w, one, w.sister)))
    for (const [name, allowed, attempt, more] of rows.filter(([, allowed]) => !allowed.includes('member')))
      for (const agent of vouched) {
        const { status, body } = await attempt(agent, await clubEvent(c, more))
        expect([403, 404], `${name} for ${allowed[0]}: ${JSON.stringify(body)}`).toContain(status)
      }
  })

  it('to what somebody made comes by the word of another school, unless it took an office', async () => {
    const { w, c } = p
    const own = await made(c.officer.device)
    const inOffice = await made(c.officer.device, { hostingType: 'Org', hostingId: c.orgId })
    const agent = await vouchedFor(w, c.officer, w.sister)
    expect((await agent.updateEvent({ event_id: own, description: 'mine' })).status).toBe(200)
    expect((await agent.updateEvent({ event_id: inOffice, description: 'mine' })).status).toBe(403)
  })

  // rules/planning 3
  it('to an event of a person is theirs, and the administrators’', async () => {
    const { c } = p
    for (const [who, expected] of [
      ['member', 200],
      ['dean', 200],
      ['root', 200],
      ['owner', 403],
      ['outsider', 403],
    ] as const) {
      const event_id = await made(c.member.device)
      const { status } = await agents[who].updateEvent({ event_id, description: who })
      expect([who, status]).toEqual([who, expected])
    }
  })

  // rules/planning 5
  it('to a draft is not even hinted at', async () => {
    const event_id = await clubEvent(p.c, { asDraft: true })
    for (const act of ['updateEvent', 'deleteEvent', 'cancelEvent'] as const)
      expect(await p.c.outsider.device[act]({ event_id })).toMatchObject(refused(EventNotFound))
    expect(await p.c.outsider.device.updateEvent({ event_id: 'nothing' })).toMatchObject(
      refused(EventNotFound),
    )
  })

  it('to publish is refused in its own words where people can see the event', async () => {
    const eventId = await clubEvent(p.c)
    expect(await p.c.outsider.device.publishEvent({ eventId })).toMatchObject(refused(PublishForbidden))
  })

  // rules/planning 4
  it('of the creator of an organization’s event ends with the role', async () => {
    const { w, c } = p
    const maker = await registered(w, 'maker', { username: 'maker' })
    await joinOrg(w, c.orgId, maker, ['officer'])
    const event_id = await made(maker.device, { hostingType: 'Org', hostingId: c.orgId })
    expect((await maker.device.updateEvent({ event_id, description: 'mine' })).status).toBe(200)
    await joinOrg(w, c.orgId, maker, ['member'])
    expect((await maker.device.updateEvent({ event_id, description: 'mine?' })).status).toBe(403)
    await maker.device.leaveOrganization(at())
    expect((await maker.device.updateEvent({ event_id, description: 'mine?' })).status).toBe(403)
  })
})

describe('a host', () => {
  // rules/planning 1
  it('is an organization whose events the caller manages, or the caller', async () => {
    const { c } = p
    expect(await c.member.device.createEventByForm(asOrg())).toMatchObject(refused(NotAsOrganization))
    const nobody = { ...usual, organizationId: 'nothing' }
    expect(await c.owner.device.createEventByForm(nobody)).toMatchObject(refused(OrganizationNotFound))
    const other = { ...usual, hostingType: 'User', hostingId: c.member.user._id }
    expect(await c.owner.device.createEventByForm(other)).toMatchObject(refused(NotAsSomebodyElse))
    expect(await agents.guest.createEventByForm(usual)).toMatchObject(refused(NotAMember))
    const { body } = await c.officer.device.createEventByForm({ ...usual, orgId: c.orgId })
    expect(body).toMatchObject({ orgId: c.orgId, orgName: c.name, event: { hostingType: 'Org' } })
  })

  // rules/planning 2
  it('that is closed, or waits for approval, makes no events', async () => {
    const { w, c } = p
    const before = await w.table().get(organization, { orgId: c.orgId }, { strong: true })
    if (!before) throw new Error('the organization is gone')
    await w.table().put(organization, { ...before, lifecycleStatus: 'inactive' })
    expect(await c.owner.device.createEventByForm(asOrg())).toMatchObject(refused(HostInactive))
    await w.table().put(organization, { ...before, approvalStatus: 'pending' })
    expect(await c.owner.device.createEventByForm(asOrg())).toMatchObject(refused(HostPending))
    await w.table().put(organization, before)
  })
})
