import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addScan, presenceOf, type Scan, type Scans } from '../../functions/checkins/scans.ts'
import { Ended, EventNotFound, NotEnabled, NotPermitted } from '../../functions/checkins/shapes.ts'
import type { EventCard } from '../../functions/events/index.ts'
import { hosted } from '../attendance/events.ts'
import { expectCounted, stateOf } from '../attendance/state.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costIn, type Door, door, opened } from './door.ts'
import { momentIn, outcome, type Sent } from './scans.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 12)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

let d: Door

beforeAll(async () => {
  d = await door()
})

const send = (card: EventCard, scans: readonly Sent[]) =>
  d.chess.officer.device.takeScans({ eventId: card.eventId, orgId: d.chess.orgId, scans })

const resultsOf = async (card: EventCard, scans: readonly Sent[]) => {
  const { status, body } = await send(card, scans)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.results
}

describe('scans that were taken without a connection', () => {
  // rules/checkins 23
  it('count from when they were taken, and the later of two decides', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const person = `u-${d.person(0).id}`
    await d.person(0).device.registerForEvent({ event_id: eventId })
    const scan = (clientId: string, seconds: number, action: 'in' | 'out'): Sent => ({
      clientId,
      at: momentIn(d, seconds),
      person,
      action,
    })
    expect(await resultsOf(card, [scan('b', -20, 'out'), scan('a', -30, 'in')])).toMatchObject([
      { clientId: 'b', result: 'applied', checkedIn: false },
      { clientId: 'a', result: 'applied', checkedIn: false },
    ])
    expect(await resultsOf(card, [scan('c', -40, 'in')])).toMatchObject([
      { clientId: 'c', result: 'superseded', checkedIn: false },
    ])
    expect(await resultsOf(card, [scan('d', -10, 'in')])).toMatchObject([
      { result: 'applied', checkedIn: true, checkedInAt: momentIn(d, -10) },
    ])
  })

  // rules/checkins 41
  it('say which of them a newer one overruled, also of the other kind', async () => {
    const card = await opened(d.w, d.chess)
    const person = `u-${d.person(0).id}`
    await d.person(0).device.registerForEvent({ event_id: card.eventId })
    const scan = (seconds: number, action: 'in' | 'out'): Sent => ({
      clientId: `${action}${seconds}`,
      at: momentIn(d, seconds),
      person,
      action,
    })
    const results = async (...scans: Sent[]) =>
      (await resultsOf(card, scans)).map(({ result }: { result: string }) => result)
    expect(await results(scan(-30, 'in'))).toEqual(['applied'])
    expect(await results(scan(-40, 'out'))).toEqual(['superseded'])
    expect(await results(scan(-20, 'out'))).toEqual(['applied'])
    expect(await results(scan(-25, 'in'))).toEqual(['superseded'])
    expect(await results(scan(-10, 'in'), scan(-5, 'out'))).toEqual(['applied', 'applied'])
  })

  it('keep the first time while nobody left, and lose against a later press', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const person = `u-${d.person(0).id}`
    await d.person(0).device.registerForEvent({ event_id: eventId })
    await d.person(0).device.checkInOnPage({ eventId })
    await resultsOf(card, [{ clientId: 'a', at: momentIn(d, -30), person, action: 'in' }])
    expect(await outcome(d, card)).toMatchObject([{ checkedIn: true, checkedInAt: momentIn(d, -30) }])
    await d.person(0).device.checkOut({ eventId })
    await resultsOf(card, [{ clientId: 'b', at: momentIn(d, 0), person, action: 'in' }])
    expect(await outcome(d, card)).toMatchObject([{ checkedIn: false }])
  })

  // rules/checkins 25
  it('name people by what they showed', async () => {
    const [card, other] = [await opened(d.w, d.chess), await opened(d.w, d.chess)]
    const { eventId } = card
    await d.guest.device.registerForEvent({ event_id: eventId })
    const code = (await d.guest.device.getCheckInTicket({ eventId })).body.data.code as string
    const elsewhere = (await d.guest.device.getCheckInTicket({ eventId: other.eventId })).body.data.code
    const at = momentIn(d, -5)
    const scan = (more: object): Sent => ({ clientId: 'a', at, action: 'in', ...more })
    const forged = code.replace(/^g-[^.]+/, `u-${d.person(0).id}`)
    expect(
      await resultsOf(card, [
        scan({ code }),
        scan({ code: elsewhere }),
        scan({ code: forged }),
        scan({ code: `${code}0` }),
        scan({ code, person: `u-${d.person(0).id}` }),
        scan({}),
      ]),
    ).toMatchObject([
      { result: 'applied', checkedIn: true, name: expect.any(String), guestCount: 1 },
      ...Array(4).fill({ result: 'refused', reason: 'bad_code' }),
      { result: 'refused', reason: 'no_such_person' },
    ])
    expect(await outcome(d, card)).toMatchObject([{ who: `g-${d.guest.id}`, checkedIn: true }])
  })

  // rules/checkins 35
  it('are taken from nobody but who made them, where they say who did', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { officer } = d.chess
    const person = `u-${d.person(0).id}`
    await d.person(0).device.registerForEvent({ event_id: eventId })
    const scans = [{ clientId: 'a', at: momentIn(d, -5), person, action: 'in' as const }]
    const sentAs = (scannedBy: string) => officer.device.takeScans({ eventId, scans, scannedBy })
    expect(await sentAs(d.person(1).id)).toMatchObject(refused(NotPermitted))
    expect(await outcome(d, card)).toMatchObject([{ checkedIn: false }])
    expect((await sentAs(officer.user._id)).body.data.results).toMatchObject([{ result: 'applied' }])
  })

  // rules/checkins 26
  it('are refused one by one', async () => {
    const card = await opened(d.w, d.chess, { requireRegistration: true }, { maxAttendees: 1 })
    const { eventId } = card
    for (const at of [0, 1]) await d.person(at).device.registerForEvent({ event_id: eventId })
    const person = `u-${d.person(0).id}`
    const scan = (more: Partial<Sent>): Sent => ({
      clientId: 'a',
      at: momentIn(d, -5),
      person,
      action: 'in',
      ...more,
    })
    const results = await resultsOf(card, [
      scan({ at: 'yesterday' }),
      scan({ at: momentIn(d, 1) }),
      scan({ at: momentIn(d, -61) }),
      scan({ person: 'u-nobody' }),
      scan({ person: `u-${d.person(2).id}` }),
      scan({ person: `g-${d.guest.id}` }),
      scan({ person: `u-${d.person(1).id}` }),
      scan({}),
    ])
    expect(results.map(({ reason, result }: Record<string, string>) => reason ?? result)).toEqual([
      'bad_time',
      'in_the_future',
      'outside_event',
      ...Array(3).fill('not_registered'),
      'registration_required',
      'applied',
    ])
    const many = Array.from({ length: 201 }, () => scan({}))
    expect((await send(card, many)).status).toBe(400)
    expect((await send(card, [])).status).toBe(400)
    expect((await send(card, [scan({ clientId: 'a#b' })])).status).toBe(400)
  })

  // rules/checkins 27
  it('are taken while the desk is open, until a week after the event', async () => {
    const scan = { clientId: 'a', at: momentIn(d, -5), person: 'x', action: 'in' } as const
    expect(await send(await hosted(d.w, d.chess.orgId), [scan])).toMatchObject(refused(NotEnabled))
    expect(await send({ ...(await hosted(d.w, d.chess.orgId)), eventId: 'absent' }, [scan])).toMatchObject(
      refused(EventNotFound),
    )
    const end_time = momentIn(d, -7 * 24 * 3600 - 1)
    const times = { start_time: momentIn(d, -8 * 24 * 3600), end_time }
    expect(await send(await opened(d.w, d.chess, {}, times), [scan])).toMatchObject(refused(Ended))
  })

  it('cost three round trips behind authentication, however many people', async () => {
    using _rounds = logicalRounds()
    const card = await opened(d.w, d.chess)
    const scans = [0, 1, 2, 3].map((at) => ({
      clientId: `a${at}`,
      at: momentIn(d, -5),
      person: `u-${d.person(at).id}`,
      action: 'in' as const,
    }))
    for (const at of [0, 1, 2, 3]) await d.person(at).device.registerForEvent({ event_id: card.eventId })
    await resultsOf(card, scans)
    expect(costIn(d.w)).toMatchObject({ depth: 4, writeUnits: 8 })
  })
})

