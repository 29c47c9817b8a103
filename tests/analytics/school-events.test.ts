import { beforeAll, describe, expect, it } from 'vitest'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import { hosted } from '../attendance/events.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { founded } from '../support/societies.ts'

let made: Awaited<ReturnType<typeof admins>>
let orgId: string

beforeAll(async () => {
  made = await admins()
  ;({ orgId } = await founded(made.dean))
  for (let day = 1; day <= 5; day += 1)
    await event({
      name: `Evening ${day}`,
      start_time: `2026-04-0${day}T18:00:00.000Z`,
      end_time: `2026-04-0${day}T20:00:00.000Z`,
    })
  const over = { start_time: '2026-02-01T18:00:00.000Z', end_time: '2026-02-01T20:00:00.000Z' }
  await event({ name: 'Winter ball', status: 'completed', shelf: 'past', liveAt: over.start_time, ...over })
  await event({ name: 'For members', visibility: 'members_only' })
  await event({ name: 'A draft', status: 'draft', shelf: 'work' })
  await event({ name: 'Deleted', deletedAt: '2026-03-01T00:00:00.000Z' })
})

const event = (more: object) => hosted(made.w, orgId, more as never)
const listed = async (query: object = {}) => (await made.dean.device.listSchoolEvents(query)).body.data
const names = ({ events }: { events: { name: string }[] }) => events.map(({ name }) => name)
const evenings = [1, 2, 3, 4, 5].map((day) => `Evening ${day}`)

describe('events of the school', () => {
  it('are those that its people see, the next first', async () => {
    const data = await listed()
    expect(names(data)).toEqual(evenings)
    expect(data.pagination).toEqual({ total: 5, totalIsLowerBound: false, page: 1, limit: 20, totalPages: 1 })
    expect(data.events[0].analyticsSummary).toMatchObject({ views: 0, registrations: 0 })
    expect((await listed({ limit: '100' })).pagination.limit).toBe(40)
  })

  it('are said to be as many as its pages show', async () => {
    const first = await listed({ limit: '2' })
    expect(first.pagination).toMatchObject({ totalIsLowerBound: true, totalPages: 2 })
    const last = await listed({ limit: '2', page: '3' })
    expect(names(last)).toEqual(['Evening 5'])
    expect(last.pagination).toMatchObject({ total: 5, totalIsLowerBound: false, totalPages: 3 })
    expect(names(await listed({ limit: '2', cursor: first.nextCursor }))).toEqual(['Evening 3', 'Evening 4'])
  })

  it('are found by words of their names, from three letters on, by state, and among those that are over', async () => {
    expect(names(await listed({ q: 'even 3' }))).toEqual(['Evening 3'])
    expect(names(await listed({ q: 'xy' }))).toEqual(evenings)
    expect(names(await listed({ q: 'xyz' }))).toEqual([])
    expect(names(await listed({ includePast: 'true' }))).toEqual(
      [...evenings].reverse().concat('Winter ball'),
    )
    expect(names(await listed({ includePast: 'true', status: 'completed' }))).toEqual(['Winter ball'])
    expect((await made.dean.device.listSchoolEvents({ status: 'maybe' })).status).toBe(400)
  })

  it('can be looked into, whoever hosts them, unless they are deleted', async () => {
    const { device } = made.dean
    const draft = await event({ name: 'Another draft', status: 'draft', shelf: 'work' })
    const deleted = await event({ deletedAt: '2026-03-01T00:00:00.000Z' })
    for (const ask of [
      device.getSchoolEventDashboard,
      device.getSchoolRsvpGrowth,
      device.listSchoolRegistrations,
    ]) {
      expect((await ask({ eventId: draft.eventId })).status).toBe(200)
      for (const eventId of [deleted.eventId, 'nothing']) {
        const { status, body } = await ask({ eventId })
        expect([status, body.message]).toEqual([404, 'Event not found'])
      }
    }
    const { eventId } = draft
    expect((await device.getSchoolEventDashboard({ eventId })).body.data.event.name).toBe('Another draft')
    expect((await device.getSchoolRsvpGrowth({ eventId, timezone: 'Mars/Base' })).status).toBe(400)
  })

  it('come without numbers where the school has turned them off', async () => {
    const { device } = made.dean
    await device.updateManagementConfig({ reporting: { enableAnalytics: false } })
    expect((await listed()).events[0].analyticsSummary).toBeUndefined()
    const { eventId } = await event({ name: 'Quiet' })
    expect(await device.getSchoolRsvpGrowth({ eventId })).toMatchObject(refused(AnalyticsOff))
  })
})
