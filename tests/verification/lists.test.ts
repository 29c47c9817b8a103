import { beforeAll, describe, expect, it } from 'vitest'
import {
  type VerificationRequest,
  verificationCount,
  verificationRequest,
} from '../../functions/verification/repository.ts'
import { requestStatuses } from '../../functions/verification/shapes.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costOf } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let ada: Person
let ben: Person
let orgs: string[]

type Body = { data: { _id: string; status: string; priority: string; orgId: { _id: string } }[] }

beforeAll(async () => {
  ;({ w, dean } = await admins())
  ada = await registered(w, 'ada', { username: 'ada' })
  ben = await registered(w, 'ben', { username: 'ben' })
  await dean.device.updateManagementConfig({ allowedRequestTypes: [] })
  const first = await founded(ada)
  const second = await founded(ben)
  await joined(second, ada, ['admin'])
  orgs = [first.orgId, second.orgId, (await founded(ben)).orgId]
  const types = ['verification', 'status_upgrade', 'feature_access'] as const
  const priorities = ['low', 'urgent', 'medium'] as const
  for (const orgId of orgs)
    for (const [at, requestType] of types.entries()) {
      w.clock.advance(60)
      const sent = { orgId, requestType, priority: priorities[at] }
      expect((await dean.device.submitVerificationRequest(sent)).status).toBe(201)
    }
})

const list = (who: Person, query: object = {}) => who.device.listVerificationRequests(query)
const orgsIn = (body: Body) => [...new Set(body.data.map(({ orgId }) => orgId._id))].sort()

describe('the list of verification requests', () => {
  // rules/verification 18
  it('shows administrators all, newest first, in pages that count', async () => {
    const { body } = await list(dean, { limit: '4' })
    expect(body.data).toHaveLength(4)
    expect(body.pagination).toEqual({ page: 1, limit: 4, total: 9, totalPages: 3, totalIsLowerBound: false })
    expect(body.data[0].orgId._id).toBe(orgs[2])
    const second = await list(dean, { limit: '4', page: '2' })
    const behind = await list(dean, { limit: '4', cursor: body.nextCursor })
    expect(second.body.data).toEqual(behind.body.data)
    const oldest = await list(dean, { limit: '1', sortOrder: 'asc' })
    expect(oldest.body.data[0].orgId._id).toBe(orgs[0])
    expect(await list(dean, { cursor: body.nextCursor, status: 'pending' })).toMatchObject(refused(BadCursor))
  })

  // rules/verification 18
  it('shows others those of organizations that they own or administer, and nothing of foreign ones', async () => {
    expect(orgsIn((await list(ada)).body)).toEqual([orgs[0], orgs[1]].sort())
    expect((await list(ada, { orgId: orgs[0] })).body.data).toHaveLength(3)
    expect((await list(ada, { orgId: orgs[2] })).body).toMatchObject({
      data: [],
      pagination: { total: 0, totalPages: 1 },
    })
    const { body } = await list(ada, { limit: '4', page: '2' })
    expect([body.data.length, body.pagination.total]).toEqual([2, 6])
    const cleo = await registered(w, 'cleo', { username: 'cleo' })
    expect((await list(cleo)).body.data).toEqual([])
    const guest = dean.device.on(w.sister)
    expect((await guest.listVerificationRequests()).body.data).toEqual([])
  })

  it.each([
    [{ status: 'pending' }, 9],
    [{ status: 'approved' }, 0],
    [{ requestType: 'status_upgrade' }, 3],
    [{ priority: 'urgent', status: 'pending' }, 3],
    [{ priority: 'urgent', requestType: 'verification' }, 0],
  ])('is narrowed by %j', async (query, count) => {
    const { body } = await list(dean, query)
    expect([body.data.length, body.pagination.total]).toEqual([count, count])
  })

  it('is shown a page at a time where it is filtered too', async () => {
    const query = { priority: 'urgent', limit: '2' }
    const first = (await list(dean, query)).body
    expect([first.data.length, first.pagination.total, first.pagination.totalPages]).toEqual([2, 3, 2])
    const rest = (await list(dean, { ...query, cursor: first.nextCursor })).body
    expect([rest.data.length, rest.nextCursor]).toEqual([1, undefined])
    const second = (await list(dean, { ...query, page: '2' })).body
    expect(second.data).toEqual(rest.data)
    const ids = [...first.data, ...rest.data].map(({ orgId }: { orgId: { _id: string } }) => orgId._id)
    expect(ids).toEqual(orgs.toReversed())
    const elsewhere = await list(dean, { ...query, priority: 'low', cursor: first.nextCursor })
    expect(elsewhere).toMatchObject(refused(BadCursor))
  })

  it('is sorted by priority and by status', async () => {
    const urgent = (await list(dean, { sortBy: 'priority', limit: '3' })).body as Body
    expect(urgent.data.map(({ priority }) => priority)).toEqual(['urgent', 'urgent', 'urgent'])
    const low = (await list(dean, { sortBy: 'priority', sortOrder: 'asc', limit: '1' })).body as Body
    expect(low.data[0]?.priority).toBe('low')
    const id = low.data[0]?._id
    await dean.device.reviewVerificationRequest({ requestId: id, status: 'escalated' })
    const { body } = await list(dean, { sortBy: 'status', limit: '1' })
    expect(body.data[0]).toMatchObject({ _id: id, status: 'escalated' })
    expect((await list(dean, { status: 'escalated' })).body.pagination.total).toBe(1)
    expect((await list(dean, { status: 'pending' })).body.pagination.total).toBe(8)
  })

  it('refuses what it does not know', async () => {
    for (const query of [{ status: 'done' }, { sortBy: 'name' }, { requestType: 'cake' }, { priority: 'x' }])
      expect((await list(dean, query)).status).toBe(400)
  })
})

