import { beforeAll, describe, expect, it } from 'vitest'
import { tenantListing, tenantRecord } from '../../lib/identity/person/records.ts'
import type { Agent } from '../support/agent.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

const password = 'correct horse battery'
const rootEmail = 'root@platform.example.edu'

let w: World
let root: Agent
let ada: Agent
let keys = 0

beforeAll(async () => {
  w = await world({ settings: { PLATFORM_ADMIN_EMAILS: rootEmail } })
  await enrolSchool(w, w.home)
  root = w.device()
  ada = w.device()
  expect((await root.register({ email: rootEmail, password })).status).toBe(201)
  expect((await ada.register({ email: w.email('ada'), password })).status).toBe(201)
})

const create = async (given: object = {}): Promise<string> => {
  keys += 1
  const tenantKey = `new${process.pid}x${keys}`
  const wanted = { tenantKey, name: 'Lakeside College', location: 'Lakeside', ...given }
  expect((await root.createTenant(wanted)).status).toBe(201)
  return tenantKey
}

const stored = async (tenantKey: string) => [
  await w.table().get(tenantListing, { tenantKey }, { strong: true }),
  await w.table(tenantKey).get(tenantRecord, {}, { strong: true }),
]

describe('the health check', () => {
  it('reads and writes the own row of the school', async () => {
    const tenantKey = await create({ status: 'active' })
    const reply = await root.checkTenantHealth({ tenantKey })
    expect(reply.body.data).toMatchObject({
      health: { ok: true },
      provisioningComplete: true,
      manualSteps: [],
    })
    const { readUnits, writeUnits } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
    expect([writeUnits, (readUnits ?? 0) > 0]).toEqual([1, true])
  })

  it('tells a school that has lost its own row, without making one up', async () => {
    const tenantKey = await create()
    await w.table(tenantKey).remove(tenantRecord, {})
    const { body } = await root.checkTenantHealth({ tenantKey })
    expect(body.data.health).toMatchObject({ ok: false, problem: 'missing' })
    expect(body.data.provisioningComplete).toBe(false)
    expect((await stored(tenantKey))[1]).toBeUndefined()
  })

  it('tells a school whose own row says something else', async () => {
    const tenantKey = await create()
    const listing = (await stored(tenantKey))[0]
    if (listing) await w.table(tenantKey).put(tenantRecord, { ...listing, version: 7 })
    expect((await root.getTenant({ tenantKey })).body.data.health).toMatchObject({ problem: 'differs' })
  })
})

describe('the public list', () => {
  const publicFields = [
    'tenantKey',
    'name',
    'subdomain',
    'location',
    'status',
    'statusMessage',
    'tenantType',
  ].sort()

  // rules/tenants 11
  it('shows exactly what clients read, and no hidden school', async () => {
    const hidden = await create({ status: 'hidden' })
    const soon = await create({ statusMessage: 'In autumn', emailDomains: ['lakeside.example.edu'] })
    const { body } = await w.device().getTenantConfig()
    const { tenants, updatedAt } = body.data as { tenants: { tenantKey: string }[]; updatedAt: string }
    expect(tenants.find(({ tenantKey }) => tenantKey === hidden)).toBeUndefined()
    expect(tenants.find(({ tenantKey }) => tenantKey === soon)).toMatchObject({ status: 'coming_soon' })
    for (const tenant of tenants) expect(Object.keys(tenant).sort()).toEqual(publicFields)
    expect(JSON.stringify(body)).not.toContain('lakeside.example.edu')
    expect(Date.parse(updatedAt)).not.toBeNaN()
  })

  it('may be kept for 30 seconds and is not sent twice', async () => {
    const first = await w.device().on('www').getTenantConfig()
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=30' })
    expect(first.headers.vary?.split(', ')).toContain('Origin')
    const headers = { 'if-none-match': first.headers.etag ?? '' }
    const second = await w.device().getTenantConfig({}, { headers })
    expect([second.status, second.body]).toEqual([304, undefined])
    await create({ name: 'Brand new' })
    expect((await w.device().getTenantConfig({}, { headers })).status).toBe(200)
  })

  it('is another one than that of platform administrators', async () => {
    const hidden = await create({ status: 'hidden', emailDomains: ['Hidden.Example.EDU'] })
    const { body } = await root.getManagedTenants()
    const found = body.data.tenants.find((one: { tenantKey: string }) => one.tenantKey === hidden)
    expect(found).toMatchObject({ status: 'hidden', emailDomains: ['hidden.example.edu'] })
    expect((await ada.getManagedTenants()).status).toBe(403)
    const { tenants } = (await root.listTenants()).body.data
    expect(tenants.every((one: { health: object }) => 'ok' in one.health)).toBe(true)
  })
})
