import { beforeEach, describe, expect, it } from 'vitest'
import * as failures from '../../functions/tenants/shapes.ts'
import { TenantMissing } from '../../functions/tenants/shapes.ts'
import { tenantRecord } from '../../lib/identity/person/records.ts'
import { listSchools } from '../../lib/identity/school/tenants.ts'
import { type Agent, refused } from '../support/agent.ts'
import { closeRegistry, enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

let w: World
let root: Agent
const email = 'root@platform.example.edu'
const password = 'correct horse battery'

/** Every test has a registry of its own: two schools that are open. */
beforeEach(async () => {
  w = await world({ settings: { PLATFORM_ADMIN_EMAILS: email, RATE_LIMIT_SCALE: '100' } })
  await closeRegistry(w)
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  root = w.device()
  expect((await root.register({ email, password })).status).toBeLessThan(300)
})

const statuses = async (): Promise<string[]> => {
  const schools = await listSchools(w.table(), { strong: true })
  for (const school of schools)
    expect(await w.table(school.tenantKey).get(tenantRecord, {}, { strong: true })).toEqual(school)
  return schools.map(({ status }) => status)
}

describe('the last open school', () => {
  it('stays open, one by one', async () => {
    expect((await root.updateTenant({ tenantKey: w.home, status: 'maintenance' })).status).toBe(200)
    for (const status of ['maintenance', 'hidden', 'coming_soon'])
      expect(await root.updateTenant({ tenantKey: w.sister, status })).toMatchObject(
        refused(failures.LastActiveTenant),
      )
    expect(await statuses()).toEqual(['maintenance', 'active'])
  })

  it('stays open when all are closed together', async () => {
    const tenants = [w.home, w.sister].map((tenantKey) => ({ tenantKey, status: 'hidden' }))
    expect(await root.updateTenantStatuses({ tenants })).toMatchObject(refused(failures.LastActiveTenant))
    expect(await statuses()).toEqual(['active', 'active'])
  })

  // rules/tenants 12
  it('stays open when two are closed at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(
        [w.home, w.sister].map((tenantKey) => root.updateTenant({ tenantKey, status: 'maintenance' })),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await statuses()).sort()).toEqual(['active', 'maintenance'])
      for (const tenantKey of [w.home, w.sister]) await root.updateTenant({ tenantKey, status: 'active' })
    }
  })

  // rules/tenants 12
  it('can be relieved by another in one request', async () => {
    await root.updateTenant({ tenantKey: w.sister, status: 'coming_soon' })
    const tenants = [
      { tenantKey: w.home, status: 'hidden', statusMessage: 'Moved' },
      { tenantKey: w.sister, status: 'active' },
    ]
    const reply = await root.updateTenantStatuses({ tenants })
    expect(reply.body.data.tenants).toMatchObject([
      { tenantKey: w.home, status: 'hidden', statusMessage: 'Moved' },
      { tenantKey: w.sister, status: 'active' },
    ])
    expect(await statuses()).toEqual(['hidden', 'active'])
  })
})

describe('changing several statuses', () => {
  it('needs a list', async () => {
    expect(await root.updateTenantStatuses({})).toMatchObject(refused(failures.TenantsRequired))
    expect((await root.updateTenantStatuses({ tenants: 'all' })).body.code).toBe('VALIDATION_ERROR')
    expect((await root.updateTenantStatuses({ tenants: [] })).status).toBe(200)
  })

  // rules/tenants 13
  it('writes nothing when one of them is wrong', async () => {
    const good = { tenantKey: w.home, status: 'maintenance' }
    const wrong = [
      [{ tenantKey: 'nowhere', status: 'active' }, TenantMissing],
      [{ tenantKey: w.home, status: 'hidden' }, failures.TenantNamedTwice],
    ] as const
    for (const [other, failure] of wrong)
      expect(await root.updateTenantStatuses({ tenants: [good, other] })).toMatchObject(refused(failure))
    for (const other of [
      { tenantKey: w.sister, status: 'closed' },
      { tenantKey: w.sister, name: 'Renamed' },
    ])
      expect((await root.updateTenantStatuses({ tenants: [good, other] })).body.code).toBe('VALIDATION_ERROR')
    expect(await statuses()).toEqual(['active', 'active'])
  })
})
