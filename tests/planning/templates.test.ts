import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import {
  MissingFields,
  TemplateNotFound,
  TooManyTemplates,
} from '../../functions/planning/contract/failures.ts'
import { maxTemplates, templateCount } from '../../functions/planning/templates.ts'
import { refused } from '../support/agent.ts'
import { type PlannedCampus, plannedCampus } from './people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const pattern = {
  name: 'Club evening',
  type: 'meeting',
  location: 'Room 101',
  rsvpRequired: true,
  expectedAttendance: 20,
}
const at = () => ({ orgId: p.c.orgId })
const times = { startTime: '2026-04-08T18:00:00Z', endTime: '2026-04-08T20:00:00Z' }

const template = async (templateData: object = pattern): Promise<string> => {
  const { status, body } = await p.c.officer.device.createEventTemplate({
    ...at(),
    name: 'Evening',
    templateData,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data._id
}

describe('a template', () => {
  it('holds fields of an event by their own names', async () => {
    const { body } = await p.c.officer.device.createEventTemplate({
      ...at(),
      name: 'Evening',
      description: 'The usual',
      templateData: pattern,
    })
    expect(body).toMatchObject({
      message: 'Event template created successfully',
      data: {
        name: 'Evening',
        createdBy: p.c.officer.user._id,
        isActive: true,
        usageCount: 0,
        lastUsed: null,
        templateData: { name: 'Club evening', registrationRequired: true },
      },
    })
  })

  // rules/planning 35
  it('needs a name and holds nothing that the platform decides', async () => {
    const make = (sent: object) => p.c.officer.device.createEventTemplate({ ...at(), ...sent })
    expect(await make({ templateData: pattern })).toMatchObject(refused(MissingFields))
    expect(await make({ name: 'x' })).toMatchObject(refused(MissingFields))
    const approved = await make({ name: 'x', templateData: { ...pattern, status: 'approved' } })
    expect([approved.status, approved.body.field]).toEqual([400, 'templateData.status'])
    const tasks = await make({
      name: 'x',
      templateData: { ...pattern, taskBlueprint: [{ title: 'Chairs' }] },
    })
    expect([tasks.status, tasks.body.field]).toEqual([400, 'templateData.taskBlueprint'])
  })

  it('is listed newest first until it is deleted, and changed in parts', async () => {
    const [first, second] = [await template(), await template()]
    const changed = await p.c.owner.device.updateEventTemplate({
      ...at(),
      templateId: first,
      templateData: { location: 'Attic' },
    })
    expect(changed.body.data.templateData).toMatchObject({ location: 'Attic', type: 'meeting' })
    const ids = async (query = {}): Promise<string[]> => {
      const { body } = await p.c.owner.device.listEventTemplates({ ...at(), ...query })
      return body.data.map(({ _id }: { _id: string }) => _id)
    }
    expect((await ids()).slice(0, 2)).toEqual([second, first])
    const gone = await p.c.owner.device.deleteEventTemplate({ ...at(), templateId: first })
    expect([gone.status, gone.body.message]).toEqual([200, 'Event template deleted successfully'])
    expect(await ids()).not.toContain(first)
    expect(await ids({ includeInactive: true })).toContain(first)
    for (const again of [
      p.c.owner.device.deleteEventTemplate({ ...at(), templateId: first }),
      p.c.owner.device.createEventFromTemplate({ ...at(), templateId: first, ...times }),
      p.c.owner.device.updateEventTemplate({ ...at(), templateId: 'nothing', name: 'x' }),
    ])
      expect(await again).toMatchObject(refused(TemplateNotFound))
  })

  // rules/planning 35
  it('is one of at most a hundred', async () => {
    const { orgId } = p.c
    const stored = await p.w.table().get(templateCount, { orgId })
    await p.w.table().put(templateCount, { orgId, active: maxTemplates })
    const reply = await p.c.owner.device.createEventTemplate({ ...at(), name: 'x', templateData: pattern })
    expect(reply).toMatchObject(refused(TooManyTemplates))
    if (stored) await p.w.table().put(templateCount, stored)
  })
})

describe('an event from a template', () => {
  const make = async (templateId: string, customizations = {}) =>
    p.c.officer.device.createEventFromTemplate({ ...at(), templateId, ...times, customizations })

  // rules/planning 36
  it('is submitted like any other, and counted', async () => {
    const templateId = await template()
    const { status, body } = await make(templateId, { name: 'Special evening' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      message: 'Event created from template successfully',
      data: {
        name: 'Special evening',
        location: 'Room 101',
        status: 'not-applicable',
        hostingId: { _id: p.c.orgId },
        start_time: '2026-04-08T18:00:00.000Z',
      },
    })
    const { body: list } = await p.c.owner.device.listEventTemplates(at())
    expect(list.data.find(({ _id }: { _id: string }) => _id === templateId)).toMatchObject({
      usageCount: 1,
      lastUsed: '2026-03-02T12:00:00.000Z',
    })
  })

  // rules/planning 36
  it('waits for a decision when the pattern asks for one, and cannot say otherwise', async () => {
    const templateId = await template({ ...pattern, requiresApproval: true })
    const { body } = await make(templateId)
    expect(body.data.status).toBe('pending')
    const wrong = await make(templateId, { status: 'approved' })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'customizations.status'])
  })

  it('is a draft only on request, and needs its times', async () => {
    const templateId = await template()
    const { body } = await make(templateId, { asDraft: true })
    expect(await p.w.table().get(eventCard, { eventId: body.data._id })).toMatchObject({ status: 'draft' })
    const reply = await p.c.officer.device.createEventFromTemplate({ ...at(), templateId })
    expect(reply).toMatchObject(refused(MissingFields))
    const backwards = { startTime: times.endTime, endTime: times.startTime }
    const wrong = await p.c.officer.device.createEventFromTemplate({ ...at(), templateId, ...backwards })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'end_time'])
  })
})
