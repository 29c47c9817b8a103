import { beforeAll, describe, expect, it } from 'vitest'
import { DomainNotFound } from '../../../functions/stakeholders/contract.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, registered } from '../../support/people.ts'
import { founded, joined } from '../../support/societies.ts'

type Place = Awaited<ReturnType<typeof admins>>
let place: Place
let dean: Person
let ada: Person

beforeAll(async () => {
  place = await admins()
  dean = place.dean
  ada = await registered(place.w, 'ada', { username: 'ada' })
})

const save = (body: object) => dean.device.saveEventSystemConfig(body)

describe('the event system configuration', () => {
  it('has its defaults until something is set', async () => {
    const { body } = await dean.device.getEventSystemConfig()
    expect(body.data).toMatchObject({
      systemSettings: { defaultEventSettings: { rsvpEnabled: true, approvalRequired: false } },
      notificationSettings: { reminderIntervals: [24, 2] },
      systemRestrictions: { maxEventsPerUser: null, maxEventsPerOrg: null, blackoutDates: [] },
    })
  })

  // rules/stakeholders 1, rules/stakeholders 2
  it('keeps what a change does not name, and can be sent back whole', async () => {
    await save({ systemRestrictions: { maxEventsPerUser: 3 } })
    const { body } = await save({ systemRestrictions: { restrictedEventTypes: ['Fundraiser'] } })
    expect(body.data.systemRestrictions).toMatchObject({
      maxEventsPerUser: 3,
      restrictedEventTypes: ['Fundraiser'],
    })
    const again = await save(body.data)
    expect(again.body.data).toEqual({ ...body.data, version: body.data.version + 1 })
    const late = await save(body.data)
    expect([late.status, late.body.code]).toEqual([409, ConcurrentChange.code])
  })

  it.each([
    { notificationSettings: { batchNotificationLimit: 100, escalationTimeouts: 72 } },
    { eventTemplates: [], integrations: {}, analytics: {} },
  ])('takes the defaults of what nothing reads: %j', async (body) => {
    expect((await save(body)).status).toBe(200)
  })

  it.each([
    { notificationSettings: { batchNotificationLimit: 50 } },
    { notificationSettings: { escalationTimeouts: 24 } },
    { eventTemplates: [{ name: 'Party' }] },
    { integrations: { calendar: true } },
    { analytics: { days: 30 } },
    { systemRestrictions: { blackoutDates: [{ start: '2026-05-02', end: '2026-05-01' }] } },
    { notificationSettings: { reminderIntervals: [0] } },
    { surprise: true },
  ])('refuses %j', async (body) => {
    expect((await save(body)).status).toBe(400)
  })

  // rules/stakeholders 1
  it('loses no change when two are made at once', async () => {
    const [a, b] = await Promise.all([
      save({ pageSettings: { title: 'Events' } }),
      save({ systemRestrictions: { maxEventsPerOrg: 9 } }),
    ])
    expect([a?.status, b?.status]).toEqual([200, 200])
    const { body } = await dean.device.getEventSystemConfig()
    expect(body.data).toMatchObject({
      pageSettings: { title: 'Events' },
      systemRestrictions: { maxEventsPerOrg: 9 },
    })
  })

  it('shows its form and its page to everybody of the school', async () => {
    const steps = [{ id: 'kitchen', title: 'In the kitchen' }]
    const fields = [{ name: 'food', label: 'Is there food?', type: 'boolean', step: 'kitchen' }]
    expect((await dean.device.saveEventFormConfig({ fields, steps })).status).toBe(200)
    await save({ pageSettings: { title: 'Events', description: 'What goes on here' } })
    const { body: form } = await ada.device.getEventFormConfig()
    expect(form.data.fields.at(-1)).toMatchObject({ name: 'food', required: false, step: 'kitchen' })
    expect(form.data.steps).toMatchObject(steps)
    const page = { title: 'Events', description: 'What goes on here' }
    expect((await ada.device.getEventPageSettings()).body.data).toMatchObject(page)
    const twice = await dean.device.saveEventFormConfig({ fields: [...fields, ...fields] })
    expect(twice.status).toBe(400)
  })

  // rules/stakeholders 30
  it('keeps its form from requests that name an outdated version', async () => {
    const { version } = (await dean.device.getEventSystemConfig()).body.data
    const named = (name: string) =>
      dean.device.saveEventFormConfig({ fields: [{ name, label: name, type: 'boolean' }], version })
    const replies = await Promise.all([named('music'), named('smoke')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await named('late')
    expect([late.status, late.body.code]).toEqual([409, ConcurrentChange.code])
    const { fields } = (await dean.device.getEventFormConfig()).body.data
    expect(fields.map(({ name }: { name: string }) => name)).not.toContain('late')
    expect((await dean.device.saveEventFormConfig({ fields: [] })).status).toBe(200)
  })
})

describe('who may make events', () => {
  it('is told the organizations that they manage events in', async () => {
    const eva = await registered(place.w, 'eva', { username: 'eva' })
    const own = await founded(eva, { org_name: 'Own Club' })
    const chess = await founded(ada, { org_name: 'Chess' })
    const choir = await founded(ada, { org_name: 'Choir' })
    await joined(chess, eva, ['officer'])
    await joined(choir, eva)
    const { body } = await eva.device.getEventCreationEligibility()
    expect(body.data).toEqual({
      allowIndividualUserHosting: true,
      orgsWithEventPermission: [
        { _id: chess.orgId, org_name: 'Chess', org_profile_image: '/Logo.svg' },
        { _id: own.orgId, org_name: 'Own Club', org_profile_image: '/Logo.svg' },
      ],
    })
  })

  it('is told when only organizations may', async () => {
    await dean.device.saveEventFormConfig({ allowIndividualUserHosting: false })
    const { body } = await ada.device.getEventCreationEligibility()
    expect(body.data.allowIndividualUserHosting).toBe(false)
  })
})

describe('domains', () => {
  it('are made with defaults and changed part by part', async () => {
    const { status, body } = await dean.device.createDomain({
      name: 'Laboratories',
      type: 'facility',
      description: 'All with benches',
      domainSettings: { bookingRules: { maxDuration: 4 } },
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Laboratories',
      type: 'facility',
      description: 'All with benches',
    })
    expect(body.data.domainSettings.bookingRules).toMatchObject({ maxDuration: 4, minDuration: 0.5 })
    const domainId = body.data._id
    const { body: changed } = await dean.device.updateDomain({
      domainId,
      domainSettings: { approvalWorkflow: { autoApprove: true } },
      spaceGovernance: { governingScope: { kind: 'scoped', spaceIds: ['lab-1'] } },
    })
    expect(changed.data).toMatchObject({
      domainSettings: {
        bookingRules: { maxDuration: 4 },
        approvalWorkflow: { autoApprove: true, enabled: true },
      },
      spaceGovernance: { governingScope: { kind: 'scoped', spaceIds: ['lab-1'] } },
    })
    expect((await dean.device.getDomain({ domainId })).body).toEqual(
      expect.objectContaining({ data: changed.data }),
    )
    expect((await dean.device.listDomains()).body.data).toEqual([changed.data])
    expect((await dean.device.deleteDomain({ domainId })).status).toBe(200)
    expect((await dean.device.listDomains()).body.data).toEqual([])
  })

  it.each([
    { domainSettings: { operatingHours: { monday: { open: '18:00', close: '08:00' } } } },
    { spaceGovernance: { governingScope: { kind: 'scoped', buildingIds: ['north'] } } },
    { spaceGovernance: { governingScope: { kind: 'scoped', spaceGroupIds: ['labs'] } } },
    { spaceGovernance: { concernScope: { kind: 'scoped', buildingIds: ['north'] } } },
    { spaceGovernance: { concernScope: { kind: 'scoped', spaceGroupIds: ['labs'] } } },
    { type: 'planet' },
  ])('are refused with %j', async (more) => {
    const { status } = await dean.device.createDomain({ name: 'Wrong', type: 'facility', ...more })
    expect(status).toBe(400)
  })

  it.each(['getDomain', 'updateDomain', 'deleteDomain', 'listDomainRoles'] as const)(
    'that nobody made are not found by %s',
    async (operation) => {
      const { status, body } = await dean.device[operation]({ domainId: 'nowhere' })
      expect([status, body.code]).toEqual([404, DomainNotFound.code])
    },
  )
})
