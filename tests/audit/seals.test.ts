import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { type AuditEntry, auditEntry } from '../../lib/identity/audit/audit.ts'
import { checkSchool } from '../../lib/identity/audit/check.ts'
import { auditDue } from '../../lib/identity/audit/due.ts'
import { sealDue } from '../../lib/identity/audit/hourly-seal.ts'
import { auditHead, auditLeaves, auditSeal } from '../../lib/identity/audit/seals.ts'
import { type World, world } from '../support/world.ts'
import { auditNotices, deeds, sealed } from './trail.ts'

const start = { now: '2025-01-31T22:10:00.000Z' }

const problemsOf = async (w: World) => (await checkSchool(w.table('www'), w.home, w.clock.now())).problems

const rowsOf = async (w: World): Promise<readonly AuditEntry[]> =>
  (await w.table().list(auditEntry, { keyParams: { month: '2025-01' }, limit: 100 })).items

const sealsOf = async (w: World) => (await w.table().list(auditSeal, { keyParams: {}, limit: 100 })).items

/** Three sealed hours, the last one in another month, with two rows each. */
const trail = async (): Promise<World> => {
  const w = await world(start)
  for (let hour = 0; hour < 3; hour += 1) {
    await deeds(w, 2)
    w.clock.advance(3600 - 120)
  }
  await sealed(w)
  return w
}

const first = async (w: World): Promise<AuditEntry> => {
  const [row] = await rowsOf(w)
  if (!row) throw new Error('there are rows')
  return row
}

describe('sealing', () => {
  // rules/identity 52
  it('links the hours that had rows, and only those', async () => {
    const w = await trail()
    const seals = await sealsOf(w)
    expect(seals.map(({ hour, number, count }) => [hour, number, count])).toEqual([
      ['2025-01-31T22', 1, 2],
      ['2025-01-31T23', 2, 2],
      ['2025-02-01T00', 3, 2],
    ])
    expect(seals[1]?.previous).toBe(seals[0]?.chain)
    expect(await problemsOf(w)).toEqual([])
    expect(w.logs.filter((line) => line.sealed === 'audit')).toHaveLength(3)
  })

  // rules/identity 52
  it('waits until the rows of an hour have settled', async () => {
    const w = await world(start)
    await deeds(w, 1)
    await w.deliver(await auditNotices(w))
    w.clock.advance(3600 + 180 - 660)
    const seal = () => sealDue({ table: w.table('www'), now: w.clock.now, log: w.runtime.log })
    await seal()
    expect(await sealsOf(w)).toEqual([])
    w.clock.advance(600)
    await seal()
    expect(await sealsOf(w)).toHaveLength(1)
  })

  it('changes nothing when it is done again, twice at once or with a notice that came twice', async () => {
    const w = await trail()
    const before = await sealsOf(w)
    await w.deliver(await auditNotices(w))
    const seal = () => sealDue({ table: w.table('www'), now: w.clock.now, log: w.runtime.log })
    await Promise.all([seal(), seal()])
    expect(await sealsOf(w)).toEqual(before)
    expect(await problemsOf(w)).toEqual([])
    const keyParams = { tenantKey: w.home, hour: '2025-01-31T22' }
    expect(await w.table().get(auditDue, keyParams, { strong: true })).toBeUndefined()
  })

  it('makes up for hours that the clock slept through', async () => {
    const w = await trail()
    await deeds(w, 3)
    w.clock.advance(86_400 * 3)
    await deeds(w, 1)
    await sealed(w)
    expect(await sealsOf(w)).toHaveLength(5)
    expect(await problemsOf(w)).toEqual([])
  })

  it('says to the log when rows differ from their seal', async () => {
    const w = await trail()
    await w.table().remove(auditEntry, await first(w))
    await sealed(w)
    expect(w.logs).toContainEqual(expect.objectContaining({ alarm: 'audit rows differ from their seal' }))
  })
})

