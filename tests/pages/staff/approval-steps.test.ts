import { beforeAll, describe, expect, it } from 'vitest'
import { admins } from '../../support/administrators.ts'
import type { Person } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, type Shown } from '../browser.ts'

let w: World
let dean: Person
let page: Browser

beforeAll(async () => {
  const found = await admins()
  w = found.w
  dean = found.dean
  await enrolSchool(w, w.home)
  page = browser(w, { jar: dean.device.jar })
})

const stored = async () => (await dean.device.getApprovalFlow()).body.data

const large = { field: 'expectedAttendance', operator: 'greaterThanOrEqual', value: 100 }
const party = { field: 'type', operator: 'in', value: ['Social', 'Fair'] }

describe('the events that an approval step applies to', () => {
  it('are those that request approval, unless the form says otherwise', async () => {
    await page.open('/admin?part=flow')
    const added = await page.send('/admin', { do: 'step-add', role: 'department head' })
    expect(added.text).toContain('Events that request approval')
    const { steps } = await stored()
    expect(steps).toMatchObject([{ always: false, conditionGroups: [{ conditions: [{ value: true }] }] }])
    await page.open('/admin?part=simulate')
    const asked = await page.send('/admin', { do: 'simulate-ask', requires: 'yes' })
    expect(asked.text).toMatch(/Department head .*The organizer requests approval is Yes/)
  })

  it('are entered as conditions, which decide in a test of an event', async () => {
    await page.open('/admin?part=flow')
    const added = await page.send('/admin', {
      do: 'step-add',
      role: 'safety officer',
      applies: 'conditions',
      joint: 'OR',
      field1: 'expectedAttendance',
      operator1: 'greaterThanOrEqual',
      value1: '100',
      field2: 'type',
      operator2: 'in',
      'value2-7': 'Social',
      value2: 'Fair',
    })
    expect(added.text).toContain('Expected people is at least 100 or Event type is one of Social, Fair')
    const { steps } = await stored()
    expect(steps[1].conditionGroups).toEqual([
      { conditions: [large, party], conditionLogicalOperators: ['OR'] },
    ])
    await page.open('/admin?part=simulate')
    const few = { do: 'simulate-ask', type: 'Lecture', people: '20', requires: 'yes' }
    expect((await page.send('/admin', few)).text).not.toContain('Safety officer')
    expect((await page.send('/admin', { ...few, people: '200' })).text).toContain('Safety officer')
  })

  it('can be edited, and what the form does not show stays', async () => {
    const { steps, version } = await stored()
    const [first, second] = steps
    const checked = [first, { ...second, checkItems: ['Exits'] }]
    await dean.device.saveApprovalFlow({ steps: checked, version })
    const form = await page.open(`/admin?part=flow&id=${second._id}`)
    expect(form.text).toContain('Edit the step of Safety officer')
    const shown = form.forms.find(({ fields }) => fields.do === 'step-edit')?.fields
    expect(shown).toMatchObject({ applies: 'conditions', joint: 'OR', value1: '100', value2: '' })
    expect(Object.values(shown ?? {})).toEqual(expect.arrayContaining(['Fair', 'Social']))
    await page.send('/admin', { do: 'step-edit', value1: '150', order: '1' })
    const { steps: after } = await stored()
    expect(after[1]).toMatchObject({ checkItems: ['Exits'], stage: 0, role: 'safety officer' })
    expect(after[1].conditionGroups[0].conditions[0].value).toBe(150)
  })

  it('are chosen in two steps: what to compare, then the comparisons and values that it has', async () => {
    await dean.device.createRoom({ name: 'Gym', capacity: 80 })
    await page.open('/admin?part=flow')
    const fields = { field1: 'classroom_id', field2: 'start_time', field3: 'registrationEnabled' }
    const shown = await page.send('/admin', {
      do: 'step-add',
      role: 'facilities manager',
      show: 'yes',
      ...fields,
    })
    const form = shown.forms.find((one) => one.fields.do === 'step-add')?.html ?? ''
    const comparisons = (row: number) =>
      [...(form.split(`id="operator${row}"`)[1]?.split('</select>')[0] ?? '').matchAll(/value="(\w+)"/g)].map(
        ([, name]) => name,
      )
    expect([1, 2, 3].map(comparisons)).toEqual([
      ['in', 'notIn'],
      ['equals', 'notEquals', 'before', 'after', 'between'],
      ['equals'],
    ])
    expect(form).toContain('<input type="checkbox" name="value1-0" value="Gym">')
    expect(form).toMatch(/name="value2" type="date"[\s\S]*<select id="value3"/)
    expect((await stored()).steps).toHaveLength(2)
    await page.send('/admin', {
      do: 'step-add',
      'value1-0': 'Gym',
      operator2: 'between',
      value2: '2031-06-01',
      until2: '2031-06-30',
      value3: 'no',
    })
    const { steps, version } = await stored()
    expect(steps[2].conditionGroups[0].conditions).toEqual([
      { field: 'classroom_id', operator: 'in', value: ['Gym'] },
      { field: 'start_time', operator: 'between', value: ['2031-06-01', '2031-06-30'] },
      { field: 'registrationEnabled', operator: 'equals', value: false },
    ])
    const again = await page.open(`/admin?part=flow&id=${steps[2]._id}`)
    expect(again.html).toContain('value="Gym" checked')
    // Values of another field than the one that they were shown for do not count.
    const changed = await page.send('/admin', { do: 'step-edit', field1: 'type' })
    expect(changed.html).toContain('id="value1-wrong"')
    await dean.device.saveApprovalFlow({ steps: steps.slice(0, 2), version })
  })

  it('stay as they are by the return key, and by the button for values while nothing is chosen', async () => {
    await page.open('/admin?part=flow')
    const form = page.page().forms.find(({ fields }) => fields.do === 'step-add')?.html ?? ''
    const [first = ''] = /<button[^>]*>/.exec(form) ?? []
    expect(first).toBe('<button class="vh" tabindex="-1" aria-hidden="true">')
    const choice = { do: 'step-add', applies: 'always', show: 'yes' }
    const appliesIn = ({ forms }: Shown) =>
      forms.find(({ fields }) => fields.do === 'step-add')?.fields.applies
    expect(appliesIn(await page.send('/admin', choice))).toBe('always')
    expect(appliesIn(await page.send('/admin', { ...choice, field1: 'type' }))).toBe('conditions')
  })

  it.each([
    ['shows its values', { show: 'yes' }],
    ['was refused', { order: '99' }],
  ])("are saved over no other administrator's change by a form that %s", async (_, first) => {
    const { steps } = await stored()
    await page.open(`/admin?part=flow&id=${steps[1]._id}`)
    const other = browser(w, { jar: dean.device.jar })
    await other.open(`/admin?part=flow&id=${steps[1]._id}`)
    await other.send('/admin', { do: 'step-edit', value1: '500' })
    await page.send('/admin', { do: 'step-edit', ...first })
    const late = await page.send('/admin', { do: 'step-edit', order: '2' })
    expect(late.status).toBe(409)
    expect((await stored()).steps[1].conditionGroups[0].conditions[0].value).toBe(500)
    // Who was told of the change can save the form.
    await page.send('/admin', { do: 'step-edit' })
    const { steps: after, version } = await stored()
    expect(after[1].conditionGroups[0].conditions[0].value).toBe(150)
    await dean.device.saveApprovalFlow({ steps, version })
  })

  it('are added once by a form that showed its values before the step was there', async () => {
    const { steps } = await stored()
    await page.open('/admin?part=flow')
    const step = { do: 'step-add', role: 'facilities manager', field1: 'expectedAttendance' }
    const first = await page.send('/admin', { ...step, show: 'yes' })
    const form = first.forms.find(({ fields }) => fields.do === 'step-add')?.fields
    const whole = { ...form, value1: '30' }
    await page.post('/admin', whole)
    // The form as it comes back after a wrong order, from a tab that was opened before the step was added.
    await page.post('/admin', { ...whole, order: '99' })
    expect((await page.send('/admin', { do: 'step-add', order: '' })).status).toBe(200)
    const { steps: after, version } = await stored()
    expect(after).toHaveLength(steps.length + 1)
    await dean.device.saveApprovalFlow({ steps, version })
  })

  it('keep a value and a comparison that the form does not offer', async () => {
    const { steps, version } = await stored()
    const odd = [
      { field: 'classroom_id', operator: 'contains', value: 'Annex' },
      { field: 'type', operator: 'notEquals', value: 'Regatta' },
    ]
    const group = { conditions: odd, conditionLogicalOperators: ['AND'] }
    await dean.device.saveApprovalFlow({
      steps: [steps[0], { ...steps[1], conditionGroups: [group] }],
      version,
    })
    const { steps: before } = await stored()
    const form = await page.open(`/admin?part=flow&id=${before[1]._id}`)
    expect(form.text).toContain('Room contains Annex and Event type is not Regatta')
    await page.send('/admin', { do: 'step-edit', kind: 'acknowledger' })
    const { steps: after, version: last } = await stored()
    expect(after[1]).toMatchObject({ kind: 'acknowledger', conditionGroups: [{ conditions: odd }] })
    await dean.device.saveApprovalFlow({ steps, version: last })
  })

  it.each([
    ['conditions', 'a room with a comma', 'classroom_id', 'in', ['Hall A, West']],
    ['conditions', 'one text with a comma', 'location', 'contains', 'West, upper floor'],
    ['kept', 'a text with a comma among several', 'location', 'in', ['Hall A, West', 'Gym']],
    ['kept', 'a line break', 'location', 'contains', 'West\nwing'],
  ])('are shown as %s for %s', async (applies, _, name, operator, value) => {
    await dean.device.createRoom({ name: 'Hall A, West', capacity: 80 })
    const { steps, version } = await stored()
    const group = { conditions: [{ field: name, operator, value }], conditionLogicalOperators: [] }
    await dean.device.saveApprovalFlow({ steps: [{ ...steps[0], conditionGroups: [group] }], version })
    const form = await page.open(`/admin?part=flow&id=${(await stored()).steps[0]._id}`)
    expect(form.forms.find(({ fields }) => fields.do === 'step-edit')?.fields.applies).toBe(applies)
    await page.send('/admin', { do: 'step-edit', kind: 'acknowledger' })
    const { steps: after, version: last } = await stored()
    expect(after[0]).toMatchObject({ kind: 'acknowledger', conditionGroups: [group] })
    await dean.device.saveApprovalFlow({ steps, version: last })
  })

  it.each([
    ['field1', {}, 'Choose what to compare'],
    ['value1', { field1: 'expectedAttendance', operator1: 'equals', value1: 'many' }, 'Enter a whole number'],
    ['value1', { field1: 'start_time', operator1: 'before', value1: 'June' }, 'Enter a date as 2026-12-31'],
    [
      'value1',
      { field1: 'start_time', operator1: 'equals', value1: '2031-13-01' },
      'Enter a date as 2026-12-31',
    ],
    ['until1', { field1: 'start_time', operator1: 'between', value1: '2031-01-01' }, 'Enter a date'],
    [
      'until1',
      { field1: 'start_time', operator1: 'between', value1: '2031-01-02', until1: '2031-01-01' },
      'The last date is before the first.',
    ],
    [
      'value1',
      { field1: 'type', operator1: 'equals', 'value1-0': 'Fair', 'value1-1': 'Social' },
      'one value',
    ],
    ['value1', { field1: 'registrationEnabled', operator1: 'equals', value1: 'maybe' }, 'Choose yes or no'],
    ['operator1', { field1: 'registrationEnabled', operator1: 'before', value1: 'yes' }, 'Choose another'],
  ])('are refused at %s when they make no sense: %j', async (at, entered, words) => {
    await page.open('/admin?part=flow')
    const form = { do: 'step-add', role: 'facilities manager', applies: 'conditions' }
    const refused = await page.send('/admin', { ...form, ...entered })
    expect([refused.status, refused.html.includes(`id="${at}-wrong"`)]).toEqual([400, true])
    expect(refused.text).toContain(words)
  })

  it('are not dropped when the form says that they do not count', async () => {
    await page.open('/admin?part=flow')
    const entered = { field1: 'expectedAttendance', operator1: 'equals', value1: '9' }
    const refused = await page.send('/admin', { do: 'step-add', role: 'facilities manager', ...entered })
    expect([refused.status, refused.html.includes('id="applies-wrong"')]).toEqual([400, true])
  })

  it('are saved for no step that somebody removed meanwhile', async () => {
    const { version } = await stored()
    const edit = { do: 'step-edit', id: 'gone', applies: 'always', order: '1' }
    expect((await page.post('/admin', { ...edit, version: String(version - 1) })).status).toBe(409)
  })

  it('stay when they are too many for the form, and a step without any says so', async () => {
    const { steps, version } = await stored()
    const group = { conditions: [large], conditionLogicalOperators: [] }
    const two = { ...steps[0], conditionGroups: [group, group], groupLogicalOperators: ['AND'] }
    await dean.device.saveApprovalFlow({ steps: [two, { ...steps[1], conditionGroups: [] }], version })
    const list = await page.open('/admin?part=flow')
    expect(list.text).toContain('Expected people is at least 100 and Expected people is at least 100')
    expect(list.text).toContain('Approves or rejects events No event')
    await page.open(`/admin?part=flow&id=${two._id}`)
    await page.send('/admin', { do: 'step-edit', kind: 'notifiee' })
    const { steps: after } = await stored()
    expect(after[0]).toMatchObject({ kind: 'notifiee', conditionGroups: [group, group] })
    // A step without any does not begin to apply by an edit of something else.
    await page.open(`/admin?part=flow&id=${after[1]._id}`)
    await page.send('/admin', { do: 'step-edit', order: '2' })
    expect((await stored()).steps[1]).toMatchObject({ always: false, conditionGroups: [] })
  })
})
