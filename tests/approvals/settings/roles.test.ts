import { beforeAll, describe, expect, it } from 'vitest'
import {
  DomainInUse,
  DomainNotFound,
  InvalidFlow,
  MemberNotFound,
  RoleExists,
  RoleFieldsMissing,
  RoleInUse,
  RoleNotFound,
  TooManyApprovalRoles,
  UserNotFound,
} from '../../../functions/stakeholders/contract.ts'
import { stakeholderMember } from '../../../functions/stakeholders/index.ts'
import { ConcurrentChange, ValidationError } from '../../../lib/contract/failures.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { wholeStream } from '../../privacy/stream.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, people, registered } from '../../support/people.ts'

type Place = Awaited<ReturnType<typeof admins>>
let place: Place
let dean: Person
let domainId: string

beforeAll(async () => {
  place = await admins()
  dean = place.dean
  const { body } = await dean.device.createDomain({ name: 'Laboratories', type: 'facility' })
  domainId = body.data._id
})

let made = 0
const role = async (more: object = {}) => {
  made += 1
  const stakeholderId = `role ${made}`
  const reply = await dean.device.createStakeholderRole({
    stakeholderId,
    stakeholderName: 'Lab safety',
    stakeholderType: 'approver',
    domainId,
    ...more,
  })
  return { id: stakeholderId, stakeholderId, ...reply }
}

const roleNow = async (id: string) => {
  const { body } = await dean.device.listStakeholderRoles()
  return body.data.find(({ stakeholderId }: { stakeholderId: string }) => stakeholderId === id)
}

