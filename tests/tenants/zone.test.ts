import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { campus, countIn, orgStat } from '../../functions/management/index.ts'
import { EventInBlackout } from '../../functions/planning/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { tenantListing } from '../../lib/identity/person/records.ts'
import { readSettings } from '../../lib/settings.ts'
import { dayOf } from '../../lib/zones.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from '../planning/people.ts'
import { registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
  await enrolSchool(p.w, p.w.home)
  await enrolSchool(p.w, p.w.sister)
})

/** The pipeline reads a school's row every two seconds. */
const setZone = async (timezone: string): Promise<void> => {
  const { status, body } = await p.dean.device.setSchoolZone({ timezone })
  expect([status, body.data.timezone]).toEqual([200, timezone])
  p.w.clock.advance(3)
}
const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })
const blackouts = async (blackoutDates: readonly object[]): Promise<void> => {
  const { status } = await p.dean.device.saveEventSystemConfig({ systemRestrictions: { blackoutDates } })
  expect(status).toBe(200)
}
const attempt = (start_time: string, end_time: string, more: object = {}) =>
  p.c.owner.device.createEventByForm({
    ...usual,
    hostingType: 'Org',
    hostingId: p.c.orgId,
    start_time,
    end_time,
    ...more,
  })

describe('the time zone of a school', () => {
  // rules/tenants 18
  it('is given when it is enrolled, and shown to operators; otherwise it is that of the deployment', async () => {
    for (const [at, timezone] of [undefined, 'europe/berlin'].entries()) {
      const tenantKey = `zoned${process.pid}x${at}`
      const wanted = { tenantKey, name: 'Z', location: 'L', ...(timezone ? { timezone } : {}) }
      const { status, body } = await p.root.device.createTenant(wanted)
      const expected = timezone ? 'Europe/Berlin' : 'UTC'
      expect([status, body.data.timezone]).toEqual([201, expected])
      const stored = await p.w.table().get(tenantListing, { tenantKey }, { strong: true })
      expect(stored?.timezone).toBe(expected)
    }
  })

  it.each(['Mars/Olympus', '+02:00', 'GMT+2', ''])('is no %j', async (timezone) => {
    const tenantKey = `unzoned${process.pid}`
    const wanted = { tenantKey, name: 'Z', location: 'L', timezone }
    for (const { status, body } of [
      await p.root.device.createTenant(wanted),
      await p.root.device.updateTenant({ tenantKey: p.w.sister, timezone }),
      await p.dean.device.setSchoolZone({ timezone }),
    ])
      expect([status, body.field]).toEqual([400, 'timezone'])
  })

  // rules/tenants 18
  it('is changed by its administrators and by operators, each with a row in its audit log', async () => {
    await setZone('America/Chicago')
    expect((await p.dean.device.getSchoolZone()).body.data).toEqual({ timezone: 'America/Chicago' })
    const { w } = p
    await p.root.device.updateTenant({ tenantKey: w.home, timezone: 'Europe/Paris' })
    const month = w.clock.now().toISOString().slice(0, 7)
    const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 50, strong: true })
    const told = items.flatMap(({ detail }) => (detail as { timezone?: string })?.timezone ?? [])
    expect(told).toEqual(['UTC → America/Chicago', 'America/Chicago → Europe/Paris'])
    for (const { device } of [p.c.owner, p.c.member])
      expect((await device.setSchoolZone({ timezone: 'UTC' })).status).toBe(403)
  })

  // rules/tenants 24
  it('comes with the language of the school, which its administrators set, with a row in the audit log', async () => {
    const { w } = p
    const timezone = 'America/Chicago'
    const set = await p.dean.device.setSchoolZone({ timezone, locale: 'es-MX' })
    expect([set.status, set.body.data]).toEqual([200, { timezone, locale: 'es-MX' }])
    w.clock.advance(3)
    expect((await p.dean.device.setSchoolZone({ timezone })).body.data).toEqual({ timezone, locale: 'es-MX' })
    expect((await p.root.device.getTenant({ tenantKey: w.home })).body.data.locale).toBe('es-MX')
    const month = w.clock.now().toISOString().slice(0, 7)
    const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 50, strong: true })
    expect(items.flatMap(({ detail }) => (detail as { locale?: string })?.locale ?? [])).toEqual([
      'none → es-MX',
    ])
    for (const { device } of [p.c.owner, p.c.member])
      expect((await device.setSchoolZone({ timezone, locale: 'en-US' })).status).toBe(403)
    const wrongCurrency = await p.dean.device.setSchoolZone({ timezone, currency: 'ABC' })
    expect([wrongCurrency.status, wrongCurrency.body.field]).toEqual([400, 'currency'])
    w.clock.advance(3)
    const pesos = await p.dean.device.setSchoolZone({ timezone, currency: 'MXN' })
    expect(pesos.body.data).toEqual({ timezone, locale: 'es-MX', currency: 'MXN' })
    w.clock.advance(3)
    expect((await p.root.device.getTenant({ tenantKey: w.home })).body.data.currency).toBe('MXN')
    const wrong = await p.dean.device.setSchoolZone({ timezone, locale: 'not a language' })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'locale'])
    await p.dean.device.setSchoolZone({ timezone, locale: 'en-US' })
    w.clock.advance(3)
  })

  it('is that of a setting where a school names none', () => {
    expect(readSettings({ STAGE: 'local', DEFAULT_TIMEZONE: 'Asia/Tokyo' }).DEFAULT_TIMEZONE).toBe(
      'Asia/Tokyo',
    )
    expect(() => readSettings({ STAGE: 'local', DEFAULT_TIMEZONE: 'Mars' })).toThrow('DEFAULT_TIMEZONE')
  })

  it('is what an event is told in that names no other', async () => {
    await setZone('America/New_York')
    const times = { start_time: '2026-07-01T18:00', end_time: '2026-07-01T20:00' }
    const own = await cardOf(await clubEvent(p.c, times))
    expect(own).toMatchObject({ timezone: 'America/New_York', start_time: '2026-07-01T22:00:00.000Z' })
    const other = await cardOf(await clubEvent(p.c, { ...times, timezone: 'Europe/Berlin' }))
    expect(other).toMatchObject({ timezone: 'Europe/Berlin', start_time: '2026-07-01T16:00:00.000Z' })
  })

  // rules/tenants 19
  it('judges its rules, whatever an event calls its own, and from its change on', async () => {
    await setZone('America/New_York')
    await blackouts([{ start: '2026-07-04', end: '2026-07-04', reason: 'Holiday' }])
    // 3 July, 22:00 to 23:00 in New York: 4 July in UTC.
    const eve = ['2026-07-04T02:00:00.000Z', '2026-07-04T03:00:00.000Z'] as const
    const late = ['2026-07-05T02:00:00.000Z', '2026-07-05T03:00:00.000Z'] as const
    for (const timezone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      expect((await attempt(...eve, { timezone })).status).toBe(201)
      expect(await attempt(...late, { timezone })).toMatchObject({ body: { code: EventInBlackout.code } })
    }
    await setZone('UTC')
    expect(await attempt(...eve)).toMatchObject({ body: { code: EventInBlackout.code } })
    expect((await attempt(...late)).status).toBe(201)
    await blackouts([])
  })

  it('judges events of a series that are changed later, away from any request', async () => {
    await setZone('America/New_York')
    const { w, c } = p
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    const id = await clubEvent(c, {
      start_time: '2026-09-01T18:00',
      end_time: '2026-09-01T19:00',
      recurrence: { frequency: 'daily', count: 3 },
    })
    await stream.drain()
    await blackouts([{ start: '2026-09-04', end: '2026-09-04', reason: '' }])
    // The third one, on 3 September at 20:30 in New York, lies on the 4th in UTC.
    const moved = { start_time: '2026-09-01T20:30', end_time: '2026-09-01T21:30' }
    const { status } = await c.owner.device.updateEvent({ event_id: id, scope: 'all', ...moved })
    expect(status).toBe(200)
    await stream.drain()
    expect((await cardOf(`${id}-0003`))?.start_time).toBe('2026-09-04T00:30:00.000Z')
    await blackouts([])
  })

  it('says which events are of today and of a month', async () => {
    await setZone('America/New_York')
    const { c } = p
    // 31 May, 23:00 to 23:30 in New York.
    const id = await clubEvent(c, { start_time: '2026-05-31T23:00', end_time: '2026-05-31T23:30' })
    const shown = async (month: string): Promise<boolean> => {
      const { body } = await c.owner.device.listEventsOfMonth({ month, year: '2026' })
      return JSON.stringify(body).includes(id)
    }
    expect([await shown('5'), await shown('6')]).toEqual([true, false])
  })
})

