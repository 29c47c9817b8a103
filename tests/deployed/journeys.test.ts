import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { organization } from '../../lib/identity/org/records.ts'
import { callsIn, writeCalls } from '../infra/rights/recorded-calls.ts'
import { withTotp } from '../mfa/factors.ts'
import type { Agent } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { leaks, noteLogged, noteSecret } from '../support/setup/said.ts'
import { founded } from '../support/societies.ts'
import { type DeployedCampus, deployedCampus, eventually } from './campus.ts'
import { stageDomain } from './synthesis.ts'

const platformHost = { host: stageDomain }
const root = { email: `root@${stageDomain}`, password }

let c: DeployedCampus
let chief: Agent
let app: Awaited<ReturnType<typeof withTotp>>
let owner: Person
let ada: Person
let ben: Person
let orgId: string
let eventId: string

beforeAll(async () => {
  c = await deployedCampus({ withStream: true })
}, 60_000)
vi.setConfig({ testTimeout: 60_000 })

afterAll(() => c.platform.stop())

const hoursAhead = (hours: number): string =>
  new Date(c.w.clock.now().getTime() + hours * 3_600_000).toISOString()

/** Tokens live for a quarter of an hour, so whoever waited for longer gets new ones first. */
const later = async (seconds: number): Promise<void> => {
  c.w.clock.advance(seconds)
  for (const { device } of [owner, ada, ben]) expect((await device.refreshToken()).status).toBe(200)
}

const titlesOf = async ({ device }: Person): Promise<string[]> =>
  (await device.listNotifications()).body.data.map(({ title }: { title: string }) => title)

const provesAddress = async (device: Agent, email: string, at = {}): Promise<void> => {
  expect((await device.requestEmailCode({}, at)).status).toBe(200)
  expect((await device.confirmEmail({ code: await c.codeFor(email) }, at)).status).toBe(200)
}

