import { beforeAll, describe, expect, it } from 'vitest'
import { BadCursor } from '../../lib/contract/failures.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { crowd, padded } from './crowd.ts'

let dean: Person

beforeAll(async () => {
  ;({ dean } = await crowd(30))
})

type Row = { _id: string; org_name: string; memberCount: number; verified: boolean; recentEventCount: number }
const list = async (query: object, who = dean) => {
  const { status, body } = await who.device.listManagedOrganizations(query)
  expect(status, JSON.stringify(body)).toBe(200)
  return { rows: body.data as Row[], pagination: body.pagination, cursor: body.nextCursor }
}
const idsOf = ({ rows }: { rows: readonly Row[] }): string[] => rows.map(({ _id }) => _id)

describe('organizations for administrators', () => {
  // rules/management 26
  it('are listed newest first, with numbers and pages', async () => {
    const { rows, pagination, cursor } = await list({ limit: '8' })
    expect(rows.map(({ _id }) => _id)).toEqual(
      [29, 28, 27, 26, 25, 24, 23, 22].map((at) => `org${padded(at)}`),
    )
    expect(rows[0]).toMatchObject({ recentEventCount: 3, memberCount: (29 * 7) % 1000 })
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
    expect(idsOf(await list({ search: 'clu number000012' }))).toEqual(['org000012'])
    expect((await list({ search: '.*' })).rows).toEqual([])
    expect((await list({ verified: 'true' })).rows).toHaveLength(10)
    expect((await list({ verified: 'false', lifecycleStatus: 'sunset' })).rows).toHaveLength(10)
    expect((await list({ status: 'pending' })).rows).toEqual([])
    expect((await list({ search: 'club', verified: 'true' })).rows).toHaveLength(10)
  })

  // rules/management 26
  it('are shown a page at a time, filtered and searched for too, with how many there are', async () => {
    const verified = [27, 24, 21, 18, 15, 12, 9, 6, 3, 0].map((at) => `org${padded(at)}`)
    for (const query of [{ verified: 'true' }, { verified: 'true', search: 'club' }]) {
      const first = await list({ ...query, limit: '4' })
      expect(idsOf(first)).toEqual(verified.slice(0, 4))
      expect(first.pagination).toMatchObject({ total: 10, totalPages: 3, totalIsLowerBound: false })
      expect(idsOf(await list({ ...query, limit: '4', page: '2' }))).toEqual(verified.slice(4, 8))
      const second = await list({ ...query, limit: '4', cursor: first.cursor })
      expect(idsOf(second)).toEqual(verified.slice(4, 8))
      const third = await list({ ...query, limit: '4', cursor: second.cursor })
      expect([idsOf(third), third.cursor]).toEqual([verified.slice(8), undefined])
      const elsewhere = { ...query, verified: 'false', cursor: first.cursor }
      expect(await dean.device.listManagedOrganizations(elsewhere)).toMatchObject(refused(BadCursor))
    }
    const bySize = { verified: 'true', sortBy: 'memberCount', limit: '4' }
    const { cursor } = await list(bySize)
    expect(await dean.device.listManagedOrganizations({ ...bySize, sortOrder: 'asc', cursor })).toMatchObject(
      refused(BadCursor),
    )
    expect((await list({ ...bySize, page: '999' })).rows).toEqual([])
  })

  it('refuse what nobody knows', async () => {
    for (const query of [
      { sortBy: 'owner' },
      { verified: 'maybe' },
      { status: 'gone' },
      { search: 'x'.repeat(101) },
    ])
      expect((await dean.device.listManagedOrganizations(query)).status).toBe(400)
  })
})