describe('verifying names', () => {
  // rules/identity 53
  it('a row that is missing', async () => {
    const w = await trail()
    const row = await first(w)
    await w.table().remove(auditEntry, row)
    expect(await problemsOf(w)).toEqual([
      { tenant: w.home, hour: '2025-01-31T22', what: 'row missing', row: `${row.at}#${row.id}` },
    ])
  })

  // rules/identity 53
  it('a row that was edited', async () => {
    const w = await trail()
    const row = await first(w)
    await w.table().put(auditEntry, { ...row, actor: 'somebody else' })
    expect(await problemsOf(w)).toMatchObject([{ what: 'row edited', row: `${row.at}#${row.id}` }])
  })

  // rules/identity 53
  it('a row that was added, in a sealed hour and in one that had none', async () => {
    const w = await trail()
    const row = await first(w)
    await w.table().put(auditEntry, { ...row, id: 'FORGED' })
    await w.table().put(auditEntry, { ...row, at: '2025-01-31T23:59:00.000Z', id: 'LATE' })
    await w.table().put(auditEntry, { ...row, at: '2025-02-01T01:00:00.000Z', month: '2025-02', id: 'NEW' })
    expect((await problemsOf(w)).map(({ what, row: key }) => [what, key])).toEqual([
      ['row added', `${row.at}#FORGED`],
      ['row added', '2025-01-31T23:59:00.000Z#LATE'],
      ['row added', '2025-02-01T01:00:00.000Z#NEW'],
    ])
  })

  it.each(['count', 'hash', 'chain', 'previous'] as const)('a seal whose %s was edited', async (field) => {
    const w = await trail()
    const set = field === 'count' ? { count: 1 } : { [field]: 'forged' }
    await w.table().update(auditSeal, { hour: '2025-01-31T23' }, { set })
    expect(await problemsOf(w)).toContainEqual(expect.objectContaining({ what: 'seal broken' }))
  })

  it.each(['2025-01-31T22', '2025-01-31T23', '2025-02-01T00'])(
    'the seal of %s when it is gone',
    async (hour) => {
      const w = await trail()
      await w.table().remove(auditSeal, { hour })
      const problems = await problemsOf(w)
      expect(problems).toContainEqual(expect.objectContaining({ what: 'seal missing' }))
      expect(problems.filter(({ what }) => what === 'row added')).toHaveLength(2)
    },
  )

  it('leaves that no longer fit their seal', async () => {
    const w = await trail()
    const [row, other] = await rowsOf(w)
    if (!row || !other) throw new Error('there are rows')
    await w.table().remove(auditEntry, row)
    const { items } = await w.table().list(auditLeaves, { keyParams: { hour: '2025-01-31T22' }, limit: 5 })
    const page = items[0]
    if (!page) throw new Error('there are leaves')
    await w.table().put(auditLeaves, { ...page, leaves: page.leaves.slice(1) })
    expect((await problemsOf(w)).map(({ what }) => what)).toEqual(['seal broken'])
  })

  it('a head that was turned back', async () => {
    const w = await trail()
    await w.table().update(auditHead, { tenantKey: w.home }, { set: { number: 2 } })
    expect(await problemsOf(w)).toMatchObject([{ what: 'seal missing' }])
  })

  it('an hour that nobody has sealed although it is due', async () => {
    const w = await trail()
    await deeds(w, 1)
    await w.deliver(await auditNotices(w))
    w.clock.advance(7200)
    expect(await problemsOf(w)).toMatchObject([{ what: 'hour not sealed' }])
  })
})

describe('npm run verify-audit', () => {
  const run = async (w: World, more: NodeJS.ProcessEnv = {}): Promise<{ code: number; out: string }> => {
    const table = { DYNAMODB_ENDPOINT: inject('engine'), TABLE_NAME: w.runtime.client.name }
    const env = { ...process.env, ...table, ...more }
    const script = join(import.meta.dirname, '..', '..', 'infra', 'local', 'verify-audit.ts')
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [script, w.home], { env })
      return { code: 0, out: stdout }
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string }
      return { code, out: stdout }
    }
  }

  it('ends well on a whole trail, and with 1 and the name of the row otherwise', async () => {
    const w = await trail()
    expect(await run(w)).toEqual({ code: 0, out: '3 sealed hours, every row as it was sealed.\n' })
    const row = await first(w)
    await w.table().remove(auditEntry, row)
    const { code, out } = await run(w)
    expect(code).toBe(1)
    expect(out).toContain(`${w.home}  2025-01-31T22:00Z  row missing  ${row.at}#${row.id}`)
  })
  it('asks an emulator of AWS in the region and the account of the environment', async () => {
    const w = await trail()
    const asked: string[] = []
    const emulator = createServer(({ headers }, response) => {
      asked.push(headers.authorization ?? '')
      response.end('{"Items":[]}')
    }).listen(0, '127.0.0.1')
    await once(emulator, 'listening')
    onTestFinished(() => void emulator.close())
    const { port } = emulator.address() as AddressInfo
    const { code } = await run(w, {
      DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'account-of-the-test',
      AWS_SECRET_ACCESS_KEY: 'account-of-the-test',
    })
    expect(code).toBe(0)
    expect(asked[0]).toMatch(/Credential=account-of-the-test\/\d+\/eu-central-1\/dynamodb\//)
  })
})