const scanOf: fc.Arbitrary<Scan> = fc.record({
  action: fc.constantFrom('in', 'out'),
  at: fc.integer({ min: 0, max: 5 }).map((at) => `2026-03-02T12:00:0${at}.000Z`),
  clientId: fc.constantFrom('a', 'b'),
  by: fc.constantFrom('x', 'door:y'),
  heads: fc.constantFrom(undefined, undefined, 1, 2),
})

describe('a part of a group', () => {
  const group = async (guestCount = 3) => {
    const card = await opened(d.w, d.chess)
    const { device, id } = d.person(0)
    expect((await device.registerForEvent({ event_id: card.eventId, guestCount })).status).toBe(201)
    const enter = async (headsCheckedIn?: number) => {
      const sent = { eventId: card.eventId, userId: id, ...(headsCheckedIn ? { headsCheckedIn } : {}) }
      return (await d.chess.officer.device.checkInPerson(sent)).body.data
    }
    const stats = async () =>
      (await d.chess.officer.device.listCheckedIn({ eventId: card.eventId, only: 'stats' })).body.stats
    return { card, person: `u-${id}`, enter, stats }
  }

  // rules/checkins 54
  it('is inside, and more of it later, with every count and no seat changed', async () => {
    const stream = await attendanceStream(d.w)
    const { card, person, enter, stats } = await group()
    const first = await enter(1)
    expect(first).toMatchObject({ headsCheckedIn: 1, alreadyCheckedIn: false })
    d.w.clock.advance(60)
    expect(await enter(1)).toMatchObject({ headsCheckedIn: 1, alreadyCheckedIn: true })
    expect(await enter(2)).toMatchObject({ headsCheckedIn: 2, checkedInAt: first.checkedInAt })
    expect(await enter(1)).toMatchObject({ headsCheckedIn: 2, alreadyCheckedIn: true })
    const counts = { headsCheckedIn: 2, totalCheckedIn: 1, totalRegistrations: 1, seatsTaken: 3 }
    expect(await stats()).toMatchObject(counts)
    await stream.drain()
    const { body } = await d.chess.officer.device.getEvent({ event_id: card.eventId })
    expect(body.event).toMatchObject({ headsCheckedIn: 2, checkedInCount: 1, seatsTaken: 3 })
    const file = { orgId: d.chess.orgId, eventId: card.eventId, format: 'json' }
    const { data } = (await d.chess.officer.device.exportAttendees(file)).body
    expect(data.attendees).toMatchObject([{ guestCount: 3, checkedIn: true, headsCheckedIn: 2 }])
    expectCounted(await stateOf(d.w, card.eventId))
    expect(await enter(9)).toMatchObject({ headsCheckedIn: 3 })
    await d.chess.officer.device.checkOutPerson({ eventId: card.eventId, userId: person })
    expect(await stats()).toMatchObject({ headsCheckedIn: 0, totalCheckedIn: 0, seatsTaken: 3 })
    expect(await enter(2)).toMatchObject({ headsCheckedIn: 2 })
    expect(await enter()).toMatchObject({ headsCheckedIn: 3 })
    await stream.drain()
    expectCounted(await stateOf(d.w, card.eventId))
    expect((await enter(0.5)) ?? 'refused').toBe('refused')
  })

  // rules/checkins 54
  it('is the larger number of two desks at the same moment', async () => {
    const { enter, stats } = await group(4)
    await Promise.all([3, 1, 2].map(enter))
    expect(await stats()).toMatchObject({ headsCheckedIn: 3, totalCheckedIn: 1 })
  })

  // rules/checkins 54
  it('comes by scans that are sent later, in any order', async () => {
    const { card, person, stats } = await group()
    const scan = (
      clientId: string,
      seconds: number,
      action: 'in' | 'out',
      headsCheckedIn?: number,
    ): Sent => ({
      clientId,
      at: momentIn(d, seconds),
      person,
      action,
      ...(headsCheckedIn === undefined ? {} : { headsCheckedIn }),
    })
    const [later] = await resultsOf(card, [scan('c', -10, 'in', 2)])
    expect(later).toMatchObject({ result: 'applied', checkedIn: true, headsCheckedIn: 2 })
    await resultsOf(card, [scan('a', -40, 'in'), scan('b', -20, 'out')])
    expect(await stats()).toMatchObject({ headsCheckedIn: 2 })
    await resultsOf(card, [scan('d', -15, 'in', 1)])
    expect(await stats()).toMatchObject({ headsCheckedIn: 2 })
    const [all] = await resultsOf(card, [scan('e', -5, 'in', 3)])
    expect(all).toMatchObject({ headsCheckedIn: 3 })
  })
})

