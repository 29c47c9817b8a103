import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { contracts } from '../../functions/routes.ts'
import type { DescribedRow } from '../../lib/contract/row.ts'
import { countedUntil, lagReporter, pulse, pulseSeen, streamLate } from '../../lib/stream-lag.ts'
import type { Agent } from '../support/agent.ts'
import { type World, world } from '../support/world.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString()
const sent = (seconds: number) => ({ name: 'stream' as const, at: ago(seconds) })
const met = (seconds: number) => ({ ...sent(seconds), seenAt: ago(seconds - 1) })
const late = (seconds: number, said: number) => ({ ...sent(seconds), seenAt: ago(said) })

describe('counts from the stream', () => {
  // rules/http 39
  it.each([
    ['say nothing before the first pulse', {}, undefined],
    ['say nothing while pulses are met', { sent: sent(30), seen: met(30) }, undefined],
    ['say nothing of a pulse that is on its way', { sent: sent(4), seen: met(64) }, undefined],
    ['are true up to the last pulse that was met', { sent: sent(6), seen: met(66) }, ago(66)],
    ['are true up to no moment where none was ever met', { sent: sent(6) }, new Date(0).toISOString()],
    [
      'are true up to what a late consumer was given',
      { sent: sent(9), seen: met(9), late: late(40, 2) },
      ago(40),
    ],
    [
      'say nothing of a consumer that was late before',
      { sent: sent(9), seen: met(9), late: late(90, 30) },
      undefined,
    ],
    ['are true up to the older of both', { sent: sent(9), seen: met(69), late: late(40, 2) }, ago(69)],
    [
      'are true up to the older of both, whichever',
      { sent: sent(9), seen: met(69), late: late(99, 2) },
      ago(99),
    ],
  ] as const)('%s', (_, signs, until) => {
    expect(countedUntil(signs, now)).toBe(until)
  })
})

describe('a response with such counts', () => {
  const place = {} as { w: World; ada: Agent }
  beforeAll(async () => {
    const w = await world({ ownTable: true })
    const ada = w.device()
    await ada.register({ email: w.email('ada'), password: 'correct horse battery' })
    Object.assign(place, { w, ada })
  })

  const said = async (): Promise<string | undefined> => {
    // What was looked up a moment ago serves others still.
    place.w.clock.advance(5)
    return (await place.ada.listOrganizations({})).headers['x-counted-until']
  }
  const moment = (secondsAgo: number): string =>
    new Date(place.w.clock.now().getTime() - secondsAgo * 1000).toISOString()
  const given = (secondsAgo: number) =>
    place.w.deliver([
      {
        eventName: 'REMOVE',
        dynamodb: {
          SequenceNumber: '1',
          ApproximateCreationDateTime: place.w.clock.now().getTime() / 1000 - secondsAgo,
        },
      },
    ])

  it('has their time while a consumer lags, and not otherwise', async () => {
    const { w, ada } = place
    expect(await said()).toBeUndefined()
    await given(5)
    expect(await said()).toBeUndefined()
    const oldest = moment(90)
    await given(90)
    expect(await said()).toBe(oldest)
    expect((await ada.validateToken({})).headers['x-counted-until']).toBeUndefined()
    w.clock.advance(30)
    expect(await said()).toBeUndefined()
  })

  it('has it while pulses are missing', async () => {
    const { w } = place
    const platform = w.table('www')
    const before = { name: 'stream' as const, at: moment(60) }
    await platform.put(pulseSeen, { ...before, seenAt: moment(59) })
    const at = moment(0)
    await platform.put(pulse, { name: 'stream', at })
    w.clock.advance(1)
    expect(await said()).toBe(before.at)
    await platform.put(pulseSeen, { name: 'stream', at, seenAt: moment(0) })
    expect(await said()).toBeUndefined()
  })

  it('is read at most once in five seconds', async () => {
    const { w, ada } = place
    await said()
    const oldest = moment(70)
    await given(70)
    expect((await ada.listOrganizations({})).headers['x-counted-until']).toBeUndefined()
    w.clock.advance(5)
    expect((await ada.listOrganizations({})).headers['x-counted-until']).toBe(oldest)
    w.clock.advance(60)
  })

  it('has the oldest time of several consumers', async () => {
    const { w } = place
    const table = w.table()
    const kept = async () => (await w.table('www').get(streamLate, { name: 'stream' }))?.at
    const [slow, quick] = [lagReporter(), lagReporter()]
    const oldest = moment(300)
    await slow(table, 300, w.clock.now())
    await quick(table, 20, w.clock.now())
    expect(await kept()).toBe(oldest)
    w.clock.advance(31)
    const next = moment(20)
    await quick(table, 20, w.clock.now())
    expect(await kept()).toBe(next)
    const older = moment(200)
    await slow(table, 200, w.clock.now())
    expect(await kept()).toBe(older)
  })

  it('is written by a consumer at most once in five seconds', async () => {
    const { w } = place
    const table = w.table()
    const note = lagReporter()
    w.clock.advance(60)
    await note(table, 20, w.clock.now())
    const { calls } = table.cost
    w.clock.advance(4)
    await note(table, 24, w.clock.now())
    expect(table.cost.calls).toBe(calls)
  })
})

type Parts = {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
}

const fieldsIn = (schema: z.ZodMiniType | undefined): readonly string[] => {
  if (!schema) return []
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as Parts
  const inner = [...Object.values(shape), ...options, element, innerType]
  return [...Object.keys(shape), ...inner.flatMap(fieldsIn)]
}

/** Fields whose numbers consumers of the stream add up. */
const countedFields = new Set([
  ...['memberCount', 'followerCount', 'eventCount', 'recentEventCount', 'totalMembers'],
  ...['likeCount', 'replyCount', 'views', 'uniqueViews', 'registrationCount'],
  'engagementReadiness',
])

const reads = Object.values(contracts).flatMap(({ domain, rows }) =>
  Object.entries<DescribedRow>(rows).flatMap(([operation, row]) =>
    row.method === 'GET' ? [[operation, row, domain] as const] : [],
  ),
)

describe('operations', () => {
  it.each(reads)(
    '%s carries the moment exactly where it shows such numbers',
    (_, { reply, counted }, domain) => {
      const shows = fieldsIn(reply.schema).some((field) => countedFields.has(field))
      expect(counted === true).toBe(shows || domain === 'analytics')
    },
  )
})
