import { expect, it } from 'vitest'
import { attendee, eventBody, eventCard } from '../../functions/events/index.ts'
import { taskHandlers } from '../../functions/planning/scheduled-tasks.ts'
import { sweep } from '../support/due.ts'
import { clubEvent, plannedCampus } from './people.ts'

const day = 24 * 3600

// rules/planning 23
it('a deleted event stays out of sight for thirty days, and goes with its people', async () => {
  const { c, w } = await plannedCampus()
  const cardOf = (eventId: string) => w.table().get(eventCard, { eventId }, { strong: true })
  const eventId = await clubEvent(c)
  expect((await c.member.device.registerForEvent({ event_id: eventId })).status).toBe(201)
  await c.owner.device.deleteEvent({ event_id: eventId })
  w.clock.advance(30 * day - 3600)
  await sweep(w, taskHandlers)
  expect(await cardOf(eventId)).toMatchObject({ status: 'cancelled' })
  w.clock.advance(3660)
  for (let round = 0; round < 6; round += 1) await sweep(w, taskHandlers)
  expect(await cardOf(eventId)).toBeUndefined()
  expect(await w.table().get(eventBody, { eventId })).toBeUndefined()
  const keyParams = { kind: 'u', personId: c.member.user._id }
  expect((await w.table().list(attendee, { index: 'gsi1', keyParams, limit: 10 })).items).toEqual([])
})
