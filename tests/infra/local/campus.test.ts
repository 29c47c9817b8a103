import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import { consume, consumers } from '../../../functions/stream/handler.ts'
import { type CampusResult, makeCampus } from '../../../infra/local/campus/campus.ts'
import { inventClub } from '../../../infra/local/campus/clubs.ts'
import { isInterruption } from '../../../infra/local/campus/course.ts'
import { waitForStream } from '../../../infra/local/campus/history.ts'
import { type Journal, openJournal } from '../../../infra/local/campus/journal.ts'
import { campusPassword, inventName } from '../../../infra/local/campus/people.ts'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { createTable } from '../../../infra/local/data/table.ts'
import { sweepCompleteSchools } from '../../../infra/local/handlers/clock.ts'
import { indexStream, startStream } from '../../../infra/local/stream/stream.ts'
import { localTimeOf } from '../../../lib/contract/zone.ts'
import { platformKey } from '../../../lib/identity/school/schools.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { connect } from '../../../lib/table/client.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'
import { agent } from '../../support/agent.ts'
import { handlerFor } from '../../support/handlers.ts'
import { everyImage, type Image } from '../../support/table/whole-table.ts'
import { world } from '../../support/world.ts'
import { keptFolder } from './local-folder.ts'

const wanted = { people: 20, organizations: 3, events: 16, seed: 'tests', school: 'campus' }
const until = Date.parse('2026-03-02T12:00:00.000Z')

let runtime: Runtime
let campus: CampusResult
let images: readonly Image[]
let untilHandled: () => Promise<void>
/** Runs the platform's clock, with the journals in a folder. */
let strikeClock: (dataDir: string) => Promise<void>
let streamSeen: () => Promise<void>
let passMinutes: (minutes: number) => void
const undo: (() => unknown)[] = []

beforeAll(async () => {
  const folder = keptFolder()
  undo.push(folder.remove)
  const engine = await startEngine({ dataDir: folder.path })
  undo.push(engine.stop)
  await createTable(engine.endpoint, 'campus')
  indexStream(folder.path)
  // As on a stage, so that repeated requests are recognized.
  const settings = { RATE_LIMIT_SCALE: '1000', REPEAT_SECONDS: '60' }
  const w = await world({ settings, now: new Date(until).toISOString() })
  const client = connect({ TABLE_NAME: 'campus', DYNAMODB_ENDPOINT: engine.endpoint })
  runtime = { ...w.runtime, client }
  const follow = consume(consumers, () => runtime)
  const stream = await startStream({
    endpoint: engine.endpoint,
    table: 'campus',
    dataDir: folder.path,
    ownFile: true,
    log: (line) => void console.error(line),
    invoke: async (records: readonly DynamoDBRecord[]) => ({
      status: 'done',
      result: await follow({ Records: [...records] }),
    }),
  })
  undo.push(stream.stop)
  streamSeen = async () => {
    // The test's clock stands still, and pulses of one moment are one.
    w.clock.advance(1)
    await waitForStream(runtime)
  }
  campus = await makeCampus(runtime, wanted, { report: streamSeen })
  untilHandled = async () => {
    for (let round = 0; round < 4; round += 1) await streamSeen()
  }
  strikeClock = (dataDir) => {
    const table = openTable({ client, tenant: platformKey, now: runtime.now, meter: meter() })
    return sweepCompleteSchools(dataDir)({ ...runtime, table, time: runtime.now() })
  }
  passMinutes = (minutes) => w.clock.advance(minutes * 60)
  await untilHandled()
  images = (await everyImage(client)).filter(({ pk }) => pk?.S?.startsWith('T#campus#'))
}, 120_000)

afterAll(async () => {
  for (const one of undo.reverse()) await one()
})

const ofKind = (kind: string): readonly Image[] => images.filter(({ entity }) => entity?.S === kind)
const numberIn = (image: Image, field: string): number => Number(image[field]?.N ?? 0)
const textIn = (image: Image, field: string): string | undefined => image[field]?.S

const asDean = async () => {
  const dean = agent({ runtime, home: 'campus', contracts, handlerFor })
  const { status } = await dean.login({ email: campus.logins[0]?.email, password: campusPassword })
  expect(status).toBe(200)
  return dean
}

