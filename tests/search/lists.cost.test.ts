import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../lib/identity/org/records.ts'
import { putAll } from '../support/table/bulk.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costOf } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'
import { expected, type Place, searchCampus, writesOf } from './crowds.ts'

const sizes = [10, 1000]
type Campus = Awaited<ReturnType<typeof searchCampus>>
const campuses = new Map<number, Campus>()

beforeAll(async () => {
  for (const size of sizes) {
    const campus = await searchCampus(size)
    const { runtime, home: tenant } = campus.w
    await putAll(runtime.client, { tenant, nowSeconds: 0 }, writesOf(campus.campus, undefined))
    campuses.set(size, campus)
  }
})

const kinds = ['people', 'members', 'directory', 'managed', 'events', 'hosted'] as const
const texts = [
  'a',
  'a j',
  'anna',
  'ANNA jo',
  'jones anna',
  'sore',
  'muller',
  'strasse',
  'obrian',
  'stu 0000',
  'chess',
  'ch cl',
  'cafe soc',
  'club 0000',
  'quiet chess',
  'union of',
  'xyz',
  'a xyz',
  'nna',
]

/** Every row of a search, page by page. */
const walked = async (w: World, place: Place, text: string, more: object = {}) => {
  using _rounds = logicalRounds()
  const all: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await place.ask(text, { ...more, ...(cursor ? { cursor } : {}) })
    const { depth, readUnits } = costOf(w)
    expect([text, readUnits <= (place.strong || isLate ? 80 : 40) && depth <= 4]).toEqual([text, true])
    expect(page.ids.length).toBeLessThanOrEqual(20)
    if (page.cursor) expect(page.ids.length).toBeGreaterThan(0)
    all.push(...page.ids)
    cursor = page.cursor
    pages += 1
  } while (cursor !== undefined)
  expect(new Set(all).size).toBe(all.length)
  return { all, pages }
}

describe.each(sizes)('among %i', (size) => {
  it.each(kinds)(
    'a search of %s finds what has all the words, page by page, and nothing else',
    async (kind) => {
      const { w, places } = campuses.get(size) as Campus
      for (const text of texts) {
        const { all } = await walked(w, places[kind], text)
        expect([text, all.toSorted()]).toEqual([text, expected(places[kind], text)])
      }
    },
    120_000,
  )
})

