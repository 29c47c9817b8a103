import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { inbox, notification } from '../../functions/notifications/repository.ts'
import { streamConsumers } from '../../functions/notifications/stream-consumers.ts'
import { pager, pageSize } from '../../lib/audience.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { key } from '../../lib/table/entity.ts'
import { put } from '../../lib/table/write.ts'
import { streamOf } from '../support/streamed.ts'
import { userRecord } from '../support/user-record.ts'
import { type World, world } from '../support/world.ts'

// The full size runs by itself: npm run prove:fan-out
const size = Number(process.env.FAN_OUT ?? 250)

const settle = async (w: World, count: number): Promise<string[]> => {
  const users = Array.from({ length: count }, (_, at) => userRecord(`person-${String(at).padStart(6, '0')}`))
  for (let at = 0; at < count; at += 100)
    await w.table().write(users.slice(at, at + 100).map((user) => put(tenantUser, user)))
  return users.map(({ id }) => id)
}

/** The same numbers in every run. */
const dice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

const shuffled = <T>(all: readonly T[], roll: () => number): T[] =>
  all
    .map((one) => ({ one, at: roll() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

type Counted = { rows: number; unread: number; total: number }

const countedAt = async (w: World, ids: readonly string[]): Promise<Counted[]> => {
  const all: Counted[] = []
  for (let from = 0; from < ids.length; from += 50) {
    const some = ids.slice(from, from + 50)
    const boxes = await w.table().batchGet(some.map((owner) => key(inbox, { owner })))
    const lists = await Promise.all(
      some.map((to) => w.table().list(notification, { keyParams: { to }, limit: 10 })),
    )
    all.push(
      ...some.map((_, at) => ({
        rows: lists[at]?.items.length ?? 0,
        unread: boxes[at]?.unread_system ?? 0,
        total: boxes[at]?.total ?? 0,
      })),
    )
  }
  return all
}

describe('notifications of one cause', () => {
  it(`reach ${size} people exactly once, whatever the stream does`, async () => {
    const w = await world()
    const ids = await settle(w, size)
    const roll = dice(7)
    // Every so often a write fails in the middle of a page, or its answer is lost.
    const documents = new Proxy(w.runtime.client.documents, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : async (command: { constructor: { name: string } }) => {
              const fate = /Put|Update/.test(command.constructor.name) ? roll() : 1
              if (fate < 0.001) throw new Error('the connection broke')
              const answer = await target.send(command as never)
              if (fate < 0.002) throw new Error('the answer was lost')
              return answer
            },
    })
    const broken = { ...w.runtime, client: { ...w.runtime.client, documents } }
    const stream = streamOf(w, undefined, broken, 'drill 1')
    const params = { title: 'Fire drill', message: 'At ten.' }
    const due = { template: 'system', cause: 'drill 1', params, to: { kind: 'tenant' as const } }
    await w.table().write([notificationDue(w.runtime, due)])
    await w.table().write([notificationDue(w.runtime, due)])
    const known: DynamoDBRecord[] = []
    let failures = 0
    const carry = async (batch: DynamoDBRecord[]): Promise<void> => {
      const { batchItemFailures } = await stream.carry(batch)
      const failed = batchItemFailures[0]?.itemIdentifier
      if (failed === undefined) return
      failures += 1
      await carry(batch.slice(batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed)))
    }
    for (let fresh = await stream.fresh(); fresh.length > 0; fresh = await stream.fresh()) {
      known.push(...fresh)
      const old = shuffled(known, roll).slice(0, 2)
      await Promise.all([carry(shuffled([...fresh, ...fresh, ...old], roll)), carry([...fresh])])
    }
    const counted = await countedAt(w, ids)
    const wrong = counted.filter(({ rows, unread, total }) => rows !== 1 || unread !== 1 || total !== 1)
    expect(wrong).toEqual([])
    expect(failures).toBeGreaterThan(0)
    expect(known.length).toBeGreaterThanOrEqual(size / pageSize)
  }, 600_000)

  it('read and write one page at a time', async () => {
    const w = await world()
    await settle(w, 250)
    const stream = streamOf(w)
    const due = { template: 'custom', params: { title: 'T', message: 'M' }, to: { kind: 'tenant' as const } }
    await w.table().write([notificationDue(w.runtime, due)])
    const sizes: number[] = []
    for (let fresh = await stream.fresh(); fresh.length > 0; fresh = await stream.fresh()) {
      sizes.push(fresh.length)
      await stream.carry(fresh)
    }
    expect(sizes).toEqual([1, 1, 1])
  })

  // rules/stream 10
  it('go to every audience that has a pager, once to people in two of them', async () => {
    const w = await world()
    const ids = await settle(w, 120)
    const members = pager('organization', async (_, __, cursor) =>
      cursor ? { people: ids.slice(60, 70) } : { people: ids.slice(0, 60), next: 'more' },
    )
    const some = pager('users', async ({ ids: named }) => ({ people: named }))
    const stream = streamOf(w, streamConsumers([members, some]))
    const params = { eventTitle: 'Chess night', orgName: 'Chess club' }
    const to = [
      { kind: 'organization' as const, orgId: 'o1', who: 'members' as const },
      { kind: 'users' as const, ids: ids.slice(65, 75) },
    ]
    await w.table().write([notificationDue(w.runtime, { template: 'approval_required', params, to })])
    await stream.drain()
    const rows = await Promise.all(
      ids.map(
        async (one) =>
          (await w.table().list(notification, { keyParams: { to: one }, limit: 5 })).items.length,
      ),
    )
    expect(rows).toEqual(ids.map((_, at) => (at < 75 ? 1 : 0)))
  })

  // rules/stream 14
  it('are dropped with a log line when the audience or template is unknown', async () => {
    const w = await world()
    const nobody = { kind: 'absent', role: 'dean' } as unknown as Parameters<typeof notificationDue>[1]['to']
    const row = { params: {}, to: nobody }
    await w.table().write([notificationDue(w.runtime, { ...row, template: 'event_created' })])
    await w
      .table()
      .write([notificationDue(w.runtime, { ...row, template: 'absent', to: { kind: 'tenant' } })])
    await streamOf(w).drain()
    expect(w.logs.filter(({ outcome }) => outcome === 'dropped')).toHaveLength(2)
  })

  // rules/stream 13
  it('name at most a thousand people individually', () => {
    const ids = Array.from({ length: 1001 }, (_, at) => String(at))
    const world = { now: () => new Date(0), newId: () => 'x' }
    const row = { template: 'custom', params: {}, to: { kind: 'users' as const, ids } }
    expect(() => notificationDue(world, row)).toThrow('1001')
  })
})