/** Kinds of items that requests create. What follows from them, such as reminders, depends on the consumers' pace. */
const createdKinds = [
  ...[
    'TenantUser',
    'SignInRecord',
    'Organization',
    'OrgMember',
    'OrgRoleHolder',
    'OrgHistory',
    'OrgFollower',
  ],
  ...['OrgApplication', 'EventCard', 'EventBody', 'EventAgenda', 'EventJob', 'JobAssignment', 'Attendee'],
  ...['Message', 'Reply', 'Like', 'Budget', 'VerificationRequest', 'RoomDay', 'AuditEntry'],
]

describe('a generated campus', () => {
  it('has made what it says', () => {
    const rows = (kind: string): number => ofKind(kind).length
    const here = images.filter(({ status }) => status?.S === 'active')
    expect(Object.fromEntries(campus.made)).toMatchObject({
      people: rows('TenantUser'),
      organizations: rows('Organization'),
      memberships: here.filter(({ entity }) => entity?.S === 'OrgMember').length - rows('Organization'),
      events: rows('EventCard'),
      followers: rows('OrgFollower'),
      messages: rows('Message'),
    })
    expect(wanted).toMatchObject({ people: rows('TenantUser'), events: rows('EventCard') })
    const statuses = new Set(ofKind('EventCard').map((card) => textIn(card, 'status')))
    expect(statuses.size).toBeGreaterThanOrEqual(4)
  })

  it('counts on every card who is registered, waits and has come', () => {
    const attendees = ofKind('Attendee')
    expect(attendees.length).toBeGreaterThan(wanted.events)
    for (const card of ofKind('EventCard')) {
      const own = attendees.filter((row) => textIn(row, 'eventId') === textIn(card, 'eventId'))
      const registered = own.filter(({ walkIn }) => !walkIn?.BOOL)
      const seated = registered.filter(({ status }) => status?.S === 'attending')
      expect({
        registrationCount: numberIn(card, 'registrationCount'),
        seatsTaken: numberIn(card, 'seatsTaken'),
        waitlistCount: numberIn(card, 'waitlistCount'),
        checkedInCount: numberIn(card, 'checkedInCount'),
      }).toEqual({
        registrationCount: seated.length,
        seatsTaken: seated.reduce((sum, row) => sum + numberIn(row, 'guestCount'), 0),
        waitlistCount: registered.length - seated.length,
        checkedInCount: own.filter(({ checkedIn }) => checkedIn?.BOOL).length,
      })
    }
    expect(attendees.some(({ checkedIn }) => checkedIn?.BOOL)).toBe(true)
  })

  it('has ended what is over, as the clock would have', () => {
    for (const card of ofKind('EventCard').filter((one) => Date.parse(textIn(one, 'end_time') ?? '') < until))
      expect(['completed', 'archived', 'cancelled', 'rejected', 'draft']).toContain(textIn(card, 'status'))
  })

  it('shows numbers that are those of its rows', async () => {
    const dean = await asDean()
    const members = ofKind('OrgMember').filter(({ status }) => status?.S === 'active')
    const { overview } = (await dean.getOrganizationAnalytics({ timeRange: '90d' })).body.data
    expect(overview).toMatchObject({
      totalOrgs: wanted.organizations,
      totalMembers: members.length,
      totalEvents: wanted.events,
    })
    const cards = ofKind('EventCard').filter((card) => {
      const start = Date.parse(textIn(card, 'start_time') ?? '')
      return start < until + 24 * 3_600_000
    })
    const shown = (await dean.getSchoolOverview({ timeRange: '90d' })).body.data
    expect(shown.overview).toMatchObject({
      totalEvents: cards.length,
      totalRegistrations: cards.reduce((sum, card) => sum + numberIn(card, 'registrationCount'), 0),
    })
    const statuses = Map.groupBy(cards, (card) => textIn(card, 'status'))
    expect(shown.eventsByStatus).toEqual(
      expect.arrayContaining([...statuses].map(([_id, own]) => ({ _id, count: own.length }))),
    )
    for (const organization of ofKind('Organization'))
      expect(numberIn(organization, 'memberCount')).toBe(
        members.filter((row) => textIn(row, 'orgId') === textIn(organization, 'orgId')).length,
      )
  })

  it('leaves nobody signed in, and is refused where a school of its name is', async () => {
    expect((await everyImage(runtime.client)).filter(({ entity }) => entity?.S === 'Session')).toHaveLength(1)
    await expect(makeCampus(runtime, wanted)).rejects.toThrow('There is a school campus already')
  })

  // Nothing of a killed run is lost or done twice.
  it('is continued after it was stopped or killed, while the clock strikes, and is then the same', async () => {
    const folder = keptFolder()
    undo.push(folder.remove)
    const size = { ...wanted, school: 'again' }
    const open = () => openJournal(folder.path, size, until)
    /** As on a running platform, whose clock strikes while the campus is created. */
    const report = async () => {
      await streamSeen()
      await strikeClock(folder.path)
    }
    /** A run that dies when it notes its `nth` line. What was done beside it is not noted either. */
    const killed = async (nth: number): Promise<void> => {
      const journal = open()
      let lines = 0
      const note: Journal['note'] = (line) => {
        lines += 1
        // Hours are noted before they are written.
        if (lines >= nth && !('hour' in line)) throw new Error('killed')
        journal.note(line)
      }
      await expect(makeCampus(runtime, size, { journal: { ...journal, note }, report })).rejects.toThrow(
        'killed',
      )
    }
    await killed(5)
    for (const nth of [12, 20, 45, 80]) await killed(nth)
    let asked = 0
    const shouldStop = () => ++asked > 150
    const stopped = await makeCampus(runtime, size, { journal: open(), report, shouldStop }).catch(
      isInterruption,
    )
    expect(stopped).toBe(true)
    expect(() => openJournal(folder.path, { ...size, people: 30 }, until)).toThrow('--people 20')
    await report()
    passMinutes(15)
    const again = await makeCampus(runtime, size, { journal: open(), report })
    expect([...again.made].sort()).toEqual([...campus.made].sort())
    await untilHandled()
    const all = (await everyImage(runtime.client)).filter(({ pk }) => pk?.S?.startsWith('T#again#'))
    const numbersOf = (some: readonly Image[]) => {
      const kinds = Map.groupBy(some, ({ entity }) => entity?.S ?? '')
      return Object.fromEntries(createdKinds.map((kind) => [kind, kinds.get(kind)?.length ?? 0]))
    }
    expect(numbersOf(all)).toEqual(numbersOf(images))
    const countsOf = (some: readonly Image[]) =>
      some
        .filter(({ entity }) => entity?.S === 'EventCard')
        .map((card) => [
          textIn(card, 'name'),
          numberIn(card, 'registrationCount'),
          numberIn(card, 'waitlistCount'),
        ])
        .sort()
    expect(countsOf(all)).toEqual(countsOf(images))
    passMinutes(15)
    await strikeClock(folder.path)
    const due = (await everyImage(runtime.client)).filter(
      (row) => row.entity?.S === 'DueRow' && textIn(row, 'tenantKey') === 'again',
    )
    const now = runtime.now().toISOString()
    expect(due.length).toBeGreaterThan(0)
    expect(due.filter((row) => (textIn(row, 'at') ?? '') <= now)).toEqual([])
    for (const _ of ['first', 'second'])
      await expect(makeCampus(runtime, size, { journal: open() })).rejects.toThrow(
        'There is a school again already',
      )
  }, 240_000)

  it('has events between ten in the morning and midnight on the clocks of the school', () => {
    const hours = ofKind('EventCard').flatMap((card) =>
      ['start_time', 'end_time'].map((field) =>
        Number(localTimeOf(textIn(card, field) ?? '', 'America/New_York').time.slice(0, 2)),
      ),
    )
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...hours)).toBeLessThanOrEqual(22)
    expect(new Set(hours).size).toBeGreaterThan(5)
  })

  it('is the same for the same seed', () => {
    const people = Array.from({ length: 9 }, (_, nth) => inventName('a', nth))
    expect(Array.from({ length: 9 }, (_, nth) => inventName('a', nth))).toEqual(people)
    expect(Array.from({ length: 9 }, (_, nth) => inventName('b', nth))).not.toEqual(people)
    expect(inventClub('a', 3, people as never)).toEqual(inventClub('a', 3, people as never))
  })
})
