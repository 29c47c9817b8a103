import { beforeAll, describe, expect, it } from 'vitest'
import { bodyFields, cardFields, textFields } from '../../functions/events/contract.ts'
import { EventFields } from '../../functions/planning/contract/request-bodies.ts'
import { routes } from '../../functions/routes.ts'
import { openapi, schemaNames } from '../../infra/derive/openapi/openapi.ts'
import { namesOf } from '../../lib/contract/field-table.ts'
import { exported, linesIn } from '../exports/school-files.ts'
import { type Browser, signedIn } from '../pages/browser.ts'
import { password } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from './people.ts'

type Schemas = Record<string, { properties: Record<string, { description?: string }> }>
type Document = { components: { schemas: Schemas } }
const { schemas } = (openapi(routes, await schemaNames(routes)) as Document).components

let p: PlannedCampus
let officer: Browser

beforeAll(async () => {
  p = await plannedCampus()
  await enrolSchool(p.w, p.w.home)
  officer = await signedIn(p.w, p.c.owner.email, password)
})

type Name = keyof typeof textFields

const sampleOf = (name: Name, word: string): string =>
  textFields[name].control === 'link' ? `https://${word}.example.edu/${name}` : `${word} ${name}`

const plannersView = async (eventId: string): Promise<Record<string, unknown>> => {
  const { body } = await p.c.owner.device.getOrgEvent({ orgId: p.c.orgId, eventId })
  return body.data.event
}

const readersView = async (event_id: string): Promise<Record<string, unknown>> =>
  (await p.c.member.device.getEvent({ event_id })).body.event

describe.each(namesOf(textFields))('the text %s of an event', (name) => {
  const [first, second] = [sampleOf(name, 'first'), sampleOf(name, 'second')]

  it('is set, edited and cleared, and planners and readers see it', async () => {
    const eventId = await clubEvent(p.c, { [name]: first })
    const views = async () => [(await plannersView(eventId))[name], (await readersView(eventId))[name]]
    const change = async (value: string | null) =>
      (await p.c.owner.device.updateEvent({ event_id: eventId, [name]: value })).body.event[name]
    expect(await views()).toEqual([first, first])
    for (const empty of [null, '']) {
      expect(await change(second)).toBe(second)
      expect(await views()).toEqual([second, second])
      expect(await change(empty)).toBeUndefined()
      expect(await views()).toEqual([undefined, undefined])
    }
  })

  it('is copied from a template', async () => {
    const { orgId, owner } = p.c
    const { body } = await owner.device.createEventTemplate({
      orgId,
      name: `With ${name}`,
      templateData: { type: 'Social', [name]: first },
    })
    const times = { startTime: usual.start_time, endTime: usual.end_time }
    const made = await owner.device.createEventFromTemplate({ orgId, templateId: body.data._id, ...times })
    expect(made.body.data[name]).toBe(first)
  })

  it('is on the event page, and the plan form edits and clears it', async () => {
    const eventId = await clubEvent(p.c, { [name]: first })
    const page = async () => (await officer.open(`/event/${eventId}`)).html
    const save = async (value: string) => {
      const form = await officer.open(`/create-event?event=${eventId}`)
      expect(form.html).toContain(`name="${name}"`)
      await officer.send('/create-event/form', { do: 'save', [name]: value })
    }
    expect(await page()).toContain(first)
    await save(second)
    const shown = await page()
    expect(shown).toContain(second)
    expect(shown).toContain(name === 'description' ? 'About' : textFields[name].label)
    await save('')
    expect(await page()).not.toContain(second)
  })

  it("is in the school's export", async () => {
    const eventId = await clubEvent(p.c, { [name]: first })
    const lines = linesIn(await exported(p.w, p.dean))
    const body = lines.find(({ entity, fields }) => entity === 'EventBody' && fields?.eventId === eventId)
    expect(body?.fields).toMatchObject({ [name]: first })
  })

  it('is a field that approval rules may test', async () => {
    const { body } = await p.dean.device.getApprovalFlow()
    expect(body.data.fieldDefinitions).toContainEqual(
      expect.objectContaining({ name, type: 'string', label: textFields[name].label }),
    )
  })

  it('is described in the API reference', () => {
    for (const schema of ['NewEvent', 'EventChange', 'PlannedEvent', 'EventPageView', 'DraftFacts'])
      expect([schema, schemas[schema]?.properties[name]?.description]).toEqual([
        schema,
        textFields[name].about,
      ])
  })
})

describe('a field of a request to plan an event', () => {
  type Stored = keyof typeof cardFields | keyof typeof bodyFields
  type Special =
    | 'start_time'
    | 'end_time'
    | 'timezone'
    | 'date'
    | 'time'
    | 'duration'
    | 'checkInEnabled'
    | 'checkInSettings'

  // The compiler names a field that planners may send and nothing stores.
  const unstored: Record<Exclude<keyof EventFields, Stored | Special>, never> = {}

  it('is in a table of stored fields, or is a time or a setting of the check-in desk', () => {
    const known = [...namesOf(cardFields), ...namesOf(bodyFields)] as string[]
    const others = namesOf(EventFields.shape).filter((name) => !known.includes(name))
    expect([others.sort(), unstored]).toEqual([
      ['checkInEnabled', 'checkInSettings', 'date', 'duration', 'end_time', 'start_time', 'time', 'timezone'],
      {},
    ])
  })
})
