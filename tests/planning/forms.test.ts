import { beforeAll, describe, expect, it } from 'vitest'
import { EventFormMissing, FormOfOthers } from '../../functions/planning/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, roundTrips, usual } from './people.ts'

let p: PlannedCampus
let other: Club

beforeAll(async () => {
  p = await plannedCampus()
  other = await club(p.w, 'another')
})

const formOf = async ({ orgId, officer }: Club): Promise<string> => {
  const { body } = await officer.device.createEventForm({
    orgId,
    form: { title: 'Dinner', questions: [{ type: 'short', question: 'What do you eat?' }] },
  })
  return body.data._id
}

describe.each(['registrationFormId', 'feedbackFormId'])('the %s of an event', (field) => {
  it('is a form of its host', async () => {
    using _rounds = logicalRounds()
    const { c, w } = p
    const [own, second] = [await formOf(c), await formOf(c)]
    const event_id = await clubEvent(c, { [field]: own })
    const reply = await c.owner.device.updateEvent({ event_id, [field]: second })
    expect(reply.body.event).toMatchObject({ [field]: second })
    // Another form to register with is another term of the seats, which their counter says.
    expect(roundTrips(w) - 1).toBeLessThanOrEqual(field === 'registrationFormId' ? 4 : 3)
    expect((await c.owner.device.updateEvent({ event_id, [field]: null })).body.event[field]).toBeNull()
  })

  it('is there, wherever it is named', async () => {
    const { c } = p
    const at = { orgId: c.orgId }
    const asOrg = { ...usual, hostingType: 'Org', hostingId: c.orgId, [field]: 'nothing' }
    const draft = await clubEvent(c, { asDraft: true })
    const { body } = await c.owner.device.createEventTemplate({
      ...at,
      name: 'With a form',
      templateData: { type: 'Social', [field]: 'nothing' },
    })
    const times = { startTime: usual.start_time, endTime: usual.end_time }
    for (const reply of [
      await c.owner.device.createEventByForm(asOrg),
      await c.owner.device.createEventByForm({ ...asOrg, asDraft: true }),
      await c.owner.device.updateEvent({ event_id: draft, [field]: 'nothing' }),
      await c.owner.device.updateOrgEvent({ ...at, eventId: draft, [field]: 'nothing' }),
      await c.owner.device.createEventFromTemplate({ ...at, templateId: body.data._id, ...times }),
    ])
      expect(reply).toMatchObject(refused(EventFormMissing))
  })

  it('is nobody else’s', async () => {
    const { c } = p
    const [own, foreign] = [await formOf(c), await formOf(other)]
    const event_id = await clubEvent(c)
    expect(await c.owner.device.updateEvent({ event_id, [field]: foreign })).toMatchObject(
      refused(FormOfOthers),
    )
    const personal = { ...usual, [field]: own }
    expect(await c.member.device.createEventByForm(personal)).toMatchObject(refused(FormOfOthers))
    const mine = await made(c.member.device)
    expect(await c.member.device.updateEvent({ event_id: mine, [field]: own })).toMatchObject(
      refused(FormOfOthers),
    )
  })
})
