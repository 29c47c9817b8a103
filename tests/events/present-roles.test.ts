import { beforeAll, describe, expect, it } from 'vitest'
import { BadDoor, EventNotFound as NoEventAtDesk } from '../../functions/checkins/shapes.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { routes } from '../../functions/routes.ts'
import { type DescribedRow, isForm } from '../../lib/contract/row.ts'
import { hosted, planned } from '../attendance/events.ts'
import { form, png } from '../planning/pictures.ts'
import { admins } from '../support/administrators.ts'
import { type Agent, type Reply, refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { joined, type Society, society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

const hourMs = 3600 * 1000

let w: World
let club: Awaited<ReturnType<typeof society>>
let dean: Person
let visitor: Person

type Ending = {
  end(maker: Person): Promise<unknown>
  /** Someone in the position that remains to the creator, who has created nothing. */
  peer(): Agent
}

const place = () => ({ orgId: club.orgId })

/** The ways in which a role ends. */
const endings = {
  'removed from the organization': {
    end: ({ user }) => club.owner.device.removeOrgMember({ ...place(), userId: user._id }),
    peer: () => club.outsider.device,
  },
  'demoted to member': {
    end: ({ user }) =>
      club.owner.device.assignOrgRole({
        ...place(),
        userId: user._id,
        roles: ['member'],
        reason: 'voted out',
      }),
    peer: () => club.member.device,
  },
  'at the end of the term': {
    end: async ({ user }) => {
      const roleTermEnd = new Date(w.clock.now().getTime() + 1000).toISOString()
      const term = { ...place(), userId: user._id, role: 'officer', roleTermEnd }
      const reply = await club.owner.device.assignOrgRole(term)
      w.clock.advance(2)
      return reply
    },
    peer: () => club.member.device,
  },
  'having left': {
    end: ({ device }) => device.leaveOrganization(place()),
    peer: () => club.outsider.device,
  },
  'suspended at the school': {
    end: ({ user }) => dean.device.setUserAccess({ userId: user._id, accessSuspended: true }),
    peer: () => w.device(),
  },
} satisfies Record<string, Ending>
type EndingName = keyof typeof endings
const endingNames = Object.keys(endings) as EndingName[]

type Case = {
  readonly maker: Person
  readonly eventId: string
  readonly draftId: string
  /** The check-in credential that the creator made in time. */
  readonly secret: string
}
const cases = new Map<EndingName, Case>()
const caseOf = (name: EndingName): Case => cases.get(name) ?? expect.fail(`no case ${name}`)

/** A live event of the club that takes place now, with visitors and an open desk. */
const running = async (createdBy: string, more: Partial<EventCard> = {}): Promise<string> => {
  const now = w.clock.now().getTime()
  const { eventId } = await hosted(w, club.orgId, {
    createdBy,
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 6 * hourMs).toISOString(),
    ...more,
  })
  return eventId
}

const held = async (club: Society, name: string): Promise<Person> =>
  joined(club, await registered(w, name, { username: name }), ['officer'])

beforeAll(async () => {
  const around = await admins({ RATE_LIMIT_SCALE: '1000' })
  w = around.w
  dean = around.dean
  club = await society(w, 'handover')
  visitor = await registered(w, 'visitor', { username: 'visitor' })
  for (const [at, name] of endingNames.entries()) {
    const maker = await held(club, `maker${at}`)
    const eventId = await running(maker.user._id)
    const draftId = await running(maker.user._id, { status: 'draft' })
    expect((await maker.device.enableCheckIn({ eventId })).status).toBe(200)
    await visitor.device.registerForEvent({ event_id: eventId })
    const made = await maker.device.createDoorCredential({ eventId, name: 'North', hours: 4 })
    cases.set(name, { maker, eventId, draftId, secret: made.body.data.credential.secret })
  }
  for (const name of endingNames) {
    const { eventId, draftId, maker, secret } = caseOf(name)
    expect((await maker.device.getEvent({ event_id: draftId })).status).toBe(200)
    const helper = w.device({ headers: { 'x-door-credential': secret } })
    expect((await helper.listCheckedIn({ eventId, q: 'visitor' })).status).toBe(200)
    expect(await endings[name].end(maker)).toMatchObject({ status: 200 })
  }
})

/** Every operation whose example names an event: under an event's path, or with one in the body. */
const operations = routes.flatMap(({ domain, rows }) =>
  Object.entries(rows as Readonly<Record<string, DescribedRow>>)
    .filter(([, { example }]) => JSON.stringify(example).includes('demo-event'))
    .filter(() => domain !== 'pages')
    .map(([operation, row]) => [operation, row] as const),
)

/** Sends the example of an operation about one of our events. */
const attempt = async (
  agent: Agent,
  operation: string,
  row: DescribedRow,
  eventId: string,
): Promise<Reply> => {
  const { path, query, body } = row.example
  const own = JSON.stringify({ ...path, ...query, ...(body as object | undefined) })
    .replaceAll('demo-event', eventId)
    .replaceAll('demo-org-chess', club.orgId)
    .replaceAll('demo-user-ada', visitor.user._id)
    .replaceAll('demo-user-ben', visitor.user._id)
  const send = agent[operation as 'getEvent']
  return row.body && isForm(row.body) ? send({}, form({ eventId }, png)) : send(JSON.parse(own))
}

/** Parts of a reply that name the caller rather than the event. */
const isOwnReply = (operation: string): boolean => operation === 'getCheckInTicket'

const refusals = [401, 403, 404]

describe('an operation on an event of an organization', () => {
  it('is found by its example', () => {
    expect(operations.length).toBeGreaterThan(70)
  })

  // rules/events 26
  it.each(operations)('gives its creator no more than others have: %s', async (operation, row) => {
    for (const name of endingNames) {
      const { maker, eventId } = caseOf(name)
      const others = await attempt(endings[name].peer(), operation, row, eventId)
      const own = await attempt(maker.device, operation, row, eventId)
      const shown = `${operation}, ${name}: ${own.status} ${JSON.stringify(own.body)}`
      if (refusals.includes(others.status)) expect(refusals, shown).toContain(own.status)
      else if (row.method === 'GET' && others.status === 200 && !isOwnReply(operation))
        expect(own.body, shown).toEqual(others.body)
      else expect(others.status, shown).not.toBe(500)
    }
  })

  // rules/events 26
  it('works for a creator who still has the role', async () => {
    const officer = await held(club, 'present')
    const eventId = await running(officer.user._id)
    const { device } = officer
    const own = { eventId, event_id: eventId }
    expect((await device.updateEvent({ event_id: eventId, description: 'x' })).status).toBe(200)
    expect((await device.enableCheckIn({ eventId })).status).toBe(200)
    expect((await device.getCheckInCode({ eventId })).status).toBe(200)
    expect((await device.getEvent(own)).body.event).toMatchObject({ canManageEvent: true })
  })

  // rules/events 2, rules/events 26
  it.each(endingNames)('hides a draft from its creator: %s', async (name) => {
    const { maker, draftId } = caseOf(name)
    expect(refusals).toContain((await maker.device.getEvent({ event_id: draftId })).status)
    expect(refusals).toContain((await maker.device.deleteEvent({ event_id: draftId })).status)
  })

  // rules/checkins 38
  it.each(endingNames)('ends the check-in credentials of its creator: %s', async (name) => {
    const { eventId, secret } = caseOf(name)
    const helper = w.device({ headers: { 'x-door-credential': secret } })
    const userId = visitor.user._id
    const scans = [{ clientId: 'a', at: w.clock.now().toISOString(), person: `u-${userId}`, action: 'in' }]
    for (const reply of [
      await helper.checkInPerson({ eventId, userId }),
      await helper.checkOutPerson({ eventId, userId }),
      await helper.takeScans({ eventId, scans }),
      await helper.listCheckedIn({ eventId, q: 'visitor' }),
      await w.device().checkInPerson({ eventId, userId, doorCredential: secret }),
    ])
      expect(reply).toMatchObject(refused(BadDoor))
    expect(await helper.checkInPerson({ eventId: 'nothing', userId })).toMatchObject(refused(NoEventAtDesk))
  })

  // rules/checkins 38
  it('keeps the credentials of those who may still make them', async () => {
    const eventId = await running('nobody')
    for (const { device } of [club.owner, dean]) {
      await device.enableCheckIn({ eventId })
      const { body } = await device.createDoorCredential({ eventId, name: 'South' })
      const helper = w.device({ headers: { 'x-door-credential': body.data.credential.secret } })
      expect((await helper.listCheckedIn({ eventId, q: 'visitor' })).status).toBe(200)
    }
  })
})

describe('an event of a person', () => {
  // rules/events 26
  it('stays its creator’s without any role', async () => {
    const { device, user } = visitor
    const { eventId } = await planned(w, { hostingId: user._id, createdBy: user._id })
    expect((await device.updateEvent({ event_id: eventId, description: 'mine' })).status).toBe(200)
    await device.enableCheckIn({ eventId })
    expect((await device.createDoorCredential({ eventId, name: 'Door' })).status).toBe(201)
  })
})
