import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { orgStat } from '../../functions/management/statistics.ts'
import { Forbidden, FormatOff } from '../../lib/contract/failures.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person

const odd = 'A "quoted", name;\r\nof two lines'

beforeAll(async () => {
  ;({ w, dean } = await admins())
  const { orgId } = await founded(dean)
  const card = await w.table().get(organization, { orgId })
  if (!card) throw new Error('the organization is gone')
  const names = ['=1+1', '+SUM(A1)', '-2', '@cmd', odd]
  const writes: Write[] = names.flatMap((org_name, at) => [
    put(organization, {
      ...card,
      orgId: `odd${at}`,
      org_name,
      verified: at === 0,
      createdAt: `2026-02-0${at + 1}T00:00:00.000Z`,
    }),
    put(orgStat, { subject: `odd${at}`, month: 'TOTAL', events: at }),
  ])
  await w.table().write(writes)
  const gone = await founded(dean, { org_name: 'Gone club' })
  await dean.device.deleteOrganization({ orgId: gone.orgId })
})

describe('the export of organizations', () => {
  it('is JSON unless asked, of every live organization', async () => {
    const { status, body } = await dean.device.exportOrganizations()
    expect(status).toBe(200)
    expect(body.data).toHaveLength(6)
    expect(body.data.at(-1)).toMatchObject({
      _id: 'odd0',
      org_name: '=1+1',
      verified: true,
      totalEventCount: 0,
    })
    expect(body.nextCursor).toBeUndefined()
  })

  // rules/management 30
  it('is CSV that reads back as it was, and holds no formula', async () => {
    const { status, body, headers } = await dean.device.exportOrganizations({ format: 'csv' })
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toBe('attachment; filename="organizations.csv"')
    const [header, ...rows] = parse(body, { bom: true, record_delimiter: '\r\n' }) as string[][]
    expect(header).toEqual(['Name', 'Description', 'Members', 'Events', 'Verified', 'Created At'])
    expect(rows.slice(1).map(([name]) => name)).toEqual([odd, "'@cmd", "'-2", "'+SUM(A1)", "'=1+1"])
    expect(rows.at(-1)).toEqual(["'=1+1", 'We meet and talk', '1', '0', 'Yes', '2026-02-01T00:00:00.000Z'])
    expect(rows[1]?.[4]).toBe('No')
  })

  // rules/management 30
  it('is refused in other formats, and in those that the school has turned off', async () => {
    for (const format of ['pdf', 'xml'])
      expect((await dean.device.exportOrganizations({ format })).status).toBe(400)
    await dean.device.updateManagementConfig({ reporting: { exportFormats: ['json'] } })
    expect(await dean.device.exportOrganizations({ format: 'csv' })).toMatchObject(refused(FormatOff))
    expect((await dean.device.exportOrganizations()).status).toBe(200)
  })

  it('is for administrators', async () => {
    const guest = dean.device.on(w.sister)
    expect(await guest.exportOrganizations()).toMatchObject(refused(Forbidden))
  })

  // rules/management 30
  it('of a large school comes in parts below what an answer may have, none twice', async () => {
    const { w: place, dean: chief } = await admins()
    const { orgId } = await founded(chief)
    const card = await place.table().get(organization, { orgId })
    if (!card) throw new Error('the organization is gone')
    const size = 1500
    const writes = Array.from({ length: size }, (_, at) =>
      put(organization, {
        ...card,
        orgId: `large${at}`,
        org_description: 'ö'.repeat(1920),
        createdAt: `2025-01-01T00:00:00.${String(at).padStart(6, '0')}Z`,
      }),
    )
    for (let at = 0; at < size; at += 100) await place.table().write(writes.slice(at, at + 100))
    const seen = new Set<string>()
    const parts: number[] = []
    let cursor: string | undefined
    do {
      const { status, body } = await chief.device.exportOrganizations(cursor === undefined ? {} : { cursor })
      expect(status).toBe(200)
      parts.push(Buffer.byteLength(JSON.stringify(body)))
      for (const { _id } of body.data) {
        expect(seen.has(_id)).toBe(false)
        seen.add(_id)
      }
      cursor = body.nextCursor
    } while (cursor !== undefined)
    expect(seen.size).toBe(size + 1)
    expect(parts.length).toBeGreaterThan(1)
    for (const bytes of parts) expect(bytes).toBeLessThan(5 * 1024 * 1024)
  }, 60_000)
})