describe('on the deployed platform', () => {
  it('the first administrator proves an address by mail and enrols a school', async () => {
    const device = c.w.device()
    chief = device
    expect((await device.register(root, platformHost)).status).toBe(201)
    await provesAddress(device, root.email, platformHost)
    app = await withTotp(c.w, device, platformHost)
    const school = { tenantKey: c.w.home, name: 'Home College', location: 'Springfield', status: 'active' }
    expect((await c.w.device().getTenantConfig()).status).toBe(404)
    expect((await device.createTenant(school, platformHost)).status).toBe(201)
  })

  it('people register, sign in and renew their tokens', async () => {
    owner = await registered(c.w, 'owner', { username: 'owner' })
    ada = await registered(c.w, 'ada', { username: 'ada' })
    ben = await registered(c.w, 'ben', { username: 'ben' })
    // News of events is mailed to proven addresses alone.
    await provesAddress(ben.device, ben.email)
    expect((await ada.device.login({ email: ada.email, password })).status).toBe(200)
    expect((await ada.device.login({ email: ada.email, password: 'no such password' })).status).toBe(401)
    await later(1200)
    expect((await ada.device.validateToken()).status).toBe(200)
  })

  it('a club is founded, and lets somebody in', async () => {
    orgId = (await founded(owner, { requireApprovalForJoin: true })).orgId
    expect((await ada.device.applyToOrganization({ orgId })).status).toBe(201)
    const { body } = await owner.device.listApplications({ orgId })
    const [{ _id: applicationId }] = body.applications
    expect((await owner.device.approveApplication({ orgId, applicationId })).status).toBe(200)
  })

  it('an event fills up, and whoever waits is promoted when somebody withdraws', async () => {
    const event = {
      title: 'Chess night',
      description: 'Bring a board',
      organizationId: orgId,
      requiresApproval: false,
    }
    const start_time = hoursAhead(48)
    const made = await owner.device.createEventByForm({
      ...event,
      name: event.title,
      type: 'Social',
      start_time,
      end_time: hoursAhead(50),
      location: 'Main hall',
      visibility: 'public',
      expectedAttendance: 2,
      hostingType: 'Org',
      hostingId: orgId,
      registrationEnabled: true,
      maxAttendees: 1,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    eventId = made.body.eventId
    expect((await ada.device.registerForEvent({ event_id: eventId })).status).toBeLessThan(300)
    expect((await ben.device.registerForEvent({ event_id: eventId })).body).toMatchObject({
      status: 'waitlisted',
    })
    expect((await ada.device.withdrawFromEvent({ event_id: eventId })).status).toBe(200)
    // The stream tells who was promoted.
    await eventually(() => titlesOf(ben)).toContainEqual(expect.stringMatching(/seat|promoted|are in/i))
  })

  it('the clock reminds people a day before, and mails go out', async () => {
    await later(24 * 3600 + 30)
    expect(await c.platform.strike()).toMatchObject({ status: 'done' })
    await eventually(() => titlesOf(ben)).toContainEqual(expect.stringMatching(/remind|starts|24 hours/i))
    await eventually(() => c.platform.mails.map(({ to }) => to)).toContain(ben.email)
  })

  it('people check in at the door', async () => {
    await later(24 * 3600)
    const opened = await owner.device.enableCheckIn({ eventId, settings: {} })
    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
    const token = (await owner.device.getCheckInLink({ eventId })).body.checkInUrl.split('/').at(-1)
    expect((await ben.device.checkIn({ eventId, token })).body).toMatchObject({ message: 'Checked in' })
  })

  it('an administrator takes all organizations along as a file of several parts', async () => {
    const card = await c.w.table().get(organization, { orgId })
    if (!card) throw new Error('the club is gone')
    const large = { ...card, org_description: 'x'.repeat(150_000) }
    for (let at = 0; at < 40; at += 1)
      await c.w.table().put(organization, { ...large, orgId: `large${at}`, org_name: `Large ${at}` })
    const kind = { kind: 'organizations' }
    expect((await chief.refreshToken({}, platformHost)).status).toBe(200)
    expect((await chief.confirmByCode({ code: app.code() }, platformHost)).status).toBe(200)
    const begun = c.platform.objects.begun()
    const started = await chief.startExport({ ...kind, format: 'csv' })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    await eventually(async () => (await chief.listExports()).body.data[0]?.status).toBe('done')
    expect([c.platform.objects.begun() - begun, c.platform.objects.open()]).toEqual([1, 0])
    const { address } = (await chief.getExport(kind)).body.data.file
    const file = await (await fetch(address)).text()
    expect(file.length).toBeGreaterThan(40 * 150_000)
    expect(file).toContain('Large 39')
    expect((await chief.removeExport(kind)).status).toBe(200)
    await later(60)
    expect(await c.platform.strike()).toMatchObject({ status: 'done' })
    expect((await fetch(address)).status).toBe(404)
  })

  it('nobody did what their role does not allow, or called the world outside', () => {
    expect([c.platform.denied, c.platform.outside]).toEqual([[], []])
  })

  it.runIf(process.env.UPDATE_CALLS)('what functions did is recorded for the check of their roles', () => {
    const calls = callsIn(c.platform.done)
    expect(Object.keys(calls).length).toBeGreaterThan(0)
    writeCalls(calls)
  })

  it('every line of the log carries its stage, and none tells about a person', () => {
    expect(c.platform.logs.length).toBeGreaterThan(30)
    noteSecret(root.email)
    for (const { line } of c.platform.logs) {
      const read = JSON.parse(line)
      noteLogged(read)
      expect(read.Stage, line).toBe('deployed')
    }
    expect(leaks()).toEqual([])
    const lines = c.platform.logs.map(({ line }) => JSON.parse(line))
    const metrics = lines.flatMap(({ _aws }) => _aws?.CloudWatchMetrics ?? [])
    const names = metrics.flatMap(({ Metrics }) => Metrics.map(({ Name }: { Name: string }) => Name))
    expect(names).toEqual(expect.arrayContaining(['Requests', 'Latency', 'StreamLag', 'DueLate']))
    // Queries of the log count these.
    for (const name of ['Refusals', 'ColdStarts', 'ReadUnits'])
      expect(
        lines.some((line) => name in line),
        name,
      ).toBe(true)
  })
})
