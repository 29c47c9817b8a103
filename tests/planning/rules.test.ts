import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { hostTally } from '../../functions/lifecycle/index.ts'
import {
  ApprovalRoutingUnavailable,
  BookingRuleBroken,
  CustomFieldInvalid,
  EventInBlackout,
  EventLimitReached,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  IndividualHostingOff,
} from '../../functions/planning/contract/failures.ts'
import { emptyRole } from '../../functions/stakeholders/index.ts'
import { stakeholderRole } from '../../functions/stakeholders/repository.ts'
import { refused } from '../support/agent.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const none = {
  maxEventsPerUser: null,
  maxEventsPerOrg: null,
  minBookingAdvance: null,
  advanceBookingLimit: null,
  blackoutDates: [],
  restrictedEventTypes: [],
}
const restrict = async (systemRestrictions: object, formConfig?: object) => {
  const sent = {
    systemRestrictions: { ...none, ...systemRestrictions },
    ...(formConfig ? { formConfig } : {}),
  }
  const { status, body } = await p.dean.device.saveEventSystemConfig(sent)
  expect(status, JSON.stringify(body)).toBe(200)
}
const plain = { fields: [], allowIndividualUserHosting: true }
const make = (more = {}) => p.c.owner.device.createEventByForm({ ...usual, ...more })

describe('the rules of a school', () => {
  it.each([
    [{ restrictedEventTypes: ['competition'] }, plain, EventTypeNotAllowed],
    [{ blackoutDates: [{ start: '2026-04-01', end: '2026-04-02' }] }, plain, EventInBlackout],
    [{ minBookingAdvance: 24 * 40 }, plain, EventTooEarly],
    [{ advanceBookingLimit: 7 }, plain, EventTooFarAhead],
    [{}, { ...plain, allowIndividualUserHosting: false }, IndividualHostingOff],
  ])('refuse an event: %j', async (restrictions, form, failure) => {
    const draft = await make({ asDraft: true })
    await restrict(restrictions, form)
    const replies = [await make(), await p.c.owner.device.publishEvent({ eventId: draft.body.eventId })]
    for (const { status, body } of replies) {
      expect([status, body.code]).toEqual([failure.status, failure.code])
      expect(body.message).toContain(failure.message)
    }
    expect((await make({ asDraft: true })).status).toBe(201)
    await restrict({}, plain)
    expect((await p.c.owner.device.publishEvent({ eventId: draft.body.eventId })).status).toBe(200)
  })

  // rules/stakeholders 5
  it('say why a period is closed', async () => {
    const days = { start: '2026-04-01', end: '2026-04-02' }
    for (const reason of ['Exams', '']) {
      await restrict({ blackoutDates: [{ ...days, reason }] }, plain)
      const { body } = await make()
      expect([body.code, body.details]).toEqual([EventInBlackout.code, reason ? { reason } : undefined])
    }
    await restrict({}, plain)
  })

  // rules/stakeholders 7
  it('ask for fields of their own', async () => {
    const fields = [{ name: 'theme', label: 'Theme', type: 'string', required: true }]
    await restrict({}, { ...plain, fields })
    const { status, body } = await make({ customFields: { other: 1 } })
    expect([status, body.code]).toEqual([400, CustomFieldInvalid.code])
    expect((await make({ customFields: { theme: 'spring' } })).status).toBe(201)
    await restrict({}, plain)
  })

  it('count a material edit too, and no other', async () => {
    const eventId = await clubEvent(p.c)
    await restrict({ minBookingAdvance: 24 * 40 })
    const edit = (more: object) => p.c.owner.device.updateEvent({ event_id: eventId, ...more })
    expect((await edit({ description: 'Better' })).status).toBe(200)
    expect(await edit({ location: 'Elsewhere' })).toMatchObject(refused(EventTooEarly))
    await restrict({})
  })

  // rules/stakeholders 9
  it('of a place count for its rooms', async () => {
    const { status, body } = await p.dean.device.createDomain({
      name: 'Halls',
      type: 'facility',
      domainSettings: { maxCapacity: 10, approvalWorkflow: { enabled: false } },
      spaceGovernance: { governingScope: { kind: 'scoped', spaceIds: ['hall-1'] } },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const crowded = await make({ classroom_id: 'hall-1' })
    expect([crowded.status, crowded.body.code]).toEqual([400, BookingRuleBroken.code])
    await p.dean.device.deleteDomain({ domainId: body.data._id })
  })
})

describe('a limit of events', () => {
  // rules/stakeholders 8
  it('lets no more than so many be open at once, however they are submitted', async () => {
    const { c, w } = p
    const { body } = await c.owner.device.createOrganization({
      org_name: 'Few',
      org_description: 'Few events',
    })
    const hostingId: string = body.org._id
    const of = { hostingType: 'Org', hostingId }
    await restrict({ maxEventsPerOrg: 3 })
    const drafts = await Promise.all(Array.from({ length: 8 }, () => make({ ...of, asDraft: true })))
    const replies = await Promise.all(
      drafts.map((draft) => c.owner.device.publishEvent({ eventId: draft.body.eventId })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(reply).toMatchObject(refused(EventLimitReached))
    expect((await w.table().get(hostTally, of))?.open).toBe(3)
    expect(await make(of)).toMatchObject(refused(EventLimitReached))
    const won = drafts.filter((_, at) => replies[at]?.status === 200)[0]?.body.eventId
    await c.owner.device.cancelEvent({ event_id: won })
    expect((await make(of)).status).toBe(201)
    await restrict({})
  })
})

describe('routing that cannot be evaluated', () => {
  // rules/stakeholders 26
  it('saves nothing', async () => {
    const { w, c } = p
    const role = emptyRole('event coordinator', 'approver')
    await w.table().put(stakeholderRole, { ...role, isActive: false, version: 1 })
    const before = (await w.table().get(hostTally, { hostingType: 'User', hostingId: c.owner.user._id }))
      ?.open
    expect(await make({ requiresApproval: true })).toMatchObject(refused(ApprovalRoutingUnavailable))
    const draft = await make({ requiresApproval: true, asDraft: true })
    const { eventId } = draft.body
    expect(await c.owner.device.publishEvent({ eventId })).toMatchObject(refused(ApprovalRoutingUnavailable))
    expect(await w.table().get(eventCard, { eventId })).toMatchObject({ status: 'draft', version: 1 })
    const after = (await w.table().get(hostTally, { hostingType: 'User', hostingId: c.owner.user._id }))?.open
    expect(after).toBe(before)
    expect(await c.owner.device.previewApprovals({ type: 'x', requiresApproval: true })).toMatchObject(
      refused(ApprovalRoutingUnavailable),
    )
  })
})
