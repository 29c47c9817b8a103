import { describe, expect, it } from 'vitest'
import { rowsAtSchools } from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'

const schools = Array.from({ length: 200 }, (_, at) => ({ tenantKey: `school${at}` }))

const registry = {
  collect: async () => [schools],
  at: (tenant: string) => ({ tenant }),
} as unknown as Table

describe('a search at every school', () => {
  it('asks ten schools at once, so that a large registry does not exhaust the connections', async () => {
    let now = 0
    let most = 0
    const found = await rowsAtSchools(registry, 'ask', async ({ tenant }) => {
      most = Math.max(most, ++now)
      await new Promise((done) => setImmediate(done))
      now--
      return { rows: [{ seen: tenant }], all: true }
    })
    expect(most).toBe(10)
    expect(found).toEqual({ rows: schools.map(({ tenantKey }) => ({ school: tenantKey, seen: tenantKey })) })
  })

  // rules/privacy 7
  it('says that rows are missing when one school has more', async () => {
    const search = async ({ tenant }: Table) => ({ rows: [], all: tenant !== 'school7' })
    expect(await rowsAtSchools(registry, 'ask', search)).toEqual({ rows: [], rest: 'ask' })
  })

  it('fails when one school could not be read', async () => {
    const search = async ({ tenant }: Table) => {
      if (tenant === 'school7') throw new Error('no answer')
      return { rows: [], all: true }
    }
    await expect(rowsAtSchools(registry, 'ask', search)).rejects.toThrow('no answer')
  })
})