describe('stakeholder roles', () => {
  // rules/stakeholders 12
  it('of a new school are four', async () => {
    const { body } = await dean.device.listStakeholderRoles()
    const names = body.data.map(({ stakeholderName }: { stakeholderName: string }) => stakeholderName)
    expect(names).toEqual(['department head', 'event coordinator', 'facilities manager', 'safety officer'])
  })

  it('are made in a domain', async () => {
    const { status, body } = await role({ escalationRules: { timeout: 24 } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      stakeholderType: 'approver',
      permissions: [
        'approve_events',
        'reject_events',
        'request_changes',
        'acknowledge_events',
        'view_events',
      ],
      escalationRules: { timeout: 24 },
      activeMembers: 0,
      isActive: true,
    })
    const { body: listed } = await dean.device.listDomainRoles({ domainId })
    expect(listed.data).toContainEqual({ ...body.data, members: [] })
  })

  // rules/stakeholders 13
  it.each(['stakeholderId', 'stakeholderName', 'stakeholderType', 'domainId'])('need a %s', async (field) => {
    const { status, body } = await role({ [field]: undefined })
    expect([status, body.message]).toEqual([400, RoleFieldsMissing.message])
  })

  it.each([
    // rules/stakeholders 13
    ['an id that is taken', { stakeholderId: 'safety officer' }, RoleExists],
    ['an id that means somebody else', { stakeholderId: 'org:chess' }, ValidationError],
    ['an unknown domain', { domainId: 'nowhere' }, DomainNotFound],
    ['an unknown successor', { escalationRules: { escalateTo: 'wizard' } }, RoleNotFound],
    ['an unknown person next', { escalationRules: { escalateToUser: 'nobody' } }, UserNotFound],
    ['an unknown backup', { backupAssignees: [{ userId: 'nobody' }] }, UserNotFound],
    [
      'a condition that cannot be evaluated',
      { conditionGroups: [{ conditions: [{ field: 'colour', operator: 'equals', value: 'a' }] }] },
      InvalidFlow,
    ],
  ])('are refused with %s', async (_, more, { status, code }) => {
    const reply = await role(more)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  it.each([
    { permissions: ['view_reports'] },
    { requirements: ['a licence'] },
    { stakeholderType: 'spectator' },
    { escalationRules: { timeout: 169 } },
    { activeMembers: 7 },
  ])('cannot be given %j', async (more) => {
    expect((await role(more)).status).toBe(400)
  })

  it('see events, whether or not that is said, and cannot lose it', async () => {
    const { id, body } = await role({ permissions: ['approve_events'] })
    expect(body.data.permissions).toEqual(['view_events', 'approve_events'])
    const reply = await dean.device.updateStakeholderRole({ id, permissions: ['approve_events'] })
    expect(reply.status).toBe(400)
  })

  it('keep what a change does not name', async () => {
    const { id } = await role({ escalationRules: { timeout: 24 }, description: 'Acids' })
    const { body } = await dean.device.updateStakeholderRole({ id, escalationRules: { autoEscalate: false } })
    expect(body.data).toMatchObject({
      description: 'Acids',
      escalationRules: { timeout: 24, autoEscalate: false },
    })
  })

  // rules/stakeholders 31
  it('are not changed by a request with an outdated version', async () => {
    const { id, body } = await role()
    const { version } = body.data
    const name = (description: string) => dean.device.updateStakeholderRole({ id, description, version })
    const replies = await Promise.all(['Acids', 'Fires'].map(name))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await name('Late')
    expect([late.status, late.body.code]).toEqual([409, ConcurrentChange.code])
    const { description } = (await dean.device.getStakeholderRole({ id })).body.data
    expect(description).not.toBe('Late')
    expect((await dean.device.updateStakeholderRole({ id, description: 'Free' })).status).toBe(200)
  })

  it('that nobody knows cannot be changed', async () => {
    const { status, body } = await dean.device.updateStakeholderRole({ id: 'wizard', description: 'x' })
    expect([status, body.code]).toEqual([404, RoleNotFound.code])
  })

  // rules/stakeholders 14
  it('can be put out of use, unless the flow needs them', async () => {
    const { id } = await role()
    const { body } = await dean.device.deactivateStakeholderRole({ id })
    expect(body.data.isActive).toBe(false)
    for (const needed of ['event coordinator', 'safety officer']) {
      await dean.device.saveApprovalFlow({ steps: [{ role: 'safety officer' }] })
      const reply = await dean.device.deactivateStakeholderRole({ id: needed })
      expect([reply.status, reply.body.code]).toEqual([409, RoleInUse.code])
    }
  })
})

describe('a domain', () => {
  // rules/stakeholders 11
  it('with roles stays', async () => {
    const reply = await dean.device.deleteDomain({ domainId })
    expect([reply.status, reply.body.code]).toEqual([409, DomainInUse.code])
  })

  // rules/stakeholders 11
  it('that its roles have left can be deleted', async () => {
    const { body } = await dean.device.createDomain({ name: 'Gymnasium', type: 'facility' })
    const { id } = await role({ domainId: body.data._id })
    expect((await dean.device.deleteDomain({ domainId: body.data._id })).status).toBe(409)
    await dean.device.updateStakeholderRole({ id, domainId })
    expect((await dean.device.deleteDomain({ domainId: body.data._id })).status).toBe(200)
    const reply = await dean.device.getDomain({ domainId: body.data._id })
    expect([reply.status, reply.body.code]).toEqual([404, DomainNotFound.code])
  })
})

describe('whoever gets a role', () => {
  it('holds it on their own record and in the role', async () => {
    const { id, stakeholderId } = await role()
    const ada = await registered(place.w, 'ada', { username: 'ada' })
    for (const _ of ['once', 'and again'])
      expect((await dean.device.assignStakeholderRole({ id, userId: ada.user._id })).status).toBe(200)
    const { body } = await dean.device.listStakeholderMembers({ id })
    expect(body.members).toMatchObject([{ userId: ada.user._id, isActive: true, assignedBy: dean.user._id }])
    expect((await ada.device.validateToken()).body.data.user.approvalRoles).toEqual([stakeholderId])
    expect(await roleNow(stakeholderId)).toMatchObject({ activeMembers: 1 })
    await dean.device.unassignStakeholderRole({ id, userId: ada.user._id })
    expect((await ada.device.validateToken()).body.data.user.approvalRoles).toEqual([])
    expect(await roleNow(stakeholderId)).toMatchObject({ activeMembers: 0 })
    const reply = await dean.device.unassignStakeholderRole({ id, userId: ada.user._id })
    expect([reply.status, reply.body.code]).toEqual([404, MemberNotFound.code])
  })

  it.each([
    ['safety officer', 'nobody', UserNotFound],
    ['wizard', 'nobody', RoleNotFound],
  ])('as %s is somebody of the school: %s', async (id, userId, { code }) => {
    expect((await dean.device.assignStakeholderRole({ id, userId })).body.code).toBe(code)
  })

  // rules/stakeholders 15
  it('holds at most fifty', async () => {
    const { w } = place
    const busy = await registered(w, 'busy', { username: 'busy' })
    const approvalRoles = Array.from({ length: 50 }, (_, at) => `role of old ${at}`)
    await w.table().update(tenantUser, { id: busy.user._id }, { set: { approvalRoles } })
    const { id } = await role()
    const reply = await dean.device.assignStakeholderRole({ id, userId: busy.user._id })
    expect([reply.status, reply.body.code]).toEqual([409, TooManyApprovalRoles.code])
  })

  // rules/stakeholders 15
  it('is counted once, also when several get it at the same moment', async () => {
    const { id, stakeholderId } = await role()
    const crowd = await people(place.w, 5)
    await Promise.all(
      [...crowd, ...crowd].map(({ user }) => dean.device.assignStakeholderRole({ id, userId: user._id })),
    )
    const { body } = await dean.device.listStakeholderMembers({ id })
    expect(await roleNow(stakeholderId)).toMatchObject({ activeMembers: body.members.length })
  })

  // rules/stakeholders 16
  it('loses it by leaving the school', async () => {
    const { w } = place
    const { id, stakeholderId } = await role()
    const gone = await registered(w, 'gone', { username: 'gone' })
    const userId = gone.user._id
    await dean.device.assignStakeholderRole({ id, userId })
    const stream = await wholeStream(w)
    expect((await gone.device.deleteAccount({ password })).status).toBe(200)
    await stream.drain(2)
    expect(
      await w.table().get(stakeholderMember, { stakeholderId, userId }, { strong: true }),
    ).toBeUndefined()
    expect(await roleNow(stakeholderId)).toMatchObject({ activeMembers: 0 })
  })
})
