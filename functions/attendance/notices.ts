import { type NoticeWorld, on } from '../../lib/consumer.ts'
import { orgMember } from '../../lib/identity/organizations.ts'
import { globalUser, tenantUser } from '../../lib/identity/records.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { attendee, eventCard, hasFallen, hasParted, isNarrowed, partitionsOf } from '../events/service.ts'
import { formResponse } from '../forms/service.ts'
import { countFeedback } from './feedback-tally.ts'
import { fold } from './folding.ts'
import { beginGuestNews, guestNews, mailGuestNews } from './guest-news.ts'
import { passed, settle } from './promoting.ts'
import { peopleDue, type SeatCounter, seatCounter } from './repository.ts'
import { changeSeat, freeOf } from './seats.ts'

/** Loaded when an event or a person changes: it brings along all that registering needs. */
const following = () => import('./following.ts')
const parting = () => import('./parting.ts')

/** Steps of the line that one notice takes. */
const mostSteps = 50

/** A change of its version alone asks to go on with the line. */
const asksToGoOn = (before: SeatCounter, after: SeatCounter): boolean =>
  before.lined && (['taken', 'waiting', 'capacity'] as const).every((field) => before[field] === after[field])

/** Somebody has joined the front of the line: they may fit where those before them do not, at another counter too. */
const joinsFront = (before: SeatCounter, after: SeatCounter): boolean =>
  after.waiting > before.waiting && after.waiting <= passed

/** Whether the line may move: a seat is free, somebody left the line or joined its front, or it was not finished. */
const mayMove = (before: SeatCounter, after: SeatCounter): boolean =>
  after.lined &&
  after.open &&
  (freeOf(after) > 0 ||
    joinsFront(before, after) ||
    (after.waiting < before.waiting && after.taken <= before.taken) ||
    asksToGoOn(before, after))

const moveLine = async (eventId: string, world: NoticeWorld): Promise<void> => {
  const card = await world.table.get(eventCard, { eventId }, { strong: true })
  if (!card) return
  const { more } = await settle(world, card, mostSteps)
  const [k] = partitionsOf(card)
  if (more && k !== undefined) await world.table.write([changeSeat({ eventId, k }, {})])
}

/** What follows when people register, withdraw or are promoted, when an event moves or is for fewer, and when a person changes or leaves. */
export const notices = [
  on(attendee, ['made', 'changed', 'gone'], fold),
  on(formResponse, ['made'], async ({ after }, world) => {
    if (after) await countFeedback(after, world)
  }),
  on(attendee, ['changed'], async ({ before, after }, world) => {
    if (before && after?.status === 'waiting' && after.guestCount < before.guestCount)
      await moveLine(after.eventId, world)
  }),
  on(seatCounter, ['changed'], async ({ before, after }, world) => {
    if (before && after && mayMove(before, after)) await moveLine(after.eventId, world)
  }),
  on(eventCard, ['changed'], async ({ before, after }, world) => {
    if (!before || !after || after.seatCounters === 0) return
    const { follow, isMoved } = await following()
    if (isMoved(before, after))
      await follow({ job: 'times', subject: after.eventId, run: String(after.version) }, world)
    if (isNarrowed(before, after)) await (await parting()).narrow(after, world)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, world) => {
    if (!before || !after) return
    const { follow, isRenamed } = await following()
    if (isRenamed(before, after))
      await follow({ job: 'names', subject: after.id, run: String(after.version) }, world)
  }),
  on(orgMember, ['changed', 'gone'], async ({ before, after }, world) => {
    if (before && hasParted(before, after)) await (await parting()).part(before, world)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, world) => {
    const fallen = before && after && hasFallen(before, after)
    if (fallen) await (await parting()).partFromAll(after.id, fallen, world)
  }),
  on(tenantUser, ['gone'], async ({ before }, world) => {
    if (!before) return
    const { follow } = await following()
    await follow({ job: 'leaving', subject: before.id, run: String(before.version) }, world)
  }),
  on(globalUser, ['gone'], async ({ before }, world) => {
    if (before) await (await following()).leaveAsGuest(before, world)
  }),
  on(notificationRow, ['made'], async ({ after }, world) => {
    if (after) await beginGuestNews(after, world)
  }),
  on(guestNews, ['made'], async ({ after }, world) => {
    if (after) await mailGuestNews(after, world)
  }),
  on(peopleDue, ['made'], async ({ after }, world) => {
    if (after) await (await following()).followOn(after, world)
  }),
]
