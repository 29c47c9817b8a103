import { beforeAll, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../functions/management/organizations/approval.ts'
import { streamConsumers } from '../../functions/management/stream-consumers.ts'
import { managementConfig } from '../../functions/policies/index.ts'
import { consume } from '../../functions/stream/handler.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { sweepDue } from '../../lib/scheduled/sweep.ts'
import { scheduledTask } from '../../lib/scheduled/task.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { admins } from '../support/administrators.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { changeNotice } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person

beforeAll(async () => {
  ;({ w, dean } = await admins())
})

const configured = () => w.table().get(managementConfig, {}, { strong: true })
/** Says something, and lets the stream tell of it. */
const say = async (orgApproval: object): Promise<void> => {
  const before = await configured()
  expect((await dean.device.updateManagementConfig({ orgApproval })).status).toBe(200)
  const Records = [changeNotice(w, managementConfig, before, await configured())]
  expect((await consume(streamConsumers, () => w.runtime)({ Records })).batchItemFailures).toEqual([])
}
const cardOf = (orgId: string) => w.table().get(organization, { orgId }, { strong: true })

/** Organizations that wait, with so many members, as the stream has told of them. */
const waiting = async (prefix: string, sizes: readonly number[]): Promise<string[]> => {
  const model = await cardOf((await founded(dean)).orgId)
  if (!model) throw new Error('nothing to copy')
  const cards = sizes.map((memberCount, at) => ({ ...model, orgId: `${prefix}${at}`, memberCount }))
  for (const card of cards) await w.table().put(organization, card)
  const Records = cards.map((card) => changeNotice(w, organization, undefined, card))
  expect((await consume(streamConsumers, () => w.runtime)({ Records })).batchItemFailures).toEqual([])
  return cards.map(({ orgId }) => orgId)
}
const strike = async (): Promise<void> => {
  const { runtime } = w
  w.clock.advance(60)
  const table = openTable({ client: runtime.client, tenant: 'www', now: runtime.now, meter: meter() })
  await sweepDue(taskHandlers)({ ...runtime, table, time: runtime.now() })
}
const states = async (ids: readonly string[]): Promise<string[]> =>
  (await Promise.all(ids.map(cardOf))).map((card) => card?.approvalStatus ?? 'gone')
const told = async (orgId: string): Promise<number> =>
  (await w.table().list(notificationRow, { keyParams: { cause: `${orgId}#approved` }, limit: 5 })).items
    .length
const steps = async (): Promise<number> => {
  const hour = w.clock.now().toISOString().slice(0, 13)
  const shards = ['0', '1', '2', '3', '4', '5', '6', '7']
  const pages = await Promise.all(
    shards.map((shard) => w.table().list(scheduledTask, { keyParams: { hour, shard }, limit: 50 })),
  )
  return pages.flatMap(({ items }) => items).filter(({ kind }) => kind === 'management.grown').length
}

describe('a school that asks for fewer members', () => {
  // rules/management 18
  it('approves those who wait and have enough, once, and no others', async () => {
    await strike()
    await say({ mode: 'auto', autoApproveMemberThreshold: 10 })
    const ids = await waiting('small', [9, 7, 5, 4, 1])
    await strike()
    expect(await states(ids)).toEqual(ids.map(() => 'pending'))
    await say({ autoApproveMemberThreshold: 5 })
    await strike()
    const expected = ['approved', 'approved', 'approved', 'pending', 'pending']
    expect(await states(ids)).toEqual(expected)
    expect((await cardOf('small0'))?.approvedBy).toBeUndefined()
    await strike()
    expect(await Promise.all(ids.map(told))).toEqual([1, 1, 1, 0, 0])
  })

  // rules/management 18
  it('does so too when it begins to go by members, and for more of them than one step takes', async () => {
    await say({ mode: 'manual', autoApproveMemberThreshold: 3 })
    const ids = await waiting(
      'many',
      Array.from({ length: 55 }, (_, at) => 3 + (at % 7)),
    )
    await strike()
    expect(new Set(await states(ids))).toEqual(new Set(['pending']))
    await say({ mode: 'both' })
    for (let at = 0; at < 2; at += 1) await strike()
    expect(new Set(await states(ids))).toEqual(new Set(['approved']))
    expect(await steps()).toBe(0)
  })

  // rules/management 18
  it('has nothing to do when it asks for more, or for nothing', async () => {
    await say({ mode: 'auto', autoApproveMemberThreshold: 9 })
    await say({ mode: 'manual' })
    expect(await steps()).toBe(0)
    const [id = ''] = await waiting('late', [20])
    await say({ mode: 'auto' })
    expect(await steps()).toBe(6)
    await say({ mode: 'manual' })
    await strike()
    expect(await states([id])).toEqual(['pending'])
  })
})
