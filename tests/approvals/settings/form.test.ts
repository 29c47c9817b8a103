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

describe('the form for events', () => {
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
    expect(drawn).toEqual([{ id: 'additional', title: 'More', order: 0, isActive: true }])
    const whole = (await dean.getEventSystemConfig()).body.data
    const { version: _, ...sent } = whole
    expect((await dean.saveEventSystemConfig(sent)).status).toBe(200)
    expect((await formOf()).fields).toEqual(fields)
    const { device } = await registered(w, 'host')
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
    expect((await device.createEventByForm(event)).body.message).toBe("The field 'food' is required")
    expect((await device.createEventByForm({ ...event, customFields: { food: 'Soup' } })).status).toBe(201)
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
