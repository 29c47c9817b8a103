import {
  type EventBody,
  type EventCard,
  eventBody,
  eventCard,
  shelfOf,
} from '../../functions/events/index.ts'
import { inbox, notification } from '../../functions/notifications/repository.ts'
import { onEventEnd, reminderWrites } from '../../functions/reminders/index.ts'
import { taskHandlers } from '../../functions/reminders/scheduled-tasks.ts'
import { pager } from '../../lib/audience.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import { put } from '../../lib/table/write.ts'
import { cardOf } from '../events/cards.ts'
import type { Seeded } from '../load/seeded.ts'
import { meddled, sweep } from '../support/due.ts'
import { userRecord } from '../support/user-record.ts'
import type { World } from '../support/world.ts'
import { expectedOf, hoursOf, intervals, type Planned, type Turn } from './plan.ts'
import { listening } from './stream.ts'

export type Platform = Pick<World, 'runtime' | 'clock' | 'table'>

/** Who goes to which event. */
export type Going = ReadonlyMap<string, readonly string[]>

const hourMs = 3_600_000

/** Gives every event its people, out of as few as make each go to several. */
export const peopled = async (
  { table }: Platform,
  month: readonly Planned[],
  { each, of }: { readonly each: number; readonly of: number },
): Promise<{ people: readonly string[]; going: Going }> => {
  const people = Array.from({ length: of }, (_, number) => `person${number}`)
  for (let at = 0; at < of; at += 100)
    await table().write(people.slice(at, at + 100).map((id) => put(tenantUser, userRecord(id))))
  const some = (from: number) => Array.from({ length: each }, (_, at) => people[(from + at) % of] ?? '')
  return { people, going: new Map(month.map(({ eventId }, number) => [eventId, some(number * 7)])) }
}

const attendeesOf = (going: Going) =>
  pager('event', async ({ eventId, who }, _, cursor) => {
    const all = who === 'attendees' ? (going.get(eventId) ?? []) : []
    const from = Number(cursor ?? 0)
    const next = from + 100 < all.length ? String(from + 100) : undefined
    return { people: all.slice(from, from + 100), ...(next ? { next } : {}) }
  })

const momentOf = (began: number, hour: number, minutes = 0): string =>
  new Date(began + hour * hourMs + minutes * 60_000).toISOString()

const cardAt = (began: number, eventId: string, { start, live }: Turn, version: number): EventCard => {
  const status = live ? 'approved' : 'cancelled'
  const start_time = momentOf(began, start, 10)
  return cardOf({ eventId, name: eventId, start_time, status, shelf: shelfOf(status), version })
}

const bodyOf = (eventId: string): EventBody => ({
  eventId,
  targetAudience: [],
  customFields: {},
  requiresApproval: false,
  autoBook: false,
  version: 1,
})

/** Every change of an event as planning makes it: the card and its due rows in one transaction, nothing read. */
const turn = async (w: Platform, began: number, { eventId, turns }: Planned, hour: number): Promise<void> => {
  const number = turns.findIndex(({ at }) => at === hour)
  const [before, after] = [turns[number - 1], turns[number]]
  if (!after) return
  const card = cardAt(began, eventId, after, number + 1)
  const old = before && cardAt(began, eventId, before, number)
  const table = w.table()
  const rows = reminderWrites({ table, now: w.clock.now }, old, card, intervals)
  const written = await table.write([put(eventCard, card), put(eventBody, bodyOf(eventId)), ...rows])
  if (!written.ok) throw new Error(`${eventId} was not changed`)
}

const completing = onEventEnd(async ({ card }) => {
  const over = { ...card, status: 'completed' as const, shelf: 'past' as const, version: card.version + 1 }
  return [put(eventCard, over, { equals: { version: card.version } })]
})
const handlers = [...taskHandlers, completing]

/** A sweeper whose process is killed at one of its writes, before it or right after: nothing of it happens any more. */
const dyingSweep = async (w: Platform, random: Seeded): Promise<boolean> => {
  let killed = false
  const runtime = meddled(w, ({ name }) => {
    killed ||= /Transact|Update/.test(name) && random.next() < 0.3
    if (killed) throw new Error('killed')
  })
  await sweep(w, handlers, { runtime }).catch(() => undefined)
  return killed
}

/**
 * Sweeps in turn alone, with a second sweeper beside it, with one that is killed, and with one that is killed beside one
 * that goes on. Answers whether somebody was killed.
 */
