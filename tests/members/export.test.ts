import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { BadCursor } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { refused } from '../support/agent.ts'
import { society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>
let orgId: string

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  club = await society(w, 'export')
  orgId = club.orgId
})

describe('the export of members', () => {
  // rules/members 53
  it('has one row for each member, with the address and the roles', async () => {
    const { status, headers, body } = await club.admin.device.exportOrgMembers({ orgId })
    expect([status, headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="members-${orgId}.csv"`,
    ])
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
    const { members } = (await club.admin.device.listOrgMembers({ orgId })).body
    expect(rows.map(({ id }) => id)).toEqual(
      members.map((one: { user_id: { _id: string } }) => one.user_id._id),
    )
    const officer = rows.find(({ id }) => id === club.officer.user._id)
    expect(officer).toMatchObject({ email: club.officer.email, role: 'officer', status: 'active' })
    const json = await club.admin.device.exportOrgMembers({ orgId, format: 'json' })
    expect(json.body.members).toEqual(members)
  })

  // rules/members 35, rules/members 53
  it('is allowed to people who see addresses in the list, and is audited with its size', async () => {
    for (const { device } of [club.officer, club.member, club.outsider])
      expect((await device.exportOrgMembers({ orgId })).status).toBe(403)
    const month = w.clock.now().toISOString().slice(0, 7)
    const exportsIn = async () => {
      const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 100 })
      return items.filter(({ action }) => action === 'organization.members_exported')
    }
    const before = (await exportsIn()).length
    await club.owner.device.exportOrgMembers({ orgId })
    const after = await exportsIn()
    expect(after).toHaveLength(before + 1)
    expect(after.at(-1)).toMatchObject({ targetId: orgId, detail: { format: 'csv', rows: '4' } })
  })

  // rules/members 53
  it('continues in parts, whose tables join to one', async () => {
    const { device } = club.owner
    const whole = (await device.exportOrgMembers({ orgId, bom: 'false' })).body
    let joinedParts = ''
    let cursor: string | undefined
    let parts = 0
    do {
      const part = await device.exportOrgMembers({
        orgId,
        bom: 'false',
        limit: '3',
        ...(cursor === undefined ? {} : { cursor }),
      })
      joinedParts += part.body
      cursor = part.headers['x-next-cursor']
      parts += 1
    } while (cursor !== undefined)
    expect([parts, joinedParts]).toEqual([2, whole])
    expect(await device.exportOrgMembers({ orgId, cursor: 'made-up' })).toMatchObject(refused(BadCursor))
    for (const limit of ['0', '-1', 'all', '10000'])
      expect((await device.exportOrgMembers({ orgId, limit })).status).toBe(400)
  })
})
