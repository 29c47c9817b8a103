import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { organization } from '../../lib/identity/org-records.ts'
import {
  type EventCard,
  findEvent,
  findStandings,
  firstEvents,
  hostEvents,
  isListed,
  isOnOwnList,
  isVisible,
  listGoing,
  publicEvents,
  readCards,
  upTo,
  viewerOf,
} from '../events/service.ts'
import { EventNotFound } from './failures.ts'
import { ownerOf } from './tokens.ts'
import type { Calendar, Entry } from './writing.ts'

type Content = Pick<Calendar, 'name' | 'entries'>

const dayMs = 24 * 3600 * 1000
/** Events that a calendar holds, and how far it looks back and ahead. */
const most = 500
const back = 30 * dayMs
const ahead = 365 * dayMs

const iso = (ms: number): string => new Date(ms).toISOString()

const windowAt = (now: Date) => ({
  from: iso(now.getTime() - back),
  to: upTo(iso(now.getTime() + ahead)),
  limit: most,
})

/** What was called off is told for thirty days, so that every calendar hears of it (events.md 3.9). */
const isTold = ({ status, cancelledAt, updatedAt }: EventCard, now: Date): boolean => {
  if (status === 'archived') return false
  return status !== 'cancelled' || (cancelledAt ?? updatedAt) >= iso(now.getTime() - back)
}

const entriesOf = (cards: readonly EventCard[]): readonly Entry[] => cards.map((card) => ({ card }))

/** One event: two round trips at most. 404 `Event not found` for who may not see it. */
export const ofEvent = async (eventId: string, context: Context<'optional'>): Promise<Content> => {
  const { card, body } = (await findEvent(context.table, eventId)) ?? fail(EventNotFound)
  const viewer = await viewerOf(context, [card])
  if (!isVisible(card, viewer)) fail(EventNotFound)
  const { description } = body
  return { name: card.name, entries: [{ card, ...(description ? { description } : {}) }] }
}

/** What an organization hosts or helps to run, as far as lists show it to the reader. */
export const ofOrganization = async (orgId: string, context: Context<'optional'>): Promise<Content> => {
  const { table, now } = context
  const [org, known, cards] = await Promise.all([
    table.get(organization, { orgId }),
    findStandings(context, [orgId]),
    firstEvents([hostEvents(table, orgId, 'live'), hostEvents(table, orgId, 'past')], windowAt(now())),
  ])
  if (!org || org.deletedAt !== undefined) return fail(OrganizationNotFound)
  const told = cards.filter((card) => isTold(card, now()))
  const viewer = await viewerOf(context, told, { known })
  return { name: org.org_name, entries: entriesOf(told.filter((card) => isListed(card, viewer))) }
}

/** Public events of the school. */
export const ofSchool = async ({ table, tenant, now }: Context<'anyone'>): Promise<Content> => {
  const sources = [publicEvents(table, 'live'), publicEvents(table, 'past')]
  const cards = await firstEvents(sources, windowAt(now()))
  return { name: `Events at ${tenant.key}`, entries: entriesOf(cards.filter((card) => isTold(card, now()))) }
}

/** What the owner of a secret address is registered for, and waits for. */
export const ofOwner = async (token: string | undefined, context: Context<'anyone'>): Promise<Content> => {
  const { table, now } = context
  const caller = await ownerOf(token, context)
  const { items } = await listGoing(table, caller, windowAt(now()))
  const rows = new Map(items.map((row) => [row.eventId, row]))
  const cards = await readCards(table, [...rows.keys()])
  const told = cards.filter((card) => isTold(card, now()))
  const viewer = await viewerOf({ table, caller }, told)
  const entries = told
    .filter((card) => isOnOwnList(card, viewer))
    .sort((a, b) => (a.start_time < b.start_time ? -1 : 1))
    .map((card) => ({ card, tentative: rows.get(card.eventId)?.status === 'waiting' }))
  return { name: 'My events', entries }
}
