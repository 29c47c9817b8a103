import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { collaborator, eventBody, eventCard } from '../../functions/events/index.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined, type Society } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'
import { cardOf, hostedBy, idsOf, register } from './cards.ts'

type Units = { readonly depth: number; readonly readUnits: number; readonly writeUnits: number }
/** Rows that the table looked at since the last question. */
const counting = ({ runtime }: World): (() => number) => {
  let looked = 0
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as (command: unknown) => Promise<{ ScannedCount?: number }>
  vi.spyOn(documents, 'send').mockImplementation((async (command: unknown) => {
    const answer = await send(command)
    looked += answer.ScannedCount ?? 0
    return answer
  }) as never)
  return () => {
    const since = looked
    looked = 0
    return since
  }
}

type Place = { readonly w: World; readonly owner: Person; readonly ada: Person; readonly club: Society }

const minute = 60_000
const begin = Date.parse('2026-03-03T00:00:00.000Z')

/** As many public events of one organization, a minute apart, of one size; every third of another that it helps. */
const grown = async (size: number): Promise<Place> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' }, ownTable: true })
  const owner = await registered(w, 'owner', { username: 'owner' })
  const ada = await registered(w, 'ada', { username: 'ada' })
  const [club, other] = [await founded(owner), await founded(owner)]
  await joined(club, ada)
  const rows = Array.from({ length: size }, (_, at): Write[] => {
    const start_time = new Date(begin + at * minute).toISOString()
    const eventId = `event${String(at).padStart(6, '0')}`
    const helped = at % 3 === 2
    const host = helped ? { ...hostedBy(other), collaborators: [club.orgId] } : hostedBy(club)
    const card = cardOf({ eventId, start_time, ...host, type: at % 4 === 0 ? 'Meeting' : 'Social' })
    const { shelf } = card
    const invite = { inviteId: eventId, hostOrgId: other.orgId, invitedByUserId: owner.user._id }
    const copy = {
      eventId,
      orgId: club.orgId,
      ...invite,
      status: 'accepted' as const,
      card,
      shelf,
      start_time,
    }
    return [
      put(eventCard, card),
      put(eventBody, {
        eventId,
        targetAudience: [],
        customFields: {},
        requiresApproval: false,
        autoBook: false,
        version: 1,
      }),
      ...(helped ? [put(collaborator, { ...copy, expiresAt: start_time, cardVersion: 1, version: 1 })] : []),
    ]
  }).flat()
  for (let at = 0; at < rows.length; at += 100) await w.table().write(rows.slice(at, at + 100))
  for (let at = 0; at < 10; at += 1) {
    const start_time = new Date(begin + at * minute).toISOString()
    const card = cardOf({ eventId: `event${String(at).padStart(6, '0')}`, start_time })
    await register(w, card, ada)
  }
  return { w, owner, ada, club }
}

const ten = { limit: '10' }
const operations: Readonly<Record<string, (place: Place) => ReturnType<Person['device']['getEvent']>>> = {
  future: ({ ada }) => ada.device.listFutureEvents(ten),
  futureFiltered: ({ ada }) => ada.device.listFutureEvents({ ...ten, filter: '{"hostingType":"Org"}' }),
  all: ({ ada }) => ada.device.listAllEvents(ten),
  month: ({ ada }) => ada.device.listEventsOfMonth({ ...ten, month: '3', year: '2026' }),
  range: ({ ada }) => ada.device.listEventsBetween({ ...ten, start: '2026-03-03', end: '2026-05-01' }),
  ofOrganization: ({ ada, club: { orgId } }) => ada.device.listOrganizationEvents({ orgId, ...ten }),
  managed: ({ owner, club: { orgId } }) => owner.device.listMyEvents({ orgId, type: 'future', ...ten }),
  going: ({ ada }) => ada.device.listGoingEvents(ten),
  sameHost: ({ ada }) => ada.device.listEventsOfSameHost({ eventId: 'event000000', limit: '3' }),
  page: ({ ada }) => ada.device.getEvent({ event_id: 'event000000' }),
}

const unitsOf = async (place: Place): Promise<Record<string, Units>> => {
  using _rounds = logicalRounds()
  const units: Record<string, Units> = {}
  await place.owner.device.validateToken()
  const looked = counting(place.w)
  for (const [name, perform] of Object.entries(operations)) {
    const { status, body } = await perform(place)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    if (name === 'future') expect(idsOf(body)).toHaveLength(10)
    examined.push([name, body.events?.length ?? 1, looked()])
    units[name] = place.w.logs.at(-1)?.table as Units
  }
  return units
}

const examined: [string, number, number][] = []

afterAll(() => {
  vi.restoreAllMocks()
})

const sizes = [10, 100, 1000]
const measured: Record<string, Units>[] = []

beforeAll(async () => {
  for (const size of sizes) measured.push(await unitsOf(await grown(size)))
}, 120_000)

describe('the cost of events', () => {
  it.each(Object.keys(operations).filter((name) => name !== 'futureFiltered'))(
    'of %s does not grow with their number',
    (name) => {
      const [few, ...more] = measured.map((units) => units[name])
      for (const many of more) {
        expect(many?.depth).toBe(few?.depth)
        expect(Math.abs((many?.readUnits ?? 0) - (few?.readUnits ?? 0))).toBeLessThanOrEqual(0.5)
        expect(many?.writeUnits).toBe(few?.writeUnits)
      }
    },
  )

  it('stays the same behind a hundred rows where a list is narrowed down', () => {
    const [, few, many] = measured.map(({ futureFiltered }) => futureFiltered)
    expect(many?.depth).toBe(few?.depth)
    expect(Math.abs((many?.readUnits ?? 0) - (few?.readUnits ?? 0))).toBeLessThanOrEqual(0.5)
  })

  it('is at most two rows looked at for each one that is shown, and one more', () => {
    const lists = examined.filter(([name]) => name !== 'futureFiltered' && name !== 'page')
    expect(lists.filter(([, shown, looked]) => looked > 2 * shown + 1)).toEqual([])
    const filtered = examined.filter(([name]) => name === 'futureFiltered').map(([, , looked]) => looked)
    expect(Math.max(...filtered)).toBeLessThanOrEqual(100)
  })

  it('is one round trip behind the caller for feeds and pages, and two for what a list names', () => {
    const depths = Object.entries(measured.at(-1) ?? {}).map(([name, { depth }]) => [name, depth - 1])
    expect(Object.fromEntries(depths)).toEqual({
      future: 1,
      futureFiltered: 1,
      all: 1,
      month: 1,
      range: 1,
      ofOrganization: 1,
      managed: 1,
      going: 2,
      sameHost: 2,
      page: 1,
    })
  })
})
