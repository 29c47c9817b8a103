import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/tenants/shapes.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { tenantListing, tenantRecord } from '../../lib/identity/person/records.ts'
import { type Agent, refused } from '../support/agent.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

const password = 'correct horse battery'
const rootEmail = 'root@platform.example.edu'

let w: World
let root: Agent
let ada: Agent
/** A key that no other test uses. */
let keys = 0
const newKey = (): string => {
  keys += 1
  return `new${process.pid}x${keys}`
}

const registered = async (device: Agent, email: string): Promise<Agent> => {
  expect((await device.register({ email, password })).status).toBe(201)
  return device
}

beforeAll(async () => {
  w = await world({ settings: { PLATFORM_ADMIN_EMAILS: rootEmail } })
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  root = await registered(w.device(), rootEmail)
  ada = await registered(w.device(), w.email('ada'))
})

const create = async (given: object = {}): Promise<string> => {
  const tenantKey = newKey()
  const wanted = { tenantKey, name: 'Lakeside College', location: 'Lakeside', ...given }
  expect((await root.createTenant(wanted)).status).toBe(201)
  return tenantKey
}

const stored = async (tenantKey: string) => [
  await w.table().get(tenantListing, { tenantKey }, { strong: true }),
  await w.table(tenantKey).get(tenantRecord, {}, { strong: true }),
]

const auditOf = async (tenantKey: string) => {
  const month = w.clock.now().toISOString().slice(0, 7)
  const { items } = await w
    .table(tenantKey)
    .list(auditEntry, { keyParams: { month }, limit: 50, strong: true })
  return items
}

describe('enrolling a school', () => {
  // rules/tenants 1, rules/tenants 2
  it('writes the registry, its own copy and the audit row together, and opens nothing yet', async () => {
    const tenantKey = await create()
    const [listed, own] = await stored(tenantKey)
    expect(own).toEqual(listed)
    expect(listed).toMatchObject({ subdomain: tenantKey, status: 'coming_soon', tenantType: 'campus' })
    expect(await auditOf(tenantKey)).toMatchObject([
      { action: 'tenant.create', targetType: 'tenant', targetId: tenantKey },
    ])
  })

  it('answers with health and what is left to do', async () => {
    const tenantKey = newKey()
    const reply = await root.createTenant({ tenantKey, name: 'Lakeside', location: 'Lakeside' })
    expect(reply.body.data).toMatchObject({
      tenantKey,
      subdomainUrl: `http://${tenantKey}.localhost`,
      health: { ok: true, latencyMs: 0 },
      manualSteps: [
        {
          id: 'open',
          title: 'Open the school',
          description: 'Set its status to active',
          completed: false,
          automated: true,
        },
      ],
      provisioningComplete: true,
    })
    expect(JSON.stringify(reply.body)).not.toContain('version')
  })

  // rules/tenants 3
  it('happens once when two ask for the same key at once', async () => {
    const tenantKey = newKey()
    const wanted = { tenantKey, name: 'Lakeside College', location: 'Lakeside' }
    const replies = await Promise.all([root.createTenant(wanted), root.createTenant(wanted)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)).toMatchObject(refused(failures.TenantExists))
    expect(await auditOf(tenantKey)).toHaveLength(1)
  })

  it.each([
    ['www', failures.TenantKeyReserved],
    ['api', failures.TenantKeyReserved],
    ['RPI', failures.TenantKeyInvalid],
    ['a', failures.TenantKeyInvalid],
    ['1st', failures.TenantKeyInvalid],
    ['under_score', failures.TenantKeyInvalid],
    ['ends-', failures.TenantKeyInvalid],
    ['a.b', failures.TenantKeyInvalid],
    ['xn--hme-sna', failures.TenantKeyInvalid],
    ['a'.repeat(33), failures.TenantKeyInvalid],
  ])('refuses the key %s', async (tenantKey, failure) => {
    expect(await root.createTenant({ tenantKey, name: 'X', location: 'Y' })).toMatchObject(refused(failure))
  })

  // rules/tenants 4
  it('refuses an address that is not the key, so that two schools never share one', async () => {
    const subdomain = w.home
    const wanted = { tenantKey: newKey(), subdomain, name: 'X', location: 'Y' }
    expect(await root.createTenant(wanted)).toMatchObject(refused(failures.SubdomainFixed))
  })

  it.each([
    [{ status: 'closed' }, 'status'],
    [{ statusMessage: 'x'.repeat(241) }, 'statusMessage'],
    [{ tenantType: 'pivot' }, 'tenantType'],
    [{ name: '' }, 'name'],
    [{ surprise: 'mongodb://' }, ''],
  ])('refuses %j and writes nothing', async (given, field) => {
    const tenantKey = newKey()
    const reply = await root.createTenant({ tenantKey, name: 'X', location: 'Y', ...given })
    expect([reply.status, reply.body.field ?? '']).toEqual([400, field])
    expect(await stored(tenantKey)).toEqual([undefined, undefined])
  })

  // rules/tenants 1
  it('is for platform administrators, on the platform host too', async () => {
    const wanted = { tenantKey: newKey(), name: 'X', location: 'Y' }
    expect((await ada.createTenant(wanted)).body.message).toBe('Platform admin required.')
    expect((await root.on('www').createTenant(wanted)).status).toBe(201)
    expect((await ada.on('www').listTenants()).status).toBe(403)
    expect((await w.device().on('www').listTenants()).status).toBe(401)
  })
})