describe('what scans come to', () => {
  // rules/checkins 24
  it('does not depend on their order, and repeating them changes nothing', () => {
    fc.assert(
      fc.property(
        fc
          .array(scanOf, { maxLength: 12 })
          .chain((all) =>
            fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
          ),
        ([all, shuffled]) => {
          const fold = (scans: readonly Scan[]): Scans => scans.reduce(addScan, {})
          expect(fold(shuffled)).toEqual(fold(all))
          const newest = [...all].sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
          const alone = all.filter(({ at }) => at === newest?.at)
          if (alone.length === 1) expect(presenceOf(fold(all)).checkedIn).toBe(newest?.action === 'in')
        },
      ),
      { seed, numRuns: 500 },
    )
  })

  // rules/checkins 24
  it('is the same at every door, in whatever order devices bring them', async () => {
    const anyScan = fc.record({
      who: fc.integer({ min: 0, max: 4 }),
      seconds: fc.integer({ min: -50, max: -1 }),
      client: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom<'in' | 'out'>('in', 'in', 'out'),
      heads: fc.constantFrom(undefined, 1, 2),
    })
    const plan = fc.array(anyScan, { minLength: 1, maxLength: 14 }).chain((scans) =>
      fc.record({
        scans: fc.constant(scans),
        order: fc.shuffledSubarray([...scans, ...scans], { minLength: scans.length * 2 }),
        cuts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        together: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(plan, async ({ scans, order, cuts, together }) => {
        const cards = [await opened(d.w, d.chess), await opened(d.w, d.chess)] as const
        const ids = [0, 1, 2, 3].map((at) => `u-${d.person(at).id}`).concat(`g-${d.guest.id}`)
        for (const { eventId } of cards) {
          await d.person(0).device.registerForEvent({ event_id: eventId, guestCount: 3 })
          await d.guest.device.registerForEvent({ event_id: eventId })
        }
        const sent = (all: typeof scans): Sent[] =>
          all.map(({ who, seconds, client, action, heads }) => ({
            clientId: client,
            at: momentIn(d, seconds),
            person: ids[who] ?? '',
            action,
            ...(heads === undefined ? {} : { headsCheckedIn: heads }),
          }))
        await resultsOf(cards[0], sent(scans))
        const parts: Sent[][] = []
        for (let at = 0, turn = 0; at < order.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1
          parts.push(sent(order.slice(at, at + size)))
          at += size
        }
        if (together) await Promise.all(parts.map((part) => resultsOf(cards[1], part)))
        else for (const part of parts) await resultsOf(cards[1], part)
        expect(await outcome(d, cards[1])).toEqual(await outcome(d, cards[0]))
      }),
      { seed, numRuns: runs },
    )
  }, 120_000)
})
