import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { changeNotice } from '../support/table/storing.ts'
import { emptied } from './crowd.ts'

/** Numbers that look random and are the same in every run. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const pick = <T>(from: readonly T[], roll: (sides: number) => number): T | undefined =>
  from[roll(from.length)]

const states = ['active', 'sunset', 'inactive'] as const
const filters = [undefined, 'true', 'false'].flatMap((verified) =>
  [undefined, ...states].flatMap((lifecycleStatus) =>
    [undefined, 'approved', 'pending'].map((status) => ({ verified, lifecycleStatus, status })),
  ),
)
const orders = ['createdAt', 'name', 'memberCount'].flatMap((sortBy) =>
  ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })),
)

const keyFor = (sortBy: string, { createdAt, nameKey, memberCount, orgId }: Organization): string => {
  const main = sortBy === 'name' ? nameKey : sortBy === 'createdAt' ? createdAt : String(memberCount + 1e8)
  return `${main}#${orgId}`
}

const made = async (seed: number) => {
  const { w, dean, model, carry } = await emptied()
  const roll = dice(seed)
  const cards = new Map<string, Organization>()
  const told: DynamoDBRecord[] = []
  for (let step = 0; step < 90; step += 1) {
    const orgId = `s${seed}n${String(roll(16)).padStart(2, '0')}`
    const before = cards.get(orgId)
    if (before?.deletedAt !== undefined) continue
    const nameKey = before && roll(3) > 0 ? before.nameKey : `name${roll(1000)}`
    const after: Organization = {
      ...model,
      orgId,
      nameKey,
      org_name: nameKey,
      createdAt: before?.createdAt ?? `2026-01-0${1 + roll(8)}T00:00:00.000Z`,
      memberCount: roll(9),
      verified: roll(2) === 0,
      lifecycleStatus: pick(states, roll) ?? 'active',
      approvalStatus: roll(3) === 0 ? 'pending' : 'approved',
      ...(roll(25) === 0 ? { deletedAt: '2026-03-01T00:00:00.000Z' } : {}),
      version: (before?.version ?? 0) + 1,
    }
    cards.set(orgId, after)
    told.push(changeNotice(w, organization, before, after))
  }
  for (const card of cards.values()) await w.table().put(organization, card)
  const often = [...told, ...told.filter(() => roll(4) === 0)]
  const shuffled = often.map((notice) => ({ notice, at: roll(1e6) })).sort((a, b) => a.at - b.at)
  const Records = shuffled.map(({ notice }) => notice)
  expect((await carry({ Records })).batchItemFailures).toEqual([])
  return { dean, cards: [...cards.values()] }
}

describe('lists of organizations', () => {
  it('hold in every order and with every filter what there is, however notices come', async () => {
    const { dean, cards } = await made(7)
    for (const { verified, lifecycleStatus, status } of filters)
      for (const { sortBy, sortOrder } of orders) {
        const wanted = cards
          .filter((card) => card.deletedAt === undefined)
          .filter((card) => verified === undefined || String(card.verified) === verified)
          .filter((card) => lifecycleStatus === undefined || card.lifecycleStatus === lifecycleStatus)
          .filter((card) => status === undefined || card.approvalStatus === status)
          .map((card) => ({ id: card.orgId, at: keyFor(sortBy, card) }))
          .sort((one, other) => (one.at < other.at ? -1 : 1) * (sortOrder === 'asc' ? 1 : -1))
          .map(({ id }) => id)
        const query = { verified, lifecycleStatus, status, sortBy, sortOrder, limit: '6' }
        const asked = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
        const shown: string[] = []
        let cursor: string | undefined
        do {
          const { body } = await dean.device.listManagedOrganizations({
            ...asked,
            ...(cursor ? { cursor } : {}),
          })
          shown.push(...body.data.map(({ _id }: { _id: string }) => _id))
          expect(body.pagination.total, JSON.stringify(asked)).toBe(wanted.length)
          cursor = body.nextCursor
        } while (cursor !== undefined)
        expect(shown, JSON.stringify(asked)).toEqual(wanted)
        if (wanted.length > 6) {
          const { body } = await dean.device.listManagedOrganizations({ ...asked, page: '2' })
          expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual(wanted.slice(6, 12))
        }
      }
  }, 120_000)
})
