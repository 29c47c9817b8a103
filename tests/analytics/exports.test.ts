import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventCard } from '../../functions/events/index.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { stateOf } from '../attendance/state.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let card: EventCard
let scope: { orgId: string; eventId: string }
let people: readonly Visitor[]

const names = ['=HYPERLINK("http://x.test","y")', '+1', '-2', '@me', 'O"Neil, Ann', 'two\nlines', 'Zoë']

beforeAll(async () => {
  w = await world({ ownTable: true })
  chess = await club(w)
  const made: Visitor[] = []
  for (const name of names) made.push(...(await crowd(w, 1, { name })))
  people = [...made, ...(await crowd(w, 1, { guestEvery: 1, name: 'guest' }))]
  card = await hosted(w, chess.orgId, { name: '=1+1', maxAttendees: 7 })
  scope = { orgId: chess.orgId, eventId: card.eventId }
  const stream = await attendanceStream(w)
  for (const { device } of people) {
    w.clock.advance(1)
    await device.registerForEvent({ event_id: card.eventId })
  }
  await stream.drain()
})

const deeds = async (action: string) =>
  (await w.table().list(auditEntry, { index: 'gsi2', keyParams: { action }, limit: 10 })).items

describe('the file of attendees', () => {
  // rules/analytics 19, rules/analytics 20
  it('has everybody as rows that programs and spreadsheets read alike', async () => {
    const { body, headers, status } = await chess.officer.device.exportAttendees(scope)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="event-${card.eventId}-attendees.csv"`)
    expect(body).toMatch(/^\uFEFFid,kind,name,[^\n]*\r\n/)
    const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[]
    const { rows: stored } = await stateOf(w, card.eventId)
    expect(rows.map(({ id }) => id).sort()).toEqual(
      stored.map(({ kind, personId }) => `${kind}-${personId}`).sort(),
    )
    expect(rows.filter(({ status: one }) => one === 'waitlisted')).toHaveLength(1)
    for (const row of rows) {
      const own = stored.find(({ personId }) => row.id?.endsWith(personId))
      expect(row.name?.replace(/^'/, '')).toBe(own?.name)
      expect(row.name).not.toMatch(/^[=+\-@\t\r]/)
      expect(row.email?.replace(/^'/, '')).toBe(own?.email)
      expect(row).toMatchObject({ checkedIn: 'false', registeredAt: own?.registeredAt })
    }
  })

  // rules/analytics 19
  it('holds as many people as the lists of the event count', async () => {
    const { body } = await chess.officer.device.exportAttendees({ ...scope, format: 'json' })
    const { attendees } = JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)).data
    const listed = await chess.officer.device.listAttendees({ event_id: card.eventId })
    expect(attendees.filter(({ status }: { status: string }) => status === 'attending')).toHaveLength(
      listed.body.registrationCount,
    )
    expect(attendees).toHaveLength(listed.body.registrationCount + listed.body.waitlistCount)
  })

  // rules/analytics 21
  it('is noted in the audit trail, with the number of rows', async () => {
    const before = (await deeds('event.attendees_exported')).length
    await chess.officer.device.exportAttendees(scope)
    const trail = await deeds('event.attendees_exported')
    expect(trail).toHaveLength(before + 1)
    expect(trail.at(-1)).toMatchObject({
      actor: chess.officer.user.globalUserId,
      targetId: card.eventId,
      detail: { format: 'csv', rows: String(people.length) },
    })
  })

  it('refuses unknown formats, cursors of other lists, and who does not manage the event', async () => {
    const { device } = chess.officer
    expect((await device.exportAttendees({ ...scope, format: 'pdf' })).status).toBe(400)
    expect(await device.exportAttendees({ ...scope, cursor: 'made-up' })).toMatchObject(refused(BadCursor))
    expect((await chess.member.device.exportAttendees(scope)).status).toBe(403)
    expect((await chess.outsider.device.exportEventReport(scope)).status).toBe(403)
  })
})

describe('the report of an event', () => {
  // rules/analytics 20, rules/analytics 21
  it('is JSON, or real rows of CSV, with the same numbers', async () => {
    const { device } = chess.officer
    const json = await device.exportEventReport(scope)
    const { report } = json.body.data
    expect(report.analytics.registrations).toBe(7)
    expect(report.event).toMatchObject({ name: '=1+1', waitlistCount: 1 })
    const dashboard = await chess.officer.device.getEventDashboard(scope)
    expect(dashboard.body.data.event).toMatchObject({
      ...report.event,
      hostingId: { _id: report.event.hostingId },
    })
    const file = await device.exportEventReport({ ...scope, format: 'csv' })
    expect(file.headers['content-disposition']).toContain(`event-${card.eventId}-report.csv`)
    const rows = parse(file.body, { bom: true, columns: true }) as Record<string, string>[]
    const cellOf = (section: string, name: string) =>
      rows.find((row) => row.section === section && row.name === name)?.value
    expect(cellOf('event', 'name')).toBe("'=1+1")
    expect(cellOf('analytics', 'registrations')).toBe(String(report.analytics.registrations))
    expect(cellOf('event', 'waitlistCount')).toBe('1')
    expect((await device.exportEventReport({ ...scope, format: 'xml' })).status).toBe(400)
    expect(await deeds('event.report_exported')).toHaveLength(2)
  })
})
