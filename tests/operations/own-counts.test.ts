import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countForCaller } from '../../functions/attendance/registration/counts.ts'
import { type Attendee, attendee, type EventCard } from '../../functions/events/index.ts'
import { ownCountsFrom } from '../../lib/own-counts.ts'
import { pulse } from '../../lib/stream-lag.ts'
import { planned } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { browser } from '../pages/browser.ts'
import type { Agent } from '../support/agent.ts'
import { type Person, people, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { keepReadsBehind } from '../support/table/kept-behind.ts'
import { type World, world } from '../support/world.ts'

let w: World
let owner: Person
let crowd: readonly Person[]
/** Delivers the stream, which is stopped otherwise. */
let deliverStream: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '10000', ACCESS_TOKEN_TTL: '86400' }, ownTable: true })
  owner = await registered(w, 'owner', { username: 'owner' })
  crowd = await people(w, 2)
  deliverStream = (await attendanceStream(w)).drain
})

const newBrowser = async (name: string): Promise<Agent> =>
  w.device({ jar: (await registered(w, name, { username: name })).device.jar, keepsMarker: true })

describe('a withdrawal', () => {
  // rules/table 27
  it('counts the seats that others got for it, whether the card counts the one before the other', () => {
    const now = w.clock.now()
    const counts = ownCountsFrom('', now)
    const card = { eventId: 'e', registrationCount: 1, seatsTaken: 2, waitlistCount: 1 } as EventCard
    const before = { status: 'attending', guestCount: 2 } as Attendee
    countForCaller({ counts }, card, { before, promoted: [{ guestCount: 2 }] })
    const later = ownCountsFrom(counts.encoded(), now)
    for (const stored of [2, 0]) expect(later.shown('seats', 'e', stored)).toBe(2)
    for (const stored of [1, 0]) expect(later.shown('registrations', 'e', stored)).toBe(1)
    for (const stored of [1, 0]) expect(later.shown('waitlist', 'e', stored)).toBe(0)
  })
})

type Subject = { readonly club: Society; readonly eventId: string; readonly messageId: string }
type Counts = readonly (number | string)[]

/** A deed, and what counts it: an operation and the words of a page. */
type Deed = {
  readonly name: string
  readonly by: number
  readonly before?: (device: Agent, subject: Subject) => Promise<unknown>
  readonly perform: (device: Agent, subject: Subject) => Promise<{ readonly status: number }>
  readonly read: (device: Agent, subject: Subject) => Promise<Counts>
  readonly path?: (subject: Subject) => string
  readonly words?: (count: number) => string
}

const register = (device: Agent, { eventId: event_id }: Subject) => device.registerForEvent({ event_id })
const join = (device: Agent, { club: { orgId } }: Subject) => device.applyToOrganization({ orgId })
const follow = (device: Agent, { club: { orgId } }: Subject) => device.followOrganization({ orgId })
const like = (device: Agent, { club: { orgId }, messageId }: Subject) =>
  device.likeMessage({ orgId, messageId, liked: true })

const readSeats = async (device: Agent, { eventId: event_id }: Subject): Promise<Counts> => {
  const { event } = (await device.getEvent({ event_id })).body
  const people = (await device.listAttendees({ event_id })).body
  const { events } = (await device.listFutureEvents({ limit: 100 })).body
  const listed = events.find(({ _id }: { _id: string }) => _id === event_id)
  return [event, people, listed].flatMap((each) => [each.registrationCount, each.seatsTaken])
}

const clubCounts =
  (counter: 'memberCount' | 'followerCount') =>
  async (device: Agent, { club: { orgId, name } }: Subject): Promise<Counts> => {
    const [org] = (await device.getOrganization({ id: orgId })).body.org
    const named = (await device.getOrganizationByName({ name, exhaustive: 'true' })).body
    const { orgs } = (await device.listOrganizations({ exhaustive: 'true', limit: 100 })).body
    const listed = orgs.find(({ _id }: { _id: string }) => _id === orgId)
    return [org, named.org.overview, named.exhaustive, listed].map((each) => each[counter])
  }