describe('changing a school', () => {
  it('changes registry and own copy under one version, and says in the audit log what', async () => {
    const tenantKey = await create()
    const change = { tenantKey, name: 'Lakeside University', status: 'maintenance', statusMessage: 'Soon' }
    const reply = await root.updateTenant(change)
    expect(reply.body.data).toMatchObject({ ...change, location: 'Lakeside', subdomain: tenantKey })
    const [listed, own] = await stored(tenantKey)
    expect(own).toEqual(listed)
    expect(listed?.version).toBe(2)
    expect((await auditOf(tenantKey))[1]?.detail).toEqual({
      name: 'Lakeside College → Lakeside University',
      status: 'coming_soon → maintenance',
      statusMessage: 'changed',
    })
  })

  // rules/tenants 5
  it('that changes nothing writes nothing', async () => {
    const tenantKey = await create()
    expect((await root.updateTenant({ tenantKey, location: 'Lakeside' })).status).toBe(200)
    expect((await stored(tenantKey))[0]?.version).toBe(1)
    expect(await auditOf(tenantKey)).toHaveLength(1)
  })

  // rules/tenants 5
  it('by many at once loses none of the changes', async () => {
    const tenantKey = await create()
    const changes = [{ name: 'A' }, { location: 'B' }, { statusMessage: 'C' }, { status: 'hidden' }]
    const replies = await Promise.all(changes.map((one) => root.updateTenant({ tenantKey, ...one })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [listed, own] = await stored(tenantKey)
    expect(listed).toMatchObject({
      name: 'A',
      location: 'B',
      statusMessage: 'C',
      status: 'hidden',
      version: 5,
    })
    expect(own).toEqual(listed)
  })

  // rules/tenants 3
  it('never renames it', async () => {
    const tenantKey = await create()
    const renamed = await root.updateTenant({ tenantKey, newTenantKey: newKey() })
    expect(renamed).toMatchObject(refused(failures.TenantKeyFixed))
    expect(await root.updateTenant({ tenantKey, subdomain: w.home })).toMatchObject(
      refused(failures.SubdomainFixed),
    )
    const same = { tenantKey, newTenantKey: tenantKey, subdomain: tenantKey }
    expect((await root.updateTenant(same)).status).toBe(200)
  })

  it.each([{ status: 'closed' }, { status: null }, { statusMessage: 'x'.repeat(241) }, { version: 9 }])(
    'refuses %j instead of dropping it',
    async (given) => {
      const tenantKey = await create()
      const reply = await root.updateTenant({ tenantKey, name: 'Changed', ...given })
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect((await stored(tenantKey))[0]?.version).toBe(1)
    },
  )

  it('takes no path of a client whose percent signs stand for nothing', async () => {
    const tenantKey = await create()
    const at = (event: string) => root.updateTenant({ tenantKey, webPaths: { event } })
    expect([(await at('/e/%zz')).status, (await at('/e/%C3%A9')).status]).toEqual([400, 200])
  })

  it('that nobody knows is 404, however it is asked for', async () => {
    for (const tenantKey of ['nowhere', 'www', 'COUNT', 'T#x', 'é'])
      for (const reply of [
        await root.getTenant({ tenantKey }),
        await root.updateTenant({ tenantKey, name: 'X' }),
        await root.checkTenantHealth({ tenantKey }),
      ])
        expect(reply).toMatchObject(refused(failures.TenantMissing))
  })
})
