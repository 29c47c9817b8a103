import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { consume, consumers } from '../../functions/stream/handler.ts'
import { onBatch } from '../../lib/consumer.ts'
import { outboxMail } from '../../lib/outbox.ts'
import { crowd } from '../attendance/crowd.ts'
import { planned } from '../attendance/events.ts'
import { expectCounted, stateOf } from '../attendance/state.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { world } from '../support/world.ts'

const record = (number: string, subject: string): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: number,
    NewImage: { pk: { S: `T#demo#${subject}` }, sk: { S: number }, entity: { S: 'OutboxMail' } },
  },
})

describe('change events of one item', () => {
  // rules/stream 16
  it('are handled together, whatever is between them', async () => {
    const w = await world()
    const seen: string[] = []
    const row = onBatch(
      outboxMail,
      ['made'],
      ({ id }) => (Number(id) % 2 === 0 ? 'even' : undefined),
      async (notices) => void seen.push(notices.map(({ id }) => id).join()),
    )
    const batch = ['1', '2', '3', '4', '5', '6'].map((number) => record(number, `EV#${number}`))
    const answer = await consume([row], () => w.runtime)({ Records: batch })
    expect(answer).toEqual({ batchItemFailures: [] })
    expect(seen).toEqual(['2,4,6'])
  })

  it('are tried separately when they fail together, so that one delays none before it', async () => {
    const w = await world()
    const seen: string[] = []
    const row = onBatch(
      outboxMail,
      ['made'],
      () => 'all',
      async (notices) => {
        if (notices.some(({ id }) => id === '2')) throw new Error('it can never be carried out')
        seen.push(notices.map(({ id }) => id).join())
      },
    )
    const batch = ['1', '2', '3'].map((number) => record(number, 'EV#a'))
    const answer = await consume([row], () => w.runtime)({ Records: batch })
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
    expect(seen).toEqual(['1'])
  })

  it('cost a full batch of registrations a few calls more than one of them', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
    const event = await planned(w)
    const people = await crowd(w, 37)
    const stream = await attendanceStream(w, { only: ['Attendee'] })
    // What each is told is theirs alone.
    const counting = consume(
      consumers.filter(({ on }) => on !== 'NotificationDue'),
      () => w.runtime,
    )
    const calls = async (): Promise<number> => {
      await counting({ Records: await stream.fresh() })
      const line = w.logs.findLast(({ operation }) => operation === 'stream.consume')
      return Number(line?.calls)
    }
    const [first, ...others] = people
    await first?.device.registerForEvent({ event_id: event.eventId, guestCount: 1 })
    const alone = await calls()
    await Promise.all(
      others.map(({ device }) => device.registerForEvent({ event_id: event.eventId, guestCount: 1 })),
    )
    expect(await calls()).toBeLessThanOrEqual(alone + 10)
    expectCounted(await stateOf(w, event.eventId))
  })
})