const readLikes = async (device: Agent, { club: { orgId }, messageId }: Subject): Promise<Counts> => {
  const one = (await device.getMessage({ orgId, messageId })).body.message
  const { messages } = (await device.listMessages({ orgId })).body
  const listed = messages.find(({ _id }: { _id: string }) => _id === messageId)
  return [one.likeCount, listed.likeCount]
}

const seats = {
  read: readSeats,
  path: ({ eventId }: Subject) => `/event/${eventId}`,
  words: (count: number) => `${count} of 9 seats taken`,
}
const club = { path: ({ club: { orgId } }: Subject) => `/org/${orgId}` }
const members = { ...club, read: clubCounts('memberCount'), words: (count: number) => `${count} members` }
const followers = {
  ...club,
  read: clubCounts('followerCount'),
  words: (count: number) => `${count} follower`,
}

const deeds: readonly Deed[] = [
  { name: 'registering', by: 1, perform: register, ...seats },
  {
    name: 'withdrawing',
    by: -1,
    before: register,
    perform: (device, { eventId: event_id }) => device.withdrawFromEvent({ event_id }),
    ...seats,
  },
  { name: 'joining', by: 1, perform: join, ...members },
  {
    name: 'leaving',
    by: -1,
    before: join,
    perform: (device, { club: { orgId } }) => device.leaveOrganization({ orgId }),
    ...members,
  },
  { name: 'following', by: 1, perform: follow, ...followers },
  {
    name: 'unfollowing',
    by: -1,
    before: follow,
    perform: (device, { club: { orgId } }) => device.unfollowOrganization({ orgId }),
    ...followers,
  },
  { name: 'liking', by: 1, perform: like, read: readLikes },
  {
    name: 'ending a like',
    by: -1,
    before: like,
    perform: (device, { club: { orgId }, messageId }) =>
      device.likeMessage({ orgId, messageId, liked: false }),
    read: readLikes,
  },
]

let subjects = 0

/** A club with an event and a message, where two other people did everything before. */
const newSubject = async (): Promise<Subject> => {
  const society = await founded(owner)
  const { orgId } = society
  const { body } = await owner.device.postMessage({ orgId, content: 'Hello', visibility: 'public' })
  subjects += 1
  const { eventId } = await planned(w, { name: `Match ${subjects}`, maxAttendees: 9 })
  const subject = { club: society, eventId, messageId: body.data._id }
  for (const { device } of crowd) {
    await register(device, subject)
    await follow(device, subject)
    await like(device, subject)
    await join(device, subject)
  }
  await deliverStream()
  return subject
}

const textAt = async (device: Agent, path: string): Promise<string> =>
  (await browser(w, { jar: device.jar }).open(path)).text

