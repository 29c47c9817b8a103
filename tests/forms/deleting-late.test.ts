import { expect, it } from 'vitest'
import { occurrenceId } from '../../functions/events/recurrence.ts'
import * as failures from '../../functions/form-records/contract.ts'
import { EventFormMissing } from '../../functions/planning/contract/failures.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { clubEvent } from '../planning/people.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { interrupted } from '../support/table/interrupted.ts'
import { keepReadsBehind } from '../support/table/kept-behind.ts'
import { world } from '../support/world.ts'

/** A club of a school of its own, with a form for events. */
const stage = async () => {
  const w = await world({ ownTable: true, settings: { RATE_LIMIT_SCALE: '100' } })
  const c = await club(w)
  const form = { title: 'Sign-up', questions: [{ type: 'short', question: 'Why?' }] }
  const { body } = await c.officer.device.createEventForm({ orgId: c.orgId, form })
  const formId: string = body.data._id
  const drop = () => c.officer.device.deleteEventForm({ orgId: c.orgId, formId })
  const asking = (field: string) =>
    c.owner.device.createEvent({
      hostingType: 'Org',
      hostingId: c.orgId,
      title: 'Open evening',
      start_time: '2026-03-12T18:00:00.000Z',
      end_time: '2026-03-12T20:00:00.000Z',
      [field]: formId,
    })
  return { w, c, formId, drop, asking }
}

// rules/forms 22
it.each(['registrationFormId', 'feedbackFormId'])(
  'a form stays for an event that no list shows yet, and goes when that asks no more (%s)',
  async (field) => {
    const { w, c, formId, drop } = await stage()
    const other = await clubEvent(c)
    const reads = await keepReadsBehind(w.runtime.client)
    const fresh = await clubEvent(c, { [field]: formId })
    expect(
      (await c.owner.device.updateOrgEvent({ orgId: c.orgId, eventId: other, [field]: formId })).status,
    ).toBe(200)
    for (const eventId of [other, fresh]) {
      expect(await drop()).toMatchObject(refused(failures.FormAskedByEvent))
      const edit = { orgId: c.orgId, eventId, [field]: null }
      expect((await c.owner.device.updateOrgEvent(edit)).status).toBe(200)
    }
    expect((await drop()).status).toBe(200)
    await reads.end()
  },
)

// rules/forms 22
it('a form stays while dates of a series use it that no list shows yet', async () => {
  const { w, c, formId, drop } = await stage()
  const { owner } = c
  const at = { orgId: c.orgId }
  const reads = await keepReadsBehind(w.runtime.client)
  const stream = await attendanceStream(w, { without: ['NotificationDue'] })
  const recurrence = { frequency: 'weekly', count: 3 }
  const first = await clubEvent(c, { asDraft: true, recurrence, registrationFormId: formId })
  expect((await owner.device.publishEvent({ eventId: first })).status).toBe(200)
  await stream.drain()
  const alone = { ...at, eventId: first, registrationFormId: null }
  expect((await owner.device.updateOrgEvent(alone)).status).toBe(200)
  expect(await drop()).toMatchObject(refused(failures.FormAskedByEvent))
  const feedback = { ...at, eventId: first, feedbackFormId: formId, scope: 'all' }
  const none = { ...at, eventId: first, registrationFormId: null, scope: 'all' }
  for (const edit of [none, feedback]) {
    // What was noted before is forgotten by then.
    w.clock.advance(120)
    expect((await owner.device.updateOrgEvent(edit)).status).toBe(200)
    await stream.drain()
  }
  expect((await owner.device.updateOrgEvent({ ...at, eventId: first, feedbackFormId: null })).status).toBe(
    200,
  )
  expect(await drop()).toMatchObject(refused(failures.FormAskedByEvent))
  await reads.end()
})

// rules/forms 22
it('an event that starts to use a form during its deletion keeps it', async () => {
  const { w, drop, asking } = await stage()
  const reply = await interrupted(w, drop, async () =>
    expect((await asking('registrationFormId')).status).toBe(201),
  )
  expect(reply).toMatchObject(refused(ConcurrentChange))
  expect(await drop()).toMatchObject(refused(failures.FormAskedByEvent))
})

// rules/forms 22
it('a form that is deleted while an event starts to use it is missing for the event', async () => {
  const { w, drop, asking } = await stage()
  const reply = await interrupted(
    w,
    () => asking('feedbackFormId'),
    async () => expect((await drop()).status).toBe(200),
  )
  expect(reply).toMatchObject(refused(EventFormMissing))
})

// rules/planning 37
it('a deleted form that the first event of a series dropped is missing for later dates, and their creator is notified', async () => {
  const { w, c, formId, drop } = await stage()
  const { owner, orgId } = c
  const stream = await attendanceStream(w)
  const recurrence = { frequency: 'weekly', count: 2 }
  const first = await clubEvent(c, { asDraft: true, recurrence, registrationFormId: formId })
  await stream.drain()
  expect((await owner.device.publishEvent({ eventId: first })).status).toBe(200)
  const alone = { orgId, eventId: first, registrationFormId: null }
  expect((await owner.device.updateOrgEvent(alone)).status).toBe(200)
  expect((await drop()).status).toBe(200)
  await stream.drain()
  const copy = occurrenceId(first, 2)
  expect((await owner.device.getEvent({ event_id: copy })).status).toBe(404)
  await w.caughtUp()
  const [told] = (await owner.device.listNotifications()).body.data
  expect(told.message).toContain('could not be created with its series')
  expect(told.metadata.navigation.deepLink).toBe(`/event/${first}`)
})
