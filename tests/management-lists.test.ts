import { beforeAll, describe, expect, it } from 'vitest'
import { orgStat } from '../functions/management/stat-rows.ts'
import { type Organization, organization, orgWord } from '../lib/identity/org-records.ts'
import { put, type Write } from '../lib/table/write.ts'
import { admins } from './administrators.ts'
import type { Person } from './people.ts'
import { founded } from './societies.ts'
import { costOf } from './storing.ts'
import type { World } from './world.ts'

const padded = (number: number): string => String(number).padStart(6, '0')

/** A school with so many organizations, as the table has them; every third is verified. */
const crowd = async (size: number) => {
  const { w, dean } = await admins()
  const { orgId } = await founded(dean)
  const model = await w.table().get(organization, { orgId })
  if (!model) throw new Error('nothing to copy')
  await dean.device.deleteOrganization({ orgId })
  const rowsOf = (at: number): Write[] => {
    const id = `org${padded(at)}`
    const nameKey = `club number${padded(at)}`
    const card: Organization = {
      ...model,
      orgId: id,
      nameKey,
      org_name: nameKey,
      createdAt: `2026-01-01T00:00:00.${padded(at)}Z`,
      memberCount: (at * 7) % 1000,
      verified: at % 3 === 0,
      lifecycleStatus: at % 2 === 0 ? 'active' : 'sunset',
    }
    const words = ['club', `number${padded(at)}`].map((word) => put(orgWord, { word, orgId: id }))
    const stat = { subject: id, month: '2026-03', '02.events': 2, '01.events': 1 }
    const total = { subject: id, month: 'TOTAL', events: 9 }
    return [put(organization, card), ...words, put(orgStat, stat), put(orgStat, total)]
  }
  const writes = Array.from({ length: size }, (_, at) => rowsOf(at)).flat()
  for (let at = 0; at < writes.length; at += 100) await w.table().write(writes.slice(at, at + 100))
  await w.table().put(orgStat, { subject: 'campus', month: 'TOTAL', orgs: size })
  return { w, dean }
}

let w: World
let dean: Person

beforeAll(async () => {
  ;({ w, dean } = await crowd(30))
})

type Row = { _id: string; org_name: string; memberCount: number; verified: boolean; recentEventCount: number }
const list = async (query: object, who = dean) => {
  const { status, body } = await who.device.listManagedOrganizations(query)
  expect(status, JSON.stringify(body)).toBe(200)
  return { rows: body.data as Row[], pagination: body.pagination, cursor: body.nextCursor }
}

describe('organizations for administrators', () => {
  it('are listed newest first, with numbers and pages', async () => {
    const { rows, pagination, cursor } = await list({ limit: '8' })
    expect(rows.map(({ _id }) => _id)).toEqual(
      [29, 28, 27, 26, 25, 24, 23, 22].map((at) => `org${padded(at)}`),
    )
    expect(rows[0]).toMatchObject({ recentEventCount: 3 })
    expect(pagination).toEqual({ page: 1, limit: 8, total: 30, totalPages: 4, totalIsLowerBound: false })
    const second = await list({ limit: '8', page: '2' })
    expect((await list({ limit: '8', cursor })).rows).toEqual(second.rows)
    expect((await list({ limit: '1', sortOrder: 'asc' })).rows[0]?._id).toBe('org000000')
    expect((await list({ limit: '8', page: '9' })).rows).toEqual([])
  })

  it('are sorted by name and size', async () => {
    const sizes = (await list({ sortBy: 'memberCount', limit: '3' })).rows.map(
      ({ memberCount }) => memberCount,
    )
    expect(sizes).toEqual([203, 196, 189])
    expect((await list({ sortBy: 'name', limit: '1' })).rows[0]?.org_name).toBe('club number000000')
    expect((await list({ sortBy: 'org_name', sortOrder: 'desc', limit: '1' })).rows[0]?._id).toBe('org000029')
  })

  it('are found by words and by what they are', async () => {
    expect((await list({ search: 'number00001' })).rows).toHaveLength(10)
    expect((await list({ search: 'clu number000012' })).rows.map(({ _id }) => _id)).toEqual(['org000012'])
    expect((await list({ search: '.*' })).rows).toEqual([])
    expect((await list({ verified: 'true' })).rows).toHaveLength(10)
    expect((await list({ verified: 'false', lifecycleStatus: 'sunset' })).rows).toHaveLength(10)
    expect((await list({ status: 'pending' })).rows).toEqual([])
    expect((await list({ search: 'club', verified: 'true' })).rows).toHaveLength(10)
  })

  it('refuse what nobody knows', async () => {
    for (const query of [
      { sortBy: 'owner' },
      { verified: 'maybe' },
      { status: 'gone' },
      { search: 'x'.repeat(101) },
    ])
      expect((await dean.device.listManagedOrganizations(query)).status).toBe(400)
    expect(w.home).toBeDefined()
  })

  it('cost the same whatever lies behind a page', async () => {
    const seen = []
    for (const size of [10, 100, 1000]) {
      const place = await crowd(size)
      await list({ limit: '10' }, place.dean)
      const { rows, pagination } = await list({ limit: '10' }, place.dean)
      const { depth, readUnits } = costOf(place.w)
      seen.push({ rows: rows.length, depth, readUnits, total: pagination.total })
    }
    const [few, , many] = seen
    expect(seen.map(({ rows, depth }) => [rows, depth])).toEqual(seen.map(() => [10, few?.depth]))
    expect(few?.depth).toBeLessThanOrEqual(3)
    expect(seen.map(({ total }) => total)).toEqual([10, 100, 500])
    expect(Math.abs((many?.readUnits ?? 0) - (few?.readUnits ?? 0))).toBeLessThanOrEqual(1)
  })
})
