import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventCard } from '../../../functions/events/index.ts'
import { EventChanged, EventNotFound, RoomTaken } from '../../../functions/planning/contract/failures.ts'
import { refused } from '../../support/agent.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })

describe('many at once', () => {
  const answers = async (attempts: readonly Promise<{ status: number; body: { message: string } }>[]) => {
    const replies = await Promise.all(attempts)
    return {
      won: replies.filter(({ status }) => status === 200).length,
      words: [...new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.message))],
      statuses: [...new Set(replies.map(({ status }) => status))],
    }
  }
  const twenty = Array.from({ length: 20 }, (_, at) => at)

  it('publish an event once', async () => {
    const { c } = p
    const eventId = await clubEvent(c, { asDraft: true })
    const { won, words } = await answers(twenty.map(() => c.owner.device.publishEvent({ eventId })))
    expect([won, words]).toEqual([1, ['Cannot change status from not-applicable to pending']])
    expect(await cardOf(eventId)).toMatchObject({ submission: 1, version: 2 })
  })

  it('call it off once', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const { won } = await answers(twenty.map(() => c.owner.device.cancelEvent({ event_id: eventId })))
    expect(won).toBe(1)
    expect(await cardOf(eventId)).toMatchObject({ status: 'cancelled', version: 2 })
  })

  it('delete it once, and those who come later find nothing', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const { won, words } = await answers(twenty.map(() => c.owner.device.deleteEvent({ event_id: eventId })))
    expect([won, words]).toEqual([1, [EventNotFound.message]])
    expect(await cardOf(eventId)).toMatchObject({ status: 'cancelled', version: 2 })
  })

  // rules/planning 21
  it('lose no edit that was answered', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    const edits = twenty.map((at) =>
      c.owner.device.updateEvent({ event_id: eventId, customFields: { [`f${at}`]: at } }),
    )
    const { won, words, statuses } = await answers(edits)
    expect(won).toBeGreaterThan(0)
    expect(words.filter((word) => word !== EventChanged.message)).toEqual([])
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await cardOf(eventId))?.version).toBe(1 + won)
  })

  it('edit and call off: whatever comes last, nothing lives on that was called off', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    await Promise.all([
      ...twenty
        .slice(0, 6)
        .map((at) => c.owner.device.updateEvent({ event_id: eventId, location: `Room ${at}` })),
      c.owner.device.cancelEvent({ event_id: eventId }),
    ])
    expect(await cardOf(eventId)).toMatchObject({ status: 'cancelled', shelf: 'past' })
  })

  it('take a room once', async () => {
    const { c, w } = p
    const drafts = await Promise.all(
      twenty.slice(0, 8).map(() => clubEvent(c, { asDraft: true, classroom_id: 'tower' })),
    )
    const { won, words } = await answers(drafts.map((eventId) => c.owner.device.publishEvent({ eventId })))
    expect([won, words]).toEqual([1, [RoomTaken.message]])
    const cards = await Promise.all(drafts.map((eventId) => w.table().get(eventCard, { eventId })))
    expect(cards.filter((card) => card?.shelf === 'live')).toHaveLength(1)
  })
})

type Command = {
  readonly constructor: { readonly name: string }
  readonly input: { TransactItems?: unknown[] }
}

describe('somebody who is always slower', () => {
  // rules/planning 21
  it('gives up and says so', async () => {
    const { c, w } = p
    const eventId = await clubEvent(c)
    const { documents } = w.runtime.client
    const send = documents.send.bind(documents) as unknown as (command: Command) => Promise<unknown>
    let lost = 0
    const slow = (command: Command): Promise<unknown> => {
      if (command.constructor.name !== 'TransactWriteCommand') return send(command)
      lost += 1
      const CancellationReasons = (command.input.TransactItems ?? []).map((_, at) => ({
        Code: at === 0 ? 'ConditionalCheckFailed' : 'None',
      }))
      return Promise.reject(
        Object.assign(new Error('late'), { name: 'TransactionCanceledException', CancellationReasons }),
      )
    }
    vi.spyOn(documents, 'send').mockImplementation(slow as never)
    const reply = await c.owner.device.updateEvent({ event_id: eventId, description: 'Late' })
    vi.restoreAllMocks()
    expect(reply).toMatchObject(refused(EventChanged))
    expect(lost).toBe(8)
    expect((await cardOf(eventId))?.version).toBe(1)
  })
})
