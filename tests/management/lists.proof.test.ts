import { describe, expect, it } from 'vitest'
import { watchExamined } from '../support/table/examined.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costOf } from '../support/table/storing.ts'
import { crowd } from './crowd.ts'

const limit = '10'
/** Every order with and without a filter. `most` items may be looked at for one that is shown; a search looks at a hundred. */
const queries = [
  { most: 2, query: {} },
  { most: 2, query: { sortBy: 'name' } },
  { most: 2, query: { sortBy: 'memberCount' } },
  { most: 2, query: { verified: 'true' } },
  { most: 2, query: { lifecycleStatus: 'sunset', sortBy: 'name' } },
  { most: 2, query: { verified: 'true', lifecycleStatus: 'active', status: 'approved' } },
  {
    most: 2,
    query: { verified: 'true', lifecycleStatus: 'active', status: 'approved', sortBy: 'memberCount' },
  },
  // Joined from the lists that hold something: here two.
  { most: 3, query: { verified: 'true', sortBy: 'memberCount' } },
]

describe('a page of organizations', () => {
  it('costs the same whatever lies behind it, in every order and with every filter', async () => {
    using _rounds = logicalRounds()
    const bySize = []
    for (const size of [100, 1000]) {
      const { w, dean } = await crowd(size)
      const examined = watchExamined(w)
      const seen = []
      for (const { query, most } of queries) {
        examined.count = 0
        const { body } = await dean.device.listManagedOrganizations({ ...query, limit })
        const { depth, readUnits } = costOf(w)
        const looked = examined.count
        expect(body.data, JSON.stringify(query)).toHaveLength(10)
        expect(looked, JSON.stringify(query)).toBeLessThanOrEqual(most * 10 + 2)
        expect(depth, JSON.stringify(query)).toBeLessThanOrEqual(3)
        seen.push({ looked, depth, readUnits: Math.ceil(readUnits) })
      }
      bySize.push(seen)
      if (size === 1000) {
        const { body } = await dean.device.listManagedOrganizations({ limit })
        expect(body.pagination).toMatchObject({ total: 500, totalIsLowerBound: true })
        const filtered = await dean.device.listManagedOrganizations({ limit, verified: 'true' })
        expect(filtered.body.pagination).toMatchObject({ total: 334, totalIsLowerBound: false })
        examined.count = 0
        await dean.device.listManagedOrganizations({ limit, search: 'club', verified: 'true' })
        expect(examined.count).toBeLessThanOrEqual(500)
      }
    }
    expect(bySize[1]).toEqual(bySize[0])
  }, 240_000)
})
