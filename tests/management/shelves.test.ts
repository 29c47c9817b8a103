import type { DynamoDBRecord } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import { orgShelf } from '../../functions/management/organizations/status-lists.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { changeNotice } from '../support/table/storing.ts'
import { emptied } from './crowd.ts'

let place: Awaited<ReturnType<typeof emptied>>

beforeAll(async () => {
  place = await emptied()
})

/** What becomes of an organization, the last of it as the table has it, and the notices of each step. */
const living = async (orgId: string, steps: readonly Partial<Organization>[]): Promise<DynamoDBRecord[]> => {
  const { w, model } = place
  let before: Organization | undefined
  const told: DynamoDBRecord[] = []
  for (const step of steps) {
    const named = { orgId, nameKey: orgId, org_name: orgId }
    const version: number = (before?.version ?? 0) + 1
    const after: Organization = { ...(before ?? { ...model, ...named }), ...step, version }
    told.push(changeNotice(w, organization, before, after))
    before = after
  }
  if (before) await w.table().put(organization, before)
  return told
}
const carry = async (Records: readonly DynamoDBRecord[]): Promise<void> => {
  expect((await place.carry({ Records: [...Records] })).batchItemFailures).toEqual([])
}
const found = async (query: object): Promise<string[]> => {
  const { body } = await place.dean.device.listManagedOrganizations(query)
  return body.data.map(({ _id }: { _id: string }) => _id)
}

describe('lists of organizations', () => {
  // rules/management 27
  it('follow what an organization becomes, also when notices come twice and the newest first', async () => {
    const told = await living('turning', [
      { approvalStatus: 'pending', memberCount: 3 },
      { approvalStatus: 'approved', memberCount: 5 },
      { verified: true, memberCount: 4 },
      { verified: false, lifecycleStatus: 'sunset' },
    ])
    await carry([...told.toReversed(), ...told.toReversed()])
    const { w } = place
    const { items } = await w.table().list(orgShelf, { keyParams: { orgId: 'turning' }, limit: 50 })
    const live = items.filter((row) => row.live).map(({ shelf }) => shelf)
    expect(live).toHaveLength(8)
    expect(live).toContain('false.sunset.approved')
    for (const sortBy of ['createdAt', 'name', 'memberCount']) {
      expect(await found({ sortBy, status: 'pending' })).toEqual([])
      expect(await found({ sortBy, verified: 'true' })).toEqual([])
      expect(await found({ sortBy, lifecycleStatus: 'active' })).toEqual([])
      expect(await found({ sortBy, lifecycleStatus: 'sunset', verified: 'false' })).toEqual(['turning'])
    }
  })

  // rules/management 27
  it('show nothing that is no more as was asked, though they are a moment behind', async () => {
    const [made] = await living('waiting', [{ approvalStatus: 'pending' }, { approvalStatus: 'approved' }])
    if (made) await carry([made])
    for (const sortBy of ['createdAt', 'memberCount'])
      expect(await found({ sortBy, status: 'pending' })).toEqual([])
  })

  it('forget an organization that was deleted, or is gone', async () => {
    const orgId = 'leaving'
    const told = await living(orgId, [{ verified: true }, { deletedAt: '2026-03-01T00:00:00.000Z' }])
    await carry(told)
    const rows = async () => (await place.w.table().list(orgShelf, { keyParams: { orgId }, limit: 50 })).items
    expect((await rows()).filter(({ live }) => live)).toEqual([])
    const card = await place.w.table().get(organization, { orgId })
    await carry([changeNotice(place.w, organization, card, undefined)])
    expect(await rows()).toEqual([])
  })
})
