import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decisionRows } from '../../functions/approvals/decision-rows.ts'
import { RoleUnknown, SecondFactorUnseen } from '../../functions/operators/shapes.ts'
import { stakeholderMember, stakeholderRole } from '../../functions/stakeholders/index.ts'
import { BadCursor, SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { access, session, tenantUser } from '../../lib/identity/person/records.ts'
import { type ApprovalCampus, approvalCampus, flowIs, pendingEvent } from '../approvals/campus.ts'
import { type Agent, type Reply, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { withTotp } from './factors.ts'

const role = 'safety officer'
const other = 'facilities manager'
const hours = 3600

let campus: ApprovalCampus
let domainId: string
let backup: Person

beforeAll(async () => {
  campus = await approvalCampus([role, other])
  const { w, dean } = campus
  await enrolSchool(w, w.home)
  await withTotp(w, dean.device)
  backup = await registered(w, 'backup', { username: 'backup' })
  domainId = (await dean.device.createDomain({ name: 'Halls', type: 'facility' })).body.data._id
  for (const id of [role, other])
    await dean.device.updateStakeholderRole({ id, domainId, backupAssignees: [{ userId: backup.user._id }] })
})

type Wanted = { readonly required: string; readonly roles?: readonly string[] }

/** Everybody whom a policy asks and who has no factor, and what shows that they were looked at. */
const looked = async (device: Agent, wanted: Wanted) => {
  const ids: string[] = []
  let turn = {}
  for (;;) {
    const { status, body } = await device.previewSecondFactorPolicy({ ...wanted, ...turn })
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(...body.data.people.map(({ _id }: { _id: string }) => _id))
    const { seen, cursor } = body.data
    if (cursor === undefined) return { ids, seen }
    turn = { cursor, seen }
  }
}

const shownNow = async (person: Person): Promise<void> => {
  const { w } = campus
  const strong = { at: w.clock.now().toISOString(), by: 'totp' as const }
  await w.table().update(session, await ownSession(person), { set: { strong } })
}

/** Says whom the school asks, and waits until everybody knows. */
const policyIs = async (wanted: Wanted): Promise<void> => {
  const { w, dean } = campus
  await shownNow(dean)
  const { seen } = await looked(dean.device, wanted)
  const { status, body } = await dean.device.setSecondFactorPolicy({ ...wanted, seen })
  expect(status, JSON.stringify(body)).toBe(200)
  w.clock.advance(3)
}

/** How each decision is asked for, on an event that waits for a role. */
const acts: Readonly<Record<string, (device: Agent, eventId: string) => Promise<Reply>>> = {
  approveEvent: (device, event_id) => device.approveEvent({ event_id }),
  rejectEvent: (device, event_id) => device.rejectEvent({ event_id, reason: 'No' }),
  requestEventChanges: (device, event_id) => device.requestEventChanges({ event_id, reason: 'No' }),
  acknowledgeEvent: (device, event_id) => device.acknowledgeEvent({ event_id }),
  delegateApproval: (device, event_id) => device.delegateApproval({ event_id, userId: backup.user._id }),
  approveDomainEvent: (device, eventId) => device.approveDomainEvent({ domainId, eventId }),
  rejectDomainEvent: (device, eventId) => device.rejectDomainEvent({ domainId, eventId, reason: 'No' }),
}

const waitingFor = async (stakeholder: string, act = 'approveEvent'): Promise<string> => {
  const noted = [{ role: stakeholder, kind: 'acknowledger' }, { role: 'department head' }]
  await flowIs(campus.dean, ...(act === 'acknowledgeEvent' ? noted : [{ role: stakeholder }]))
  return pendingEvent(campus.c)
}

const ownSession = async ({ user: { globalUserId } }: Person) => {
  const { items } = await campus.w
    .table()
    .list(session, { keyParams: { globalUserId }, limit: 10, strong: true })
  return items[0] ?? expect.fail('no session')
}

/** What somebody has, and has shown, by the time they decide. */
const kinds = {
  nothing: { refusal: SecondFactorRequired, has: false, shown: false },
  'a factor that this session has not shown': { refusal: StrongProofRequired, has: true, shown: false },
  'a factor that this session showed hours ago': { refusal: undefined, has: true, shown: true },
  'no factor any more': { refusal: SecondFactorRequired, has: false, shown: true },
} as const

const stand = async (person: Person, { has, shown }: { has: boolean; shown: boolean }): Promise<void> => {
  const { w } = campus
  const { globalUserId } = person.user
  const at = new Date(w.clock.now().getTime() - 5 * hours * 1000).toISOString()
  await w.table().update(access, { globalUserId }, { set: { factors: has ? ['totp'] : [] } })
  const change = shown ? { set: { strong: { at, by: 'totp' as const } } } : { remove: ['strong' as const] }
  await w.table().update(session, await ownSession(person), change)
}

describe('a school that asks its staff for a second factor', () => {
  beforeAll(() => policyIs({ required: 'staff', roles: [role] }))

  it('asks at each decision that a role may make', () => {
    expect(Object.keys(acts).sort()).toEqual(Object.keys(decisionRows).sort())
  })

  const cells = Object.keys(acts).flatMap((act) => Object.keys(kinds).map((kind) => [act, kind] as const))
  // rules/mfa 22
  it.each(cells)('%s, by who has %s', async (act, kind) => {
    const eventId = await waitingFor(role, act)
    const holder = campus.holder(role)
    const { refusal, ...standing } = kinds[kind as keyof typeof kinds]
    await stand(holder, standing)
    const reply = await acts[act]?.(holder.device, eventId)
    if (refusal === undefined) expect(reply?.status, JSON.stringify(reply?.body)).toBe(200)
    else expect(reply).toMatchObject(refused(refusal))
    if (refusal) expect(reply?.body.details).toEqual({ methods: standing.has ? ['totp'] : [] })
  })

  it.each(Object.keys(acts))('%s is as before for a role that it does not name', async (act) => {
    const eventId = await waitingFor(other, act)
    expect((await acts[act]?.(campus.holder(other).device, eventId))?.status).toBe(200)
  })

  it('asks who decides in the place of the role', async () => {
    const eventId = await waitingFor(role)
    const holder = campus.holder(role)
    await stand(holder, { has: true, shown: true })
    expect(
      (await holder.device.delegateApproval({ event_id: eventId, userId: backup.user._id })).status,
    ).toBe(200)
    expect(await backup.device.approveEvent({ event_id: eventId })).toMatchObject(
      refused(SecondFactorRequired),
    )
    await stand(backup, { has: true, shown: true })
    expect((await backup.device.approveEvent({ event_id: eventId })).status).toBe(200)
    await stand(backup, { has: false, shown: false })
  })

  it('asks administrators who decide, by whichever operation', async () => {
    const { dean } = campus
    const eventId = await waitingFor(other)
    const before = await ownSession(dean)
    await stand(dean, { has: true, shown: false })
    const named = { orgId: campus.c.orgId, eventId, status: 'approved' }
    expect(await dean.device.approveEvent({ event_id: eventId })).toMatchObject(refused(StrongProofRequired))
    expect(await dean.device.setEventStatus(named)).toMatchObject(refused(StrongProofRequired))
    await campus.w.table().update(session, before, { set: { strong: before.strong } })
    expect((await dean.device.setEventStatus(named)).status).toBe(200)
  })

  it('tells nobody of it who has no right to decide', async () => {
    const eventId = await waitingFor(role)
    const { device } = await registered(campus.w, 'ben')
    expect((await device.approveEvent({ event_id: eventId })).body.code).not.toBe(SecondFactorRequired.code)
    expect((await device.getMfaStatus()).body.data.required).toBe(false)
    expect((await campus.holder(role).device.getMfaStatus()).body.data.required).toBe(true)
    expect((await campus.holder(other).device.getMfaStatus()).body.data.required).toBe(false)
  })

  it('is met by signing in anew with the factor that was set up', async () => {
    const { w } = campus
    const holder = await registered(w, 'late')
    await campus.dean.device.assignStakeholderRole({ id: role, userId: holder.user._id })
    const eventId = await waitingFor(role)
    expect(await holder.device.approveEvent({ event_id: eventId })).toMatchObject(
      refused(SecondFactorRequired),
    )
    const app = await withTotp(w, holder.device)
    const second = w.device()
    await second.login({ email: holder.email, password })
    expect((await second.verifyTotp({ code: app.code() })).status).toBe(200)
    w.clock.advance(14 * 60)
    await second.refreshToken()
    expect((await second.approveEvent({ event_id: eventId })).status).toBe(200)
  })
})

describe('a policy about the staff', () => {
  const device = () => campus.dean.device
  beforeEach(() => shownNow(campus.dean))
  const idsOf = (...people: Person[]) => people.map(({ user }) => user._id).sort()

  // rules/mfa 23
  it('is saved by who has looked at everybody whom it asks and who has no factor, as they are then', async () => {
    const { w, dean } = campus
    await stand(campus.holder(role), { has: false, shown: false })
    const wanted = { required: 'staff', roles: [other] }
    expect(await device().setSecondFactorPolicy(wanted)).toMatchObject(refused(SecondFactorUnseen))
    const { ids, seen } = await looked(device(), wanted)
    expect(ids.sort()).toEqual(idsOf(campus.holder(other), backup))
    const every = await looked(device(), { required: 'staff' })
    for (const id of idsOf(campus.holder(other), campus.holder(role), backup)) expect(every.ids).toContain(id)
    expect(await device().setSecondFactorPolicy({ required: 'staff', seen })).toMatchObject(
      refused(SecondFactorUnseen),
    )
    const news = await registered(w, 'new')
    await device().assignStakeholderRole({ id: other, userId: news.user._id })
    expect(await device().setSecondFactorPolicy({ ...wanted, seen })).toMatchObject(
      refused(SecondFactorUnseen),
    )
    await policyIs(wanted)
    const { body } = await device().getSecondFactorPolicy()
    expect(body.data).toMatchObject({ required: 'staff', roles: [other] })
    const same = await dean.device.setSecondFactorPolicy({ ...wanted, providerContext: null })
    expect(same.status).toBe(200)
  })

  it('asks people of roles in pages that show each of them', async () => {
    const { w } = campus
    const at = w.clock.now().toISOString()
    const kind = { stakeholderName: 'Many', stakeholderType: 'approver', domainId }
    expect((await device().createStakeholderRole({ ...kind, stakeholderId: 'many' })).status).toBe(201)
    const people = Array.from({ length: 130 }, (_, n) => `many-${String(n).padStart(3, '0')}`)
    const like = (await w.table().get(tenantUser, { id: backup.user._id }, { strong: true })) ?? expect.fail()
    for (const id of people) {
      await w.table().put(tenantUser, { ...like, id, globalUserId: id, usernameKey: id, username: id })
      const row = {
        stakeholderId: 'many',
        userId: id,
        name: id,
        username: id,
        assignedAt: at,
        assignedBy: 'x',
      }
      await w.table().put(stakeholderMember, { ...row, isActive: true })
    }
    await w.table().update(stakeholderRole, { stakeholderId: 'many' }, { set: { activeMembers: 130 } })
    const { ids, seen } = await looked(device(), { required: 'staff', roles: ['many'] })
    expect(ids.sort()).toEqual(people)
    const first = await device().previewSecondFactorPolicy({ required: 'staff', roles: ['many'] })
    expect(first.body.data.seen).not.toBe(seen)
    const cursor = 'nowhere'
    expect(await device().previewSecondFactorPolicy({ required: 'staff', cursor })).toMatchObject(
      refused(BadCursor),
    )
  })

  it('names roles that there are', async () => {
    const wanted = { required: 'staff', roles: ['nobody'] }
    expect(await device().previewSecondFactorPolicy(wanted)).toMatchObject(refused(RoleUnknown))
    const saved = await device().setSecondFactorPolicy({ ...wanted, seen: 'seen' })
    expect(saved).toMatchObject(refused(RoleUnknown))
  })
})
