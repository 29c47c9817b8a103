import type { NoticeWorld } from '../../lib/consumer.ts'
import { type DueHandler, type DueRow, dueWrite, whenDue } from '../../lib/due.ts'
import type { Write } from '../../lib/table/write.ts'
import { eventCard, findEvent, type WholeEvent } from '../events/service.ts'
import { mayMove, planMove } from '../lifecycle/service.ts'
import { withdrawalWrites } from '../stakeholders/service.ts'

const orphansKind = 'event-orphans'
const pageSize = 25

/** Where the work goes on: a list of the host, and a page of it. */
type Place = { readonly shelf: string; readonly cursor?: string }

const shelves = ['live', 'work']
const start: Place = { shelf: 'live' }

const orphansDue = (hostingId: string, round: number, place: Place, world: NoticeWorld): Write =>
  dueWrite(world, {
    kind: orphansKind,
    subject: hostingId,
    version: String(round).padStart(6, '0'),
    at: world.now().toISOString(),
    params: { ...place },
  })

/** Makes it due that what a host that is gone had planned is called off. */
export const hostGone = async (hostingId: string, world: NoticeWorld): Promise<void> => {
  await world.table.write([orphansDue(hostingId, 0, start, world)])
}

const behind = ({ shelf }: Place, cursor: string | undefined): Place | undefined => {
  if (cursor !== undefined) return { shelf, cursor }
  const next = shelves[shelves.indexOf(shelf) + 1]
  return next === undefined ? undefined : { shelf: next }
}

/** An event of one page that can still be called off, as it is now; and where to go on. */
const findNext = async (
  hostingId: string,
  place: Place,
  { table }: NoticeWorld,
): Promise<{ readonly next?: WholeEvent; readonly on: Place | undefined }> => {
  const { shelf, cursor } = place
  const listing = { index: 'gsi2', holes: { hostingId, shelf }, limit: pageSize, cursor } as const
  const page = await table.list(eventCard, listing)
  for (const { eventId } of page.items) {
    const whole = await findEvent(table, eventId, { strong: true })
    if (whole && mayMove(whole.card.status, 'cancelled')) return { next: whole, on: place }
  }
  return { on: behind(place, page.cursor) }
}

/** Calls off one event of a host that is gone; what is left has a row of its own. */
const callOff = async (
  { subject, version, params }: DueRow,
  world: NoticeWorld,
): Promise<readonly Write[]> => {
  const { shelf = start.shelf, cursor } = params
  const place = { shelf, ...(cursor === undefined ? {} : { cursor }) }
  const { next, on } = await findNext(subject, place, world)
  const further = on ? [orphansDue(subject, Number(version) + 1, on, world)] : []
  if (!next) return further
  const [{ writes }, ended] = await Promise.all([
    planMove(world, next, 'cancelled'),
    withdrawalWrites(world, next.card),
  ])
  return [...writes, ...ended, ...further]
}

export const orphans: DueHandler = whenDue(orphansKind, callOff)
