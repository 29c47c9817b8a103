import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../../functions/events/index.ts'
import { readInstance } from '../../../functions/stakeholders/index.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const rounds = Array.from({ length: 8 }, (_, at) => at)

describe('an edit beside an approval', () => {
  // rules/planning 18
  it.each(rounds)('never leaves approved what the approver did not decide on (%i)', async () => {
    const { w, c, dean } = p
    const eventId = await clubEvent(c, { requiresApproval: true })
    const edit = () => c.owner.device.updateEvent({ event_id: eventId, location: 'Elsewhere' })
    const approve = () => dean.device.approveEvent({ event_id: eventId })
    const replies = await Promise.all([approve(), edit(), approve()])
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const card = await w.table().get(eventCard, { eventId }, { strong: true })
    if (!card) throw new Error('the event is gone')
    const instance = await readInstance(w.table(), card)
    expect(instance?.status).toBe(card.status)
    expect(card.submission).toBe(card.location === usual.location ? 1 : 2)
  })

  // rules/planning 14, rules/planning 16, rules/planning 19
  it('sends an approved event back, and takes it only with a new decision', async () => {
    const { w, c, dean } = p
    const eventId = await clubEvent(c, { requiresApproval: true, maxAttendees: 10 })
    expect((await dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    expect((await c.member.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    const small = await c.owner.device.updateEvent({ event_id: eventId, maxAttendees: 11 })
    expect(small.body.event.status).toBe('approved')
    const large = await c.owner.device.updateEvent({ event_id: eventId, maxAttendees: 20 })
    expect(large.body.event).toMatchObject({ status: 'pending', submission: 2 })
    expect((await c.outsider.device.registerForEvent({ event_id: eventId })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    expect((await c.outsider.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    const below = await c.owner.device.updateEvent({ event_id: eventId, maxAttendees: 1 })
    expect([below.status, below.body.message]).toEqual([409, 'Capacity is below current registrations'])
    expect((await w.table().get(eventCard, { eventId }))?.maxAttendees).toBe(20)
  })

  // rules/planning 14, rules/planning 17
  it('sends back what grew by little steps, and refuses no other edit for it', async () => {
    const { c, dean } = p
    const eventId = await clubEvent(c, { requiresApproval: true, expectedAttendance: 100 })
    expect((await dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    const grow = async (expectedAttendance: number) =>
      (await c.owner.device.updateEvent({ event_id: eventId, expectedAttendance })).body.event.status
    expect([await grow(119), await grow(60), await grow(118), await grow(130)]).toEqual([
      'approved',
      'approved',
      'approved',
      'pending',
    ])
    expect((await dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    expect([await grow(150), await grow(157)]).toEqual(['approved', 'pending'])
  })

  // rules/planning 16
  it('asks whom a changed fact concerns, though nothing material changed', async () => {
    const { c, dean } = p
    const flow = await dean.device.saveApprovalFlow({
      steps: [
        {
          role: 'safety officer',
          conditionGroups: [
            {
              conditions: [{ field: 'tags', operator: 'contains', value: 'fire' }],
              conditionLogicalOperators: [],
            },
          ],
          groupLogicalOperators: [],
        },
      ],
    })
    expect(flow.status, JSON.stringify(flow.body)).toBe(200)
    const eventId = await clubEvent(c)
    const plain = await c.owner.device.updateEvent({ event_id: eventId, tags: ['music'] })
    expect(plain.body.event.status).toBe('not-applicable')
    const fire = await c.owner.device.updateEvent({ event_id: eventId, tags: ['music', 'fire'] })
    expect(fire.body.event.status).toBe('pending')
    expect((await dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    const words = await c.owner.device.updateEvent({ event_id: eventId, description: 'Bring a coat' })
    expect(words.body.event.status).toBe('approved')
  })
})

describe('a preview of an edit', () => {
  // rules/planning 17, rules/planning 52
  it('returns what the edit then makes of the event, and changes nothing', async () => {
    const { w, c, dean, events } = p
    const eventId = await clubEvent(c, { requiresApproval: true, expectedAttendance: 100 })
    expect((await dean.device.approveEvent({ event_id: eventId })).status).toBe(200)
    await events.drain()
    const cardNow = () => w.table().get(eventCard, { eventId }, { strong: true })
    const both = async (fields: Record<string, unknown>) => {
      const before = await cardNow()
      const preview = await c.owner.device.updateEvent({ event_id: eventId, ...fields, preview: true })
      expect(await cardNow()).toEqual(before)
      const edited = await c.owner.device.updateEvent({ event_id: eventId, ...fields })
      expect(preview.body).toEqual(edited.body)
      return edited.body.event.status
    }
    expect(await both({ description: 'Seven rounds' })).toBe('approved')
    expect(await both({ expectedAttendance: 119 })).toBe('approved')
    expect(await both({ expectedAttendance: 121 })).toBe('pending')
  })

  // rules/planning 52
  it('is refused as the edit is, also on the path of an organization', async () => {
    const { c } = p
    const eventId = await clubEvent(c, { maxAttendees: 10 })
    const { updatedAt } = (await c.owner.device.getEvent({ event_id: eventId })).body.event
    const of = { orgId: c.orgId, eventId }
    const moved = await c.owner.device.updateOrgEvent({ ...of, location: 'Court', preview: true })
    expect(moved.body.data.event.location).toBe('Court')
    expect((await c.owner.device.getEvent({ event_id: eventId })).body.event).toMatchObject({
      location: usual.location,
      updatedAt,
    })
    for (const one of [c.member, c.outsider])
      expect((await one.device.updateEvent({ event_id: eventId, name: 'x', preview: true })).status).toBe(403)
    await c.owner.device.updateEvent({ event_id: eventId, name: 'Winter Open' })
    const late = { event_id: eventId, name: 'x', unchangedSince: updatedAt, preview: true }
    expect((await c.owner.device.updateEvent(late)).body.code).toBe('EVENT_OVERTAKEN')
  })
})

describe('an edit that names the state it is based on', () => {
  // rules/planning 51
  it('changes no other state of the event', async () => {
    const { c } = p
    const eventId = await clubEvent(c, {})
    const { updatedAt } = (await c.owner.device.getEvent({ event_id: eventId })).body.event
    const edit = (location: string, unchangedSince?: string) =>
      c.owner.device.updateEvent({
        event_id: eventId,
        location,
        ...(unchangedSince === undefined ? {} : { unchangedSince }),
      })
    const first = await edit('Small hall', updatedAt)
    expect(first.status).toBe(200)
    const late = await edit('Large hall', updatedAt)
    expect([late.status, late.body.code]).toEqual([409, 'EVENT_OVERTAKEN'])
    expect((await edit('Large hall', first.body.event.updatedAt)).body.event.location).toBe('Large hall')
    expect((await edit('Court')).body.event.location).toBe('Court')
  })

  // rules/planning 51
  it('is confirmed once of several at the same moment, and is not refused for a registration', async () => {
    const { c } = p
    const eventId = await clubEvent(c, {})
    const { updatedAt } = (await c.owner.device.getEvent({ event_id: eventId })).body.event
    expect((await c.member.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    const edit = (location: string) =>
      c.owner.device.updateOrgEvent({ orgId: c.orgId, eventId, location, unchangedSince: updatedAt })
    const all = await Promise.all(['Hall', 'Court', 'Attic'].map(edit))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(all.find(({ status }) => status === 409)?.body.code).toBe('EVENT_OVERTAKEN')
  })
})