describe('with the stream stopped', () => {
  // rules/table 27
  it.each(deeds)('$name is counted on the next views of the same person only, and once', async (deed) => {
    const subject = await newSubject()
    const me = await newBrowser(`me${subjects}`)
    const other = await newBrowser(`other${subjects}`)
    await deed.before?.(me, subject)
    await deliverStream()
    w.clock.advance(60)
    const before = await deed.read(me, subject)
    const first = Number(before[0])
    expect(new Set(before)).toEqual(new Set([first]))
    expect((await deed.perform(me, subject)).status).toBeLessThan(300)

    const after = before.map(() => first + deed.by)
    expect(await deed.read(me, subject)).toEqual(after)
    expect(await deed.read(other, subject)).toEqual(before)
    if (deed.path && deed.words) {
      expect(await textAt(me, deed.path(subject))).toContain(deed.words(first + deed.by))
      expect(await textAt(other, deed.path(subject))).toContain(deed.words(first))
    }

    await deliverStream()
    expect(await deed.read(me, subject)).toEqual(after)
    expect(await deed.read(other, subject)).toEqual(after)
    w.clock.advance(60)
    expect(await deed.read(me, subject)).toEqual(after)
  })

  // rules/table 27
  it('a deed of minutes ago is counted while the stream is known to lag', async () => {
    const subject = await newSubject()
    const me = await newBrowser('late')
    const before = await members.read(me, subject)
    await join(me, subject)
    w.clock.advance(60)
    const platform = w.table('www')
    await platform.put(pulse, { name: 'stream', at: w.clock.now().toISOString() })
    w.clock.advance(300)
    expect(await members.read(me, subject)).toEqual(before.map((count) => Number(count) + 1))
  })

  it('opposite deeds in a row leave the count as it was', async () => {
    const subject = await newSubject()
    const me = await newBrowser('undecided')
    const before = await readLikes(me, subject)
    for (const liked of [true, false, true, false])
      await me.likeMessage({ orgId: subject.club.orgId, messageId: subject.messageId, liked })
    expect(await readLikes(me, subject)).toEqual(before)
    await deliverStream()
    expect(await readLikes(me, subject)).toEqual(before)
  })

  // rules/table 27
  it('a registration with guests counts their seats', async () => {
    const { eventId: event_id } = await planned(w, { maxAttendees: 9 })
    const me = await newBrowser('host')
    const seatsShown = async () => {
      const { event } = (await me.getEvent({ event_id })).body
      return [event.registrationCount, event.seatsTaken]
    }
    await me.registerForEvent({ event_id, guestCount: 2 })
    expect(await seatsShown()).toEqual([1, 2])
    await me.registerForEvent({ event_id, guestCount: 4 })
    expect(await seatsShown()).toEqual([1, 4])
    await deliverStream()
    expect(await seatsShown()).toEqual([1, 4])
  })

  // rules/table 27, rules/checkins 51
  it("a check-in at an event with more people than one read is counted on the desk's next view", async () => {
    const club = await founded(owner)
    const start_time = w.clock.now().toISOString()
    const { eventId } = await planned(w, { hostingType: 'Org', hostingId: club.orgId, start_time })
    await crowd[0]?.device.registerForEvent({ event_id: eventId, guestCount: 3 })
    const { items } = await w.table().list(attendee, { keyParams: { eventId }, limit: 1 })
    const others = Array.from({ length: 100 }, (_, at) => ({ ...items[0], personId: `other${at}` }))
    for (const row of others) await w.table().put(attendee, row as Attendee)
    await deliverStream()
    const desk = w.device({ jar: owner.device.jar, keepsMarker: true })
    await desk.enableCheckIn({ eventId })
    const read = async () => {
      const { stats } = (await desk.listCheckedIn({ eventId, checkedIn: 'all' })).body
      const { event } = (await desk.getEvent({ event_id: eventId })).body
      const { totalCheckedIn, totalRegistrations, headsCheckedIn } = stats
      expect([event.checkedInCount, event.headsCheckedIn]).toEqual([totalCheckedIn, headsCheckedIn])
      return [totalCheckedIn, totalRegistrations, headsCheckedIn]
    }
    const userId = crowd[0]?.user._id
    await desk.checkInPerson({ eventId, userId, headsCheckedIn: 1 })
    expect(await read()).toEqual([1, 101, 1])
    const scan = { clientId: 'more', at: w.clock.now().toISOString(), action: 'in', person: `u-${userId}` }
    expect((await desk.takeScans({ eventId, scans: [scan] })).status).toBe(200)
    expect(await read()).toEqual([1, 101, 3])
    await deliverStream()
    expect(await read()).toEqual([1, 101, 3])
    await desk.checkOutPerson({ eventId, userId })
    expect(await read()).toEqual([0, 101, 0])
  })

  // rules/attendance 10
  it('a withdrawal that seats a waiting person leaves the seats taken', async () => {
    const { eventId: event_id } = await planned(w, { maxAttendees: 1 })
    const [first, second] = [await newBrowser('seated'), await newBrowser('waiting')]
    const shownTo = async (device: Agent) => {
      const { event } = (await device.getEvent({ event_id })).body
      return [event.seatsTaken, event.waitlistCount]
    }
    await first.registerForEvent({ event_id })
    await deliverStream()
    await second.registerForEvent({ event_id })
    expect([await shownTo(first), await shownTo(second)]).toEqual([
      [1, 0],
      [1, 1],
    ])
    await deliverStream()
    expect((await first.withdrawFromEvent({ event_id })).body.data.promoted).toBe(1)
    expect(await shownTo(first)).toEqual([1, 0])
    await deliverStream()
    expect(await shownTo(first)).toEqual([1, 0])
  })
})