describe('days that organizations and members are counted by', () => {
  // rules/tenants 19
  it('are those of the school, as its clocks were when it happened', async () => {
    const { w, dean } = p
    const numbers = async () =>
      (await dean.device.getOrganizationAnalytics({ timeRange: '7d' })).body.data.overview
    const stream = await attendanceStream(w)
    await setZone('Pacific/Auckland')
    const made = await founded(await registered(w, 'zoned', { username: 'zoned' }))
    await stream.drain()
    const day = dayOf(w.clock.now().toISOString(), 'Pacific/Auckland')
    const month = () => w.table().get(orgStat, { subject: campus, month: day.slice(0, 7) }, { strong: true })
    const counted = async () => countIn(await month(), `${day.slice(8)}.orgs`)
    expect(day).not.toBe(w.clock.now().toISOString().slice(0, 10))
    const [orgs, { newOrgs }] = [await counted(), await numbers()]
    expect(orgs).toBeGreaterThan(0)
    expect(newOrgs).toBeGreaterThan(0)
    // What is taken back is found on the day where it was counted, whatever the zone is by then.
    await setZone('America/Chicago')
    expect((await made.owner.device.deleteOrganization({ orgId: made.orgId })).status).toBe(200)
    await stream.drain()
    expect(await counted()).toBe(orgs - 1)
    await setZone('Pacific/Auckland')
    expect((await numbers()).newOrgs).toBe(newOrgs - 1)
  })
})