describe('a page of the list', () => {
  const costs = async (size: number, query: object) => {
    const { w: place, dean: chief } = await admins()
    const owner = await registered(place, 'owner', { username: 'owner' })
    const { orgId } = await founded(owner)
    const at = (number: number): string => String(number).padStart(6, '0')
    const row = (number: number): VerificationRequest => ({
      id: `${orgId}.${at(number)}`,
      orgId,
      requestedBy: owner.user._id,
      requestType: 'verification',
      verificationType: 'basic',
      priority: 'medium',
      tags: [],
      status: 'pending',
      approvals: 0,
      submittedAt: `2026-01-01T00:00:00.${at(number)}Z`,
      escalatesAt: '2026-02-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      version: 1,
    })
    const writes: Write[] = Array.from({ length: size }, (_, number) => put(verificationRequest, row(number)))
    for (let from = 0; from < size; from += 100) await place.table().write(writes.slice(from, from + 100))
    await place.table().put(verificationCount, { name: 'COUNT', pending: size })
    await list(chief, query)
    const { status, body } = await list(chief, query)
    expect(status).toBe(200)
    const cost = costOf(place)
    return {
      rows: body.data.length,
      depth: cost.depth,
      readUnits: cost.readUnits,
      total: body.pagination.total,
    }
  }

  it('costs the same whatever lies behind it', async () => {
    using _rounds = logicalRounds()
    const seen = []
    for (const size of [10, 100, 1000]) seen.push(await costs(size, { limit: '10', status: 'pending' }))
    expect(seen.map(({ rows, depth }) => [rows, depth])).toEqual(seen.map(() => [10, 3]))
    expect(seen.map(({ total }) => total)).toEqual([10, 100, 500])
    const [few, , many] = seen
    expect(Math.abs((many?.readUnits ?? 0) - (few?.readUnits ?? 0))).toBeLessThanOrEqual(0.5)
  })
})

describe('statuses', () => {
  it('are counted, and counts add up', async () => {
    const counts = await w.table().get(verificationCount, { name: 'COUNT' }, { strong: true })
    const sum = requestStatuses.reduce((all, status) => all + (counts?.[status] ?? 0), 0)
    expect(sum).toBe(9)
  })
})