describe('the own follow list', () => {
  // rules/organizations 48
  it('shows a follow and its end at once, and one follow once', async () => {
    const clubs = [await founded(owner), await founded(owner)]
    const me = await newBrowser('fan')
    const followed = async () =>
      (await me.listFollowedOrganizations({})).body.orgs.map(
        ({ org_id }: { org_id: { _id: string } }) => org_id._id,
      )
    const reads = await keepReadsBehind(w.runtime.client)
    for (const { orgId } of clubs) await me.followOrganization({ orgId })
    expect((await followed()).toSorted()).toEqual(clubs.map(({ orgId }) => orgId).toSorted())
    await me.unfollowOrganization({ orgId: clubs[0]?.orgId })
    expect(await followed()).toEqual([clubs[1]?.orgId])
    expect(await reads.caughtUp(followed)).toEqual([clubs[1]?.orgId])
    await reads.end()
  })
})

describe('a shown count', () => {
  const at = new Date('2026-03-02T12:00:00Z')
  const steps = fc.array(
    fc.record({ own: fc.boolean(), by: fc.constantFrom(1, 2, -1, -2), counts: fc.nat(4) }),
    { maxLength: 12 },
  )

  // rules/table 27
  it('includes all own changes, and differs by others’ changes at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 60 }), steps, (start, changes) => {
        let marker = ''
        let [stored, truth, otherSteps] = [start, start, 0]
        const [ownPending, otherPending]: [number[], number[]] = [[], []]
        let hasOwn = false
        for (const { own, by, counts } of changes) {
          const known = ownCountsFrom(marker, at)
          if (own) known.change('seats', 'E1', stored, by)
          marker = own ? known.encoded() : marker
          truth += by
          ;(own ? ownPending : otherPending).push(by)
          hasOwn ||= own
          otherSteps += own ? 0 : Math.abs(by)
          // The order of one person's row holds; between rows there is none.
          for (let left = counts; left > 0; left -= 1)
            stored += (left % 2 === 0 ? ownPending : otherPending).shift() ?? 0
          const shown = ownCountsFrom(marker, at).shown('seats', 'E1', stored)
          expect(Math.abs(shown - truth)).toBeLessThanOrEqual(otherSteps)
          if (!hasOwn) expect(shown).toBe(stored)
        }
      }),
      { seed: 20261129, numRuns: 2000 },
    )
  })

  it('is moved by a forged marker by its bounds, and by a malformed one not at all', () => {
    const seconds = at.getTime() / 1000
    const shown = (marker: string) => ownCountsFrom(marker, at).shown('members', 'O1', 10)
    expect(shown(`m999999999.0.99.${seconds}.O1`)).toBe(109)
    expect(shown(`m0.99.0.${seconds}.O1`)).toBe(0)
    for (const change of ['m50.0.100', 'x50.0.9', 'm-5.9.9', 'm50.0.9.9'])
      expect(shown(`${change}.${seconds}.O1`)).toBe(10)
    for (const end of ['', `${seconds}.`, `${seconds}.O2`, `${seconds + 60}.O1`, `${seconds - 60}.O1`])
      expect(shown(`m50.0.9.${end}`)).toBe(10)
  })
})
