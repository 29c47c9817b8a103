import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { consume, consumers } from '../../functions/stream/handler.ts'
import { leaseSeconds } from '../../functions/stream/mail-delivery.ts'
import { on } from '../../lib/consumer.ts'
import { mailDue, outboxMail } from '../../lib/outbox.ts'
import { changeEventOf } from '../../lib/table/change-event.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { type World, world } from '../support/world.ts'

const allDone = { batchItemFailures: [] }
const failing = async (): Promise<never> => {
  throw new Error('the mail service is down')
}

describe('the stream consumer', () => {
  const record = (
    eventName: DynamoDBRecord['eventName'],
    entity: string,
    number: string,
    subject = 'X#1',
  ): DynamoDBRecord => {
    const image = { pk: { S: `T#demo#${subject}` }, sk: { S: 'X' }, entity: { S: entity }, seats: { N: '3' } }
    const images = eventName === 'INSERT' ? { NewImage: image } : { OldImage: image }
    return { ...(eventName ? { eventName } : {}), dynamodb: { SequenceNumber: number, ...images } }
  }

  it("reads the change of an item, without the table's own attributes", () => {
    expect(changeEventOf(record('REMOVE', 'OutboxMail', '7'))).toEqual({
      id: '7',
      kind: 'gone',
      entity: 'OutboxMail',
      tenant: 'demo',
      before: { seats: 3 },
    })
    expect(changeEventOf({})).toBeUndefined()
  })

  it('calls the consumers of a kind, in the order of the records, and skips other kinds', async () => {
    const w = await world()
    const seen: string[] = []
    const row = on(outboxMail, ['made', 'gone'], async ({ id, kind }) => void seen.push(`${id} ${kind}`))
    const batch = [
      record('INSERT', 'OutboxMail', '1'),
      record('INSERT', 'Session', '2'),
      record('REMOVE', 'OutboxMail', '3'),
    ]
    expect(await consume([row], () => w.runtime)({ Records: [...batch, {}] })).toEqual(allDone)
    expect(seen).toEqual(['1 made', '3 gone'])
  })

  // rules/stream 1
  it('keeps the order of one subject beside slow ones', async () => {
    const w = await world()
    const seen: string[] = []
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const row = on(outboxMail, ['made'], async ({ id }) => {
      if (id === '1') await held
      seen.push(id)
      if (id === '4') release()
    })
    const batch = [
      record('INSERT', 'OutboxMail', '1', 'EV#a'),
      record('INSERT', 'OutboxMail', '2', 'EV#a#P#3'),
      record('INSERT', 'OutboxMail', '3', 'EV#b'),
      record('INSERT', 'OutboxMail', '4', 'EV#b#SEAT#0'),
    ]
    expect(await consume([row], () => w.runtime)({ Records: batch })).toEqual(allDone)
    expect(seen).toEqual(['3', '4', '1', '2'])
  })

  // rules/stream 2
  it('reports the first failed record, after handling all before it', async () => {
    const w = await world()
    const seen: string[] = []
    const row = on(outboxMail, ['made'], async ({ id }) => {
      if (id === '3' || id === '4') await failing()
      seen.push(id)
    })
    const subjects = ['EV#a', 'EV#b', 'EV#a', 'EV#c', 'EV#a']
    const batch = subjects.map((subject, at) => record('INSERT', 'OutboxMail', String(at + 1), subject))
    const failed = { batchItemFailures: [{ itemIdentifier: '3' }] }
    expect(await consume([row], () => w.runtime)({ Records: batch })).toEqual(failed)
    expect(seen.sort()).toEqual(['1', '2'])
  })

  // rules/stream 2
  it('starts nothing that may not finish in time, and reports what was handled', async () => {
    const w = await world()
    const seen: string[] = []
    const row = on(outboxMail, ['made'], async ({ id }) => {
      seen.push(id)
      if (id === '2') w.clock.advance(41)
    })
    const batch = ['1', '2', '3', '4'].map((number) => record('INSERT', 'OutboxMail', number))
    const failed = { batchItemFailures: [{ itemIdentifier: '3' }] }
    expect(await consume([row], () => w.runtime)({ Records: batch })).toEqual(failed)
    expect(seen).toEqual(['1', '2'])
  })
})

describe('a slow delivery', () => {
  // rules/stream 3
  const passing = async (
    seconds: number,
    meanwhile: (w: World, due: readonly DynamoDBRecord[]) => Promise<void> = async () => undefined,
  ) => {
    const w = await world()
    await w.table().write([mailDue(w.runtime, { template: 'password_changed', to: 'a@x.edu', params: {} })])
    const due = await w.due()
    const { client } = w.runtime
    let asked = 0
    const send = async (command: unknown) => {
      const answer = await client.documents.send(command as never)
      asked += 1
      // The claim of the row is the first call.
      if (asked === 1) {
        w.clock.advance(seconds)
        await meanwhile(w, due)
      }
      return answer
    }
    const slow = { ...w.runtime, client: { ...client, documents: { send } } as unknown as TableClient }
    return { w, due, answer: await consume(consumers, () => slow)({ Records: [...due] }) }
  }

  it('renews its claim before it sends, and ends it', async () => {
    const { w, due, answer } = await passing(leaseSeconds - 1)
    expect([answer, w.mails.length]).toEqual([allDone, 1])
    const id = due[0]?.dynamodb?.SequenceNumber ?? ''
    expect(await w.table().get(outboxMail, { cause: id, id })).toMatchObject({ status: 'sent', attempts: 1 })
  })

  // rules/stream 3
  it('sends nothing when another one has taken the mail over', async () => {
    const { w, answer } = await passing(leaseSeconds, async (w, due) => void (await w.deliver(due)))
    expect([answer.batchItemFailures.length, w.mails.length]).toEqual([1, 1])
  })
})