const sweepSomehow = async (w: Platform, step: number, random: Seeded): Promise<boolean> => {
  const whole = () => sweep(w, handlers).then(() => false)
  const dying = () => dyingSweep(w, random)
  const ways = [[whole], [whole, whole], [dying], [dying, whole]]
  const killed = await Promise.all((ways[step % ways.length] ?? []).map((one) => one()))
  if (!killed.includes(true)) return false
  // What a dead one left is for the next.
  return whole().then(() => true)
}

/** What people were told, and how often: `person`, the event, when it starts, and how long before. */
type Told = Map<string, number>

const add = (told: Told, line: string): void => void told.set(line, (told.get(line) ?? 0) + 1)

/** Reminders go out when the hour is full, fifty minutes after they were due. */
const words: Readonly<Record<number, string>> = { 24: '23 hours', 2: '1 hour' }

const wanted = (month: readonly Planned[], going: Going): Told => {
  const told: Told = new Map()
  for (const planned of month)
    for (const { hours } of expectedOf(planned))
      for (const person of going.get(planned.eventId) ?? [])
        add(told, `${person} ${planned.eventId} starts in ${words[hours]}.`)
  return told
}

const received = async ({ table }: Platform, people: readonly string[]): Promise<Told> => {
  const told: Told = new Map()
  for (const to of people) {
    let cursor: string | undefined
    do {
      const page = await table().list(notification, { keyParams: { to }, limit: 500, cursor, strong: true })
      // When and where follow behind the first sentence.
      for (const { message } of page.items) add(told, `${to} ${message.replace(/\. .*/, '.')}`)
      cursor = page.cursor
    } while (cursor)
  }
  return told
}

const beyond = (some: Told, others: Told): readonly string[] =>
  [...some].flatMap(([line, count]) => (count > (others.get(line) ?? 0) ? [line] : []))

/** What a month came to: lines of the reminders that were missed, and of those that nobody should have had. */
export type Outcome = {
  readonly reminders: number
  readonly missed: readonly string[]
  readonly surplus: readonly string[]
  /** Events that were live and are over, but not completed. */
  readonly unfinished: readonly string[]
  readonly unread: number
  readonly sweeps: number
  /** Sweeps in which somebody was killed. */
  readonly killed: number
}

const hundreds = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / 100) }, (_, at) => all.slice(at * 100, at * 100 + 100))

const unfinishedOf = async ({ table }: Platform, month: readonly Planned[]): Promise<readonly string[]> => {
  const names: string[] = []
  for (const some of hundreds(month)) {
    const refs = some.map(({ eventId }) => key(eventCard, { eventId }))
    const cards = await table().batchGet(refs, { strong: true })
    for (const [at, { eventId, turns }] of some.entries())
      if ((cards[at]?.status === 'completed') !== turns.at(-1)?.live) names.push(eventId)
  }
  return names
}

const unreadOf = async ({ table }: Platform, people: readonly string[]): Promise<number> => {
  let sum = 0
  for (const some of hundreds(people)) {
    const boxes = await table().batchGet(
      some.map((owner) => key(inbox, { owner })),
      { strong: true },
    )
    for (const box of boxes) sum += box?.unread_reminder ?? 0
  }
  return sum
}

/** The last hour of a month, what is left to chance, and who is told each day how far it is. */
type Course = { readonly last: number; readonly random: Seeded; readonly say?: (line: string) => void }

/** Lives through a month, from hour to hour. */
export const liveThrough = async (
  platform: Platform,
  month: readonly Planned[],
  { people, going }: { readonly people: readonly string[]; readonly going: Going },
  { last, random, say }: Course,
): Promise<Outcome> => {
  const began = platform.clock.now().getTime()
  const { runtime, carry } = listening(platform.runtime, [attendeesOf(going)])
  const w = { ...platform, runtime }
  for (const planned of month) await turn(w, began, planned, 0)
  const hours = hoursOf(month, last)
  let killed = 0
  for (const [step, hour] of hours.entries()) {
    if (hour % 24 < (hours[step - 1] ?? 24) % 24)
      say?.(`day ${Math.floor(hour / 24)} of ${Math.floor(last / 24)}`)
    w.clock.advance((began + hour * hourMs - w.clock.now().getTime()) / 1000)
    if (await sweepSomehow(w, step, random)) killed += 1
    await carry()
    for (const planned of month) await turn(w, began, planned, hour)
  }
  const [expected, got] = [wanted(month, going), await received(w, people)]
  return {
    reminders: [...got.values()].reduce((sum, count) => sum + count, 0),
    missed: beyond(expected, got),
    surplus: beyond(got, expected),
    unfinished: await unfinishedOf(w, month),
    unread: await unreadOf(w, people),
    sweeps: hours.length,
    killed,
  }
}
