import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import type { Agent } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let w: World
let dean: Agent

beforeAll(async () => {
  const made = await admins()
  w = made.w
  dean = made.dean.device
})

type Field = Record<string, unknown> & { readonly name: string }
const formOf = async (): Promise<{ fields: Field[]; steps: object[] }> =>
  (await w.device().getEventFormConfig()).body.data

/** As an existing client sends a field of the school's own. */
const food = {
  name: 'food',
  label: 'What is there to eat?',
  type: 'select',
  step: 'additional',
  isRequired: true,
  validation: { required: true, options: ['Soup', 'Bread'], pattern: '' },
  inputType: 'select',
  order: 9,
  isActive: true,
  isStandard: false,
  placeholder: '',
  helpText: '',
  allowMarkdown: false,
  _id: 'field-1',
}

/** As an existing editor adds it to every form: an event keeps it by itself. */
const added = (name: string, type: string, isRequired: boolean) => ({
  name,
  type,
  label: name,
  description: 'What an event has',
  inputType: 'text',
  isActive: true,
  isLocked: isRequired,
  isRequired,
  order: 0,
  step: 'date-time',
  validation: { required: isRequired },
  conditional: { dependsOn: 'rsvpEnabled', showWhen: true },
})

const configured = async () => (await dean.getEventSystemConfig()).body.data
const event = {
  name: 'Supper',
  type: 'Social',
  start_time: '2026-03-09T18:00:00.000Z',
  end_time: '2026-03-09T20:00:00.000Z',
  location: 'Hall',
  visibility: 'public',
  expectedAttendance: 4,
  description: 'We eat',
}

describe('the form for events', () => {
  // rules/stakeholders 7
  it('is edited with what every event is asked, in the steps of clients, and sent back changes nothing', async () => {
    const before = await formOf()
    const { version: _, ...whole } = await configured()
    expect(whole.formConfig.fields).toEqual(before.fields)
    expect(whole.formConfig.steps.map(({ id }: { id: string }) => id)).toEqual([
      'basic-info',
      'location',
      'date-time',
      'additional',
    ])
    expect(whole.formConfig.steps[3].fields).toEqual(['contact'])
    expect((await dean.saveEventSystemConfig(whole)).status).toBe(200)
    expect((await configured()).formConfig).toEqual(whole.formConfig)
    expect(await formOf()).toEqual(before)
    expect(before.steps).toEqual([])
  })

  // rules/stakeholders 29
  it('asks for nothing that an event keeps by itself', async () => {
    const before = await formOf()
    const { formConfig } = await configured()
    const fields = [
      ...formConfig.fields,
      added('start_time', 'date', true),
      added('hostingId', 'string', true),
      added('image', 'image', false),
      added('location', 'location', true),
      added('rsvpDeadline', 'date', false),
    ]
    const saved = await dean.saveEventSystemConfig({ formConfig: { ...formConfig, fields } })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await formOf()).toEqual(before)
    const { device } = await registered(w, 'cook')
    expect((await device.createEventByForm(event)).status).toBe(201)
  })

  // rules/stakeholders 7
  it('is drawn whole by everybody: what every event is asked, before the fields of the school', async () => {
    const { fields } = await formOf()
    expect(fields.map(({ name }) => name)).toEqual([
      'name',
      'description',
      'type',
      'event_tags',
      'visibility',
      'expectedAttendance',
      'contact',
    ])
    expect(fields[0]).toMatchObject({ isStandard: true, isActive: true, isRequired: true, order: 0 })
    expect(fields[0]).toMatchObject({ label: 'Event name', placeholder: 'Event name' })
  })

  // rules/stakeholders 7
  it('takes fields and steps in the words of clients, and asks for them', async () => {
    const before = await formOf()
    const steps = [{ id: 'additional', title: 'More', order: 0, isActive: true, description: '' }]
    const saved = await dean.saveEventFormConfig({ fields: [...before.fields, food], steps })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const { fields, steps: drawn } = await formOf()
    expect(fields.slice(0, -1)).toEqual(before.fields)
    expect(fields.at(-1)).toMatchObject({
      name: 'food',
      type: 'string',
      required: true,
      options: ['Soup', 'Bread'],
      validation: { required: true, options: ['Soup', 'Bread'] },
      isStandard: false,
    })
    expect(drawn).toEqual([
      { id: 'additional', title: 'More', order: 0, isActive: true, fields: ['contact', 'food'] },
    ])
    const whole = (await dean.getEventSystemConfig()).body.data
    const { version: _, ...sent } = whole
    expect((await dean.saveEventSystemConfig(sent)).status).toBe(200)
    expect((await formOf()).fields).toEqual(fields)
    const { device } = await registered(w, 'host')
    expect((await device.createEventByForm(event)).body.message).toBe("The field 'food' is required")
    expect((await device.createEventByForm({ ...event, customFields: { food: 'Soup' } })).status).toBe(201)
  })

  // rules/stakeholders 7
  it('puts a field of the school into the step that lists it', async () => {
    const steps = [
      { id: 'kitchen', title: 'Kitchen', description: '', order: 0, isActive: true, fields: ['food'] },
      { id: 'hall', title: 'Hall', order: 1, isActive: true, fields: ['chairs'] },
    ]
    const chairs = { name: 'chairs', label: 'Chairs', type: 'number', step: 'hall', description: '' }
    const saved = await dean.saveEventFormConfig({ fields: [food, chairs], steps })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const { fields, steps: drawn } = await formOf()
    expect(fields.slice(-2)).toMatchObject([
      { name: 'food', step: 'kitchen' },
      { name: 'chairs', step: 'hall' },
    ])
    expect(drawn).toMatchObject([
      { id: 'kitchen', fields: ['food'] },
      { id: 'hall', fields: ['chairs'] },
    ])
    await dean.saveEventFormConfig({ fields: [], steps: [] })
  })

  it('keeps what every event is asked as it is', async () => {
    const { fields } = await formOf()
    const [name, ...rest] = fields
    const other = [{ ...name, isRequired: false, required: false }, ...rest]
    expect((await dean.saveEventFormConfig({ fields: other })).status).toBe(400)
    const types = fields.map((one) => (one.name === 'type' ? { ...one, options: ['Party'] } : one))
    expect((await dean.saveEventFormConfig({ fields: types })).status).toBe(400)
    expect((await formOf()).fields).toEqual(fields)
  })
})
