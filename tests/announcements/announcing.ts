import { attendee, type EventCard } from '../../functions/events/index.ts'
import { managementConfig } from '../../functions/policies/settings.ts'
import { hosted } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import type { Reply } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import type { World } from '../support/world.ts'

export const words = 'Please bring a board and a clock with you.'

/** An organization with an event of its own, to which two of its people and a guest of another school go. */
export type Gathering = {
  readonly c: Club
  readonly at: { readonly orgId: string; readonly eventId: string }
  readonly card: EventCard
  readonly ben: Person
  readonly cleo: Person
  /** From another school; has no account here. */
  readonly gil: Person
}

export const register = async ({ device }: Person, eventId: string): Promise<void> => {
  const { status, body } = await device.registerForEvent({ event_id: eventId })
  if (status !== 201) throw new Error(`could not register: ${JSON.stringify(body)}`)
}

export const gathering = async (
  w: World,
  name: string,
  more: Partial<EventCard> = {},
): Promise<Gathering> => {
  const c = await club(w, name)
  const card = await hosted(w, c.orgId, { maxAttendees: 50, ...more })
  const { eventId } = card
  const [ben, cleo] = [await registered(w, `ben${name}`), await registered(w, `cleo${name}`)]
  const there = await registered(w, `gil${name}`, {}, w.sister)
  const gil = { ...there, device: there.device.on(w.home) }
  for (const person of [ben, cleo, gil]) await register(person, eventId)
  return { c, at: { orgId: c.orgId, eventId }, card, ben, cleo, gil }
}

export const announce = ({ c, at }: Gathering, more: object = {}): Promise<Reply> =>
  c.owner.device.announce({ ...at, content: words, ...more })

/** What the school says about messages; other rules have their defaults. */
export const setRules = async (w: World, messaging: object): Promise<void> => {
  await w.table().put(managementConfig, { messaging, version: 1 })
}

/** Somebody was at the door. */
export const checkIn = async (w: World, { card }: Gathering, { user }: Person, kind: 'u' | 'g' = 'u') => {
  const personId = kind === 'u' ? user._id : user.globalUserId
  const keyParams = { eventId: card.eventId, kind, personId }
  const row = await w.table().get(attendee, keyParams, { strong: true })
  if (!row) throw new Error('not registered')
  await w.table().put(attendee, { ...row, checkedIn: true })
}

/** Carries out what an announcement sets off, and says who was mailed and what inboxes hold of it. */
export const toldBy = async (w: World, people: readonly Person[], deed: () => Promise<Reply>) => {
  const stream = await attendanceStream(w)
  const before = w.mails.length
  const reply = await deed()
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  await stream.drain()
  const inboxes = await Promise.all(
    people.map(async ({ device }) => (await device.listNotifications()).body.data),
  )
  return {
    reply,
    mails: w.mails.slice(before),
    mailed: w.mails
      .slice(before)
      .map(({ to }) => to)
      .sort(),
    inboxes: inboxes.map((rows: { metadata?: { announcementId?: string } }[]) =>
      rows.filter(({ metadata }) => metadata?.announcementId === reply.body.data._id),
    ),
  }
}