describe('what is found', () => {
  const campus = (size = 1000) => campuses.get(size) as Campus
  const of = (ids: readonly string[]) =>
    ids.map((id) => campus().campus.cards.find(({ orgId }) => orgId === id))

  // rules/table 12
  it('is counted, and reached by numbers of pages to the last row', async () => {
    const { w, places } = campus()
    const wanted = expected(places.managed, 'quiet')
    const all: string[] = []
    for (let page = 1; page <= Math.ceil(wanted.length / 20); page += 1) {
      const { ids, body } = await places.managed.ask('quiet', { page: String(page) })
      const totalPages = Math.ceil(wanted.length / 20)
      expect(body.pagination).toEqual({
        page,
        limit: 20,
        total: wanted.length,
        totalPages,
        totalIsLowerBound: false,
      })
      all.push(...ids)
    }
    expect(all.toSorted()).toEqual(wanted)
    expect((await places.managed.ask('quiet', { page: '999' })).body).toMatchObject({
      data: [],
      pagination: { total: wanted.length },
    })
    const past = await w.device().listOrganizations({ search: 'c', page: '40' })
    expect(past).toMatchObject({ status: 400, body: { code: 'PAGE_TOO_FAR' } })
  })

  it.each([
    [{ verified: 'true' }, (one: Organization) => one.verified],
    [{ status: 'pending' }, (one: Organization) => one.approvalStatus === 'pending'],
    [
      { lifecycleStatus: 'sunset', verified: 'false' },
      (one: Organization) => one.lifecycleStatus === 'sunset' && !one.verified,
    ],
    [
      { lifecycleStatus: 'active', status: 'approved' },
      (one: Organization) => one.lifecycleStatus === 'active' && one.approvalStatus === 'approved',
    ],
  ])('is what administrators narrow it down to by %o', async (query, isWanted) => {
    const { w, places } = campus()
    const { all } = await walked(w, places.managed, 'c', query)
    const wanted = of(expected(places.managed, 'c')).filter((one) => one && isWanted(one))
    expect(all.toSorted()).toEqual(wanted.map((one) => one?.orgId))
  })

  // rules/table 12
  it('has the order that was asked for, and says where it is that of a part', async () => {
    const { w, places } = campus()
    const newest = await walked(w, places.managed, 'quiet')
    expect(newest.all).toEqual(newest.all.toSorted().reverse())
    const named = await walked(w, places.managed, 'quiet', { sortBy: 'name' })
    const names = of(named.all).map((one) => one?.nameKey)
    expect(names).toEqual(names.toSorted())
    const { body } = await places.managed.ask('c', { sortBy: 'name' })
    expect(body.pagination).toMatchObject({ totalIsLowerBound: true, orderIsPartial: true })
    const events = await walked(w, places.events, 'quiet')
    const starts = events.all.map(
      (id) => campus().campus.events.find(({ eventId }) => eventId === id)?.start_time,
    )
    expect(starts).toEqual(starts.toSorted())
    const members = await walked(w, places.members, 'anna')
    expect(members.all).toEqual(members.all.toSorted().reverse())
  })

  it('are members with the role, and events of the kind that was asked for', async () => {
    const { w, places } = campus()
    const officers = await walked(w, places.members, 'a', { role: 'officer' })
    const wanted = places.members.findable.filter(({ facts }) => JSON.stringify(facts).includes('officer'))
    expect(officers.all.toSorted()).toEqual(expected({ ...places.members, findable: wanted }, 'a'))
    const filter = JSON.stringify({ type: { $in: ['Meeting'] } })
    expect((await places.events.ask('quiet', { filter })).ids).toEqual([])
    const { ids } = await places.events.ask('quiet', {
      filter: JSON.stringify({ type: 'social', hostingType: 'Org' }),
    })
    expect(ids).toHaveLength(20)
  })

  it('are events of an organization by status and time, in every order', async () => {
    const { w, places } = campus()
    const eventOf = (id: string) => campus().campus.events.find(({ eventId }) => eventId === id)
    const drafts = await walked(w, places.hosted, 'quiet', { status: 'draft', sortOrder: 'desc' })
    const wanted = expected(places.hosted, 'quiet').filter((id) => eventOf(id)?.status === 'draft')
    expect(drafts.all).toEqual(wanted.toSorted((one, other) => (startOf(one) < startOf(other) ? 1 : -1)))
    function startOf(id: string) {
      return eventOf(id)?.start_time ?? ''
    }
    const soon = await walked(w, places.hosted, 'club', { timeRange: 'upcoming', sortBy: 'name' })
    const names = soon.all.map((id) => eventOf(id)?.name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    for (const id of soon.all) expect(startOf(id) >= w.clock.now().toISOString()).toBe(true)
    const { body } = await places.hosted.ask('quiet', { sortBy: 'createdAt' })
    expect(body.data.pagination).toMatchObject({
      sortedWithin: 20,
      totalEvents: expected(places.hosted, 'quiet').length,
    })
  })

  // rules/table 1
  it('takes a cursor of this very search alone', async () => {
    const { places } = campus()
    const { cursor } = await places.people.ask('anna')
    for (const text of ['ann', 'bob'])
      await expect(places.people.ask(text, { cursor })).rejects.toThrow('INVALID_CURSOR')
    const forged = (value: object) =>
      Buffer.from(
        JSON.stringify([JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString())[0], value]),
      ).toString('base64url')
    for (const value of [
      { at: '9 400 ' },
      { at: '0 1e9 ' },
      { at: '0 400 x' },
      { at: 'x' },
      { from: '-1' },
      { n: 'many' },
    ])
      await expect(places.people.ask('anna', { cursor: forged(value) })).rejects.toThrow('INVALID_CURSOR')
  })
})
