import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { attendee, eventCard } from '../../functions/events/index.ts'
import { staged } from '../agendas/events.ts'
import { shift, workOf } from '../jobs/work.ts'

// rules/analytics 18
it('a report counts who was asked to help, who offered to, and who of them came', async () => {
  const s = await staged('report')
  const work = workOf(s)
  const { at } = await s.hosted()
  const roleId = await work.jobIn(at, { requiredCount: 3 })
  const [taken, waiting, refusedOne, asked] = [
    await work.member(),
    await work.member(),
    await work.member(),
    await work.member(),
  ]
  const offer = async ({ device }: typeof taken): Promise<string> =>
    (await device.createVolunteerSignup({ ...at, roleId })).body.data.signup._id
  const ids = [await offer(taken), await offer(waiting), await offer(refusedOne)]
  const decide = (signupId: string | undefined, status: string) =>
    work.owner.decideVolunteerSignup({ ...at, signupId, status })
  expect((await decide(ids[0], 'approved')).status).toBe(200)
  expect((await decide(ids[2], 'rejected')).status).toBe(200)
  // Whoever helps with two things is one person.
  const also = await work.jobIn(at, { name: 'Cook', ...shift(20, 21) })
  const { body: second } = await taken.device.createVolunteerSignup({ ...at, roleId: also })
  expect(second.success, JSON.stringify(second)).toBe(true)
  expect((await decide(second.data.signup._id, 'approved')).status).toBe(200)
  const assigned = await work.assign(at, roleId, asked)
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(201)

  const read = async () => (await work.owner.getOrgEventAnalytics(at)).body.data
  const before = await read()
  expect(before.volunteers).toEqual({ total: 2, confirmed: 1, checkedIn: 0 })
  expect(before.roles).toMatchObject({ total: 2, signups: 3 })

  const card = await s.w.table().get(eventCard, { eventId: at.eventId })
  if (!card) throw new Error('the event is gone')
  const personId = taken.user._id
  await s.w.table().put(attendee, {
    eventId: at.eventId,
    kind: 'u',
    personId,
    status: 'attending',
    name: taken.user.name,
    registeredAt: card.start_time,
    guestCount: 1,
    checkedIn: true,
    start_time: card.start_time,
    version: 1,
  })

  const board = (await work.owner.getEventDashboard(at)).body.data
  expect(board.stats.volunteers).toEqual({ total: 2, confirmed: 1, checkedIn: 1 })
  expect([board.equipment, board.roles]).toEqual([[], before.roles])
  const json = (await work.owner.exportEventReport({ ...at, format: 'json' })).body.data.report
  expect([json.volunteers, json.equipment]).toEqual([board.stats.volunteers, []])
  const { body } = await work.owner.exportEventReport({ ...at, format: 'csv' })
  expect(parse(body, { bom: true, columns: true })).toContainEqual({
    section: 'volunteers',
    name: 'checkedIn',
    value: '1',
  })
})
