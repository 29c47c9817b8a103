import { beforeAll, describe, expect, it } from 'vitest'
import {
  collaborator,
  type EventCard,
  eventCard,
  eventPage,
  firstEvents,
  hostEvents,
  upTo,
} from '../../functions/events/index.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { type World, world } from '../support/world.ts'
import { cardOf, stored } from './cards.ts'

let w: World
let all: EventCard[]

const orgId = 'helping'
const dayOf = (at: number): string => `2026-04-${String((at % 9) + 1).padStart(2, '0')}T10:00:00.000Z`

/** Forty events, many of which begin together: own ones and those of others, live, in the works and over. */
beforeAll(async () => {
  w = await world()
  const statuses = ['approved', 'draft', 'completed'] as const
  all = []
  for (let at = 0; at < 40; at += 1) {
    const status = statuses[at % 3] ?? 'draft'
    const helped = at % 4 === 0
    const card = cardOf({
      status,
      start_time: dayOf(at * 7),
      hostingType: 'Org',
      hostingId: helped ? 'other' : orgId,
    })
    const { eventId, shelf, start_time } = card
    all.push(card)
    if (!helped) await stored(w, card)
    else
      await w.table().put(collaborator, {
        eventId,
        orgId,
        inviteId: eventId,
        hostOrgId: 'other',
        invitedByUserId: 'nobody',
        status: 'accepted',
        expiresAt: start_time,
        card,
        shelf,
        start_time,
        cardVersion: 1,
        version: 1,
      })
  }
})

const order = ({ start_time, eventId }: EventCard): string => `${start_time}#${eventId}`
const ids = (cards: readonly EventCard[]): string[] => cards.map(({ eventId }) => eventId)
const inOrder = (cards: readonly EventCard[], descending: boolean): string[] => {
  const sorted = [...cards].sort((a, b) => (order(a) < order(b) ? -1 : 1))
  return ids(descending ? sorted.reverse() : sorted)
}

const shelves = ['live', 'work', 'past'] as const
const sources = () => shelves.map((shelf) => hostEvents(w.table(), orgId, shelf))

const paged = async (limit: number, descending: boolean, more: object = {}): Promise<string[]> => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const numbered = { page: 1, limit, cursor }
    const page = await eventPage({ sources: sources(), numbered, scope: 'test', descending, ...more })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    found.push(...ids(page.items))
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

describe('several lists of events in one order', () => {
  // rules/events 18
  it.each([1, 2, 3, 7, 13, 40, 100])('lose and repeat nothing over pages of %i', async (limit) => {
    for (const descending of [false, true])
      expect(await paged(limit, descending)).toEqual(inOrder(all, descending))
  })

  it('lose and repeat nothing where some are left out', async () => {
    const isSocial = ({ eventId }: EventCard): boolean => Number(eventId.slice(-1)) % 3 === 0
    const keep = (cards: readonly EventCard[]) => cards.filter(isSocial)
    for (const descending of [false, true])
      for (const examined of [2, 5, 100])
        expect(await paged(2, descending, { keep, examined })).toEqual(
          inOrder(all.filter(isSocial), descending),
        )
  })

  // rules/events 18
  it('are the same by number and by cursor', async () => {
    const pages: string[] = []
    for (let page = 1; page <= 6; page += 1) {
      const { items } = await eventPage({ sources: sources(), numbered: { page, limit: 7 }, scope: 'test' })
      pages.push(...ids(items))
    }
    expect(pages).toEqual(inOrder(all, false))
  })

  it('begin and end where they are asked to, both moments counting', async () => {
    const [from, to] = [dayOf(2), dayOf(5)]
    const within = all.filter(({ start_time }) => start_time >= from && start_time <= to)
    for (const descending of [false, true])
      expect(await paged(3, descending, { from, to: upTo(to) })).toEqual(inOrder(within, descending))
  })

  // rules/events 18
  it('take a cursor of their own alone', async () => {
    const numbered = { page: 1, limit: 2 }
    const { cursor } = await eventPage({ sources: sources(), numbered, scope: 'one' })
    expect(cursor).toBeDefined()
    const other = eventPage({ sources: sources(), numbered: { ...numbered, cursor }, scope: 'other' })
    await expect(other).rejects.toMatchObject({ kind: BadCursor })
  })

  it('give the first ones however many pages of the table they take', async () => {
    const small = sources().map(
      (list): typeof list =>
        (part) =>
          list({ ...part, limit: Math.min(part.limit, 4) }),
    )
    expect(ids(await firstEvents(small, { limit: 100 }))).toEqual(inOrder(all, false))
    expect(ids(await firstEvents(small, { limit: 9 }))).toEqual(inOrder(all, false).slice(0, 9))
  })
})

describe('kinds that share a list', () => {
  it('are told from others of the same list, and have cursors of their own', async () => {
    const listing = { index: 'gsi2', keyParams: { hostingId: orgId, shelf: 'live' }, limit: 3 } as const
    const both = await w.table().listKinds([eventCard, collaborator], listing)
    expect(both.items).toHaveLength(3)
    const own = await w.table().list(eventCard, { ...listing, limit: 100 })
    expect(ids(own.items)).toEqual(
      inOrder(
        all.filter(({ hostingId, shelf }) => hostingId === orgId && shelf === 'live'),
        false,
      ),
    )
    const mixed = w.table().list(eventCard, { ...listing, cursor: both.cursor })
    await expect(mixed).rejects.toMatchObject({ kind: BadCursor })
  })
})
