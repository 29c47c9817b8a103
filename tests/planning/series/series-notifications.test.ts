import { beforeAll, describe, expect, it } from 'vitest'
import { occurrenceId } from '../../../functions/events/recurrence.ts'
import { taskHandlers } from '../../../functions/planning/scheduled-tasks.ts'
import { notificationRow } from '../../../lib/outbox.ts'
import { type WholeStream, wholeStream } from '../../privacy/stream.ts'
import { sweep } from '../../support/due.ts'
import { listed } from '../../support/inboxes.ts'
import { type Person, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from '../people.ts'

let p: PlannedCampus
let stream: WholeStream
let names = 0

beforeAll(async () => {
  p = await plannedCampus()
  await enrolSchool(p.w, p.w.home)
  stream = await wholeStream(p.w)
})

const person = async (): Promise<Person> => {
  names += 1
  return registered(p.w, `reader${names}`, { username: `reader${names}` })
}
const guest = async (): Promise<Person> => {
  names += 1
  const there = await registered(p.w, `guest${names}`, { username: `guest${names}` }, p.w.sister)
  return { ...there, device: there.device.on(p.w.home) }
}

const idAt = (seriesId: string, index: number): string =>
  index === 1 ? seriesId : occurrenceId(seriesId, index)

const series = async (count: number, more: object = {}): Promise<string> => {
  const recurrence = { frequency: 'weekly', count }
  const seriesId = await clubEvent(p.c, { recurrence, registrationEnabled: true, ...more })
  await stream.drain()
  return seriesId
}

const register = async ({ device }: Person, seriesId: string, indexes: readonly number[]): Promise<void> => {
  for (const index of indexes)
    expect((await device.registerForEvent({ event_id: idAt(seriesId, index) })).status).toBe(201)
}

type Message = { title: string; message: string; metadata?: { eventId?: string; eventIds?: string[] } }

/** Notifications of a person whose title begins with a word. */
const messages = async (reader: Person, word: string): Promise<readonly Message[]> =>
  (await listed(reader, { limit: 50 })).data.filter(({ title }: Message) => title.startsWith(word))

const eventsOf = ({ metadata }: Message): readonly string[] =>
  metadata?.eventIds ?? (metadata?.eventId ? [metadata.eventId] : [])

const mailsTo = ({ email }: Person, word: string) =>
  p.w.mails.filter(({ to, subject }) => to === email && subject.startsWith(word))

const datesIn = (text: string): readonly string[] => text.match(/(?:April|May) \d+, 2026/g) ?? []

describe('attendees of a series', () => {
  // rules/planning 48
  it('get one message when all dates are cancelled, with precisely their dates', async () => {
    const seriesId = await series(8)
    const [all, some, abroad] = [await person(), await person(), await guest()]
    await register(all, seriesId, [1, 2, 3, 4, 5, 6, 7, 8])
    await register(some, seriesId, [3, 5])
    await register(abroad, seriesId, [4])
    await stream.drain()
    const cancelled = await p.c.owner.device.cancelEvent({
      event_id: seriesId,
      scope: 'all',
      reason: 'The hall is closed',
    })
    expect(cancelled.status).toBe(200)
    await stream.drain(2)

    for (const [reader, at] of [
      [some, 3],
      [abroad, 4],
    ] as const) {
      const { body } = await reader.device.getEvent({ event_id: idAt(seriesId, at) })
      expect([body.event.status, body.event.cancelReason]).toEqual(['cancelled', 'The hall is closed'])
    }
    const [toAll, ...more] = await messages(all, 'Cancelled')
    expect(more).toEqual([])
    expect(toAll?.title).toBe('Cancelled: Spring Open (8 dates)')
    expect(toAll && eventsOf(toAll)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => idAt(seriesId, at)))
    const every = ['April 1', 'April 8', 'April 15', 'April 22', 'April 29', 'May 6', 'May 13', 'May 20']
    expect(datesIn(toAll?.message ?? '')).toEqual(every.map((day) => `${day}, 2026`))
    expect(toAll?.message).toContain('Reason: The hall is closed.')
    expect(toAll?.message.match(/Main hall/g)).toHaveLength(1)
    const [toSome, ...others] = await messages(some, 'Cancelled')
    expect([datesIn(toSome?.message ?? ''), others]).toEqual([['April 15, 2026', 'April 29, 2026'], []])

    for (const [reader, dates] of [
      [all, every.map((day) => `${day}, 2026`)],
      [some, ['April 15, 2026', 'April 29, 2026']],
      [abroad, ['April 22, 2026']],
    ] as const) {
      const mails = mailsTo(reader, 'Cancelled')
      expect(mails).toHaveLength(1)
      expect(new Set(datesIn(mails[0]?.text ?? ''))).toEqual(new Set(dates))
    }
  })

  // rules/planning 48
  it('learn the old and the new times of all their dates from one message', async () => {
    const seriesId = await series(3)
    const reader = await person()
    await register(reader, seriesId, [1, 3])
    await stream.drain()
    const moved = { start_time: '2026-04-02T18:00:00.000Z', end_time: '2026-04-02T20:00:00.000Z' }
    expect((await p.c.owner.device.updateEvent({ event_id: seriesId, ...moved, scope: 'all' })).status).toBe(
      200,
    )
    await stream.drain(2)
    const [message, ...more] = await messages(reader, 'Changed')
    expect(more).toEqual([])
    const days = datesIn(message?.message ?? '')
    expect(new Set(days)).toEqual(new Set(['2', '1', '16', '15'].map((day) => `April ${day}, 2026`)))
    expect(mailsTo(reader, 'Changed')).toHaveLength(1)
  })

  const operations = {
    cancel: (event_id: string, scope: string) => p.c.owner.device.cancelEvent({ event_id, scope }),
    delete: (event_id: string, scope: string) => p.c.owner.device.deleteEvent({ event_id, scope }),
    move: (event_id: string, scope: string) =>
      p.c.owner.device.updateEvent({ event_id, scope, location: 'Small hall' }),
  }

  // rules/planning 48
  it.each(
    Array.from({ length: 9 }, (_, at) => ({
      operation: (['cancel', 'delete', 'move'] as const)[at % 3] ?? 'move',
      scope: ['all', 'following', 'this'][Math.floor(at / 3)] ?? 'all',
      at,
    })),
  )('get one message of each operation: $operation $scope', async ({ operation, scope, at }) => {
    const count = 4
    let state = at + 1
    const random = (most: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    const seriesId = await series(count)
    const anchor = 1 + random(count)
    const indexes = [1, 2, 3, 4]
    const readers = [await person(), await person(), await guest()]
    const seats = readers.map(() => indexes.filter(() => random(3) > 0))
    for (const [place, reader] of readers.entries()) await register(reader, seriesId, seats[place] ?? [])
    await stream.drain()
    const { status } = await operations[operation](idAt(seriesId, anchor), scope)
    expect(status).toBeLessThan(300)
    await stream.drain(2)
    const isConcerned = (index: number): boolean =>
      scope === 'all' || index === anchor || (scope === 'following' && index > anchor)
    const word = operation === 'move' ? 'Changed' : 'Cancelled'
    for (const [place, reader] of readers.entries()) {
      const concerned = (seats[place] ?? []).filter(isConcerned)
      expect(mailsTo(reader, word)).toHaveLength(concerned.length > 0 ? 1 : 0)
      if (place === 2) continue
      const events = (await messages(reader, word)).map(eventsOf)
      expect(events).toEqual(concerned.length > 0 ? [concerned.map((index) => idAt(seriesId, index))] : [])
    }
  })
})

describe('a bulk action', () => {
  const three = async () => {
    const ids: string[] = []
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      ids.push(await clubEvent(p.c, { name, registrationEnabled: true }))
    const reader = await person()
    for (const event_id of ids.slice(0, 2)) await reader.device.registerForEvent({ event_id })
    await stream.drain()
    return { ids, reader }
  }

  // rules/planning 49
  it('sends each attendee one message that names the events', async () => {
    const { ids, reader } = await three()
    const sent = { orgId: p.c.orgId, action: 'cancel', eventIds: ids }
    expect((await p.c.owner.device.bulkAction(sent)).body.data.modifiedCount).toBe(3)
    await stream.drain(2)
    const [message, ...more] = await messages(reader, 'Cancelled')
    expect(more).toEqual([])
    expect(message?.title).toBe('Cancelled: 2 events')
    expect(message?.message).toMatch(/Alpha[\s\S]*Beta/)
    expect(message?.message).not.toContain('Gamma')
    expect(mailsTo(reader, 'Cancelled')).toHaveLength(1)
  })

  // rules/planning 49
  it('sends its messages two minutes later when its process died before the end', async () => {
    const { ids, reader } = await three()
    const { documents } = p.w.runtime.client
    const send = documents.send.bind(documents) as (command: object) => Promise<unknown>
    const dying = async (command: { readonly input?: unknown }) => {
      if (JSON.stringify(command.input).includes(`"${notificationRow.name}"`)) throw new Error('died')
      return send(command)
    }
    Object.assign(documents, { send: dying })
    const sent = { orgId: p.c.orgId, action: 'cancel', eventIds: ids }
    expect((await p.c.owner.device.bulkAction(sent)).status).toBe(500)
    Object.assign(documents, { send })
    await stream.drain(2)
    expect(await messages(reader, 'Cancelled')).toEqual([])
    p.w.clock.advance(180)
    for (let time = 0; time < 2; time += 1) {
      await sweep(p.w, taskHandlers)
      await stream.drain(2)
    }
    expect((await messages(reader, 'Cancelled')).map(({ title }) => title)).toEqual(['Cancelled: 2 events'])
    expect(mailsTo(reader, 'Cancelled')).toHaveLength(1)
  })
})
