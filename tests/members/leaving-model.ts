import type { DynamoDBRecord } from 'aws-lambda'
import { audiences } from '../../functions/stream/handler.ts'
import { hosted } from '../attendance/events.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { asAdmin } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

export const castSize = 5
/** Of these, who belongs from the beginning. */
const members = 4
export type Place = { readonly orgId: string; readonly eventId: string; readonly roleId: string }

/** What the model knows: who belongs by what has happened to them, and which event is for members only. */
export type Model = {
  readonly people: { member: boolean; suspended: boolean; barred: boolean; gone: boolean }[]
  readonly narrow: boolean[]
}

export const fresh = (): Model => ({
  people: Array.from({ length: castSize }, (_, at) => ({
    member: at < members,
    suspended: false,
    barred: false,
    gone: false,
  })),
  narrow: [true, false],
})

export const isInside = ({ people }: Model, who: number): boolean => {
  const { member, suspended, barred, gone } = people[who] ?? { member: false }
  return member && !suspended && !barred && !gone
}

/** The stream as it stands: what each deed wrote, until it is carried out. */
const backlogOf = async (w: World) => {
  const stream = await attendanceStream(w)
  let waiting: readonly DynamoDBRecord[] = []
  /** Notes what was written since the last time, so that no change hides another. */
  const note = async (): Promise<void> => {
    waiting = [...waiting, ...(await stream.fresh())]
  }
  /** Carries out what waits, by a process that dies behind so many writes; what it did not finish comes again. */
  const carry = async (writes = Number.POSITIVE_INFINITY): Promise<void> => {
    await note()
    const records = waiting
    waiting = []
    if (records.length === 0) return
    if (Number.isFinite(writes)) await killed(w, writes, () => w.deliver(records))
    await stream.carry(records)
    await note()
  }
  const drain = async (): Promise<void> => {
    do await carry()
    while (waiting.length > 0)
  }
  return { note, carry, drain }
}
type Backlog = Awaited<ReturnType<typeof backlogOf>>

export type Real = {
  readonly w: World
  readonly club: Society
  readonly dean: Person
  readonly cast: readonly Person[]
  /** One that goes on now, and one of tomorrow. */
  readonly events: readonly Place[]
  /** What the platform has not refused. */
  readonly done: Set<string>
  readonly stream: Backlog
}

const hour = 3600_000

const placeIn = async (w: World, club: Society, from: number, more: object, job: object): Promise<Place> => {
  const now = w.clock.now().getTime()
  const times = {
    start_time: new Date(now + from * hour).toISOString(),
    end_time: new Date(now + (from + 30) * hour).toISOString(),
  }
  const { eventId } = await hosted(w, club.orgId, { ...times, maxAttendees: 2, ...more })
  const at = { orgId: club.orgId, eventId }
  const settings = { allowOnPageCheckIn: true, requireRegistration: false }
  await club.owner.device.enableCheckIn({ ...at, settings })
  const { body } = await club.owner.device.createEventJob({ ...at, name: 'Usher', requiredCount: 3, ...job })
  return { ...at, roleId: body.data.role._id }
}

export const staged = async (): Promise<Real> => {
  const settings = { RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' }
  const w = await world({ settings, ownTable: true })
  const club = await founded(await registered(w, 'owner'), { requireApprovalForJoin: true })
  const dean = await asAdmin(w)
  const cast: Person[] = []
  for (let at = 0; at < castSize; at += 1)
    cast.push(await registered(w, `person${at}`, { username: `person${at}` }))
  const { orgId, owner } = club
  for (const { device } of cast.slice(0, members)) {
    await device.applyToOrganization({ orgId })
    const [own] = (await owner.device.listApplications({ orgId, status: 'pending' })).body.applications
    await owner.device.approveApplication({ orgId, applicationId: own._id })
  }
  const events = [
    await placeIn(w, club, -1, { visibility: 'members_only' }, {}),
    await placeIn(w, club, 25, { visibility: 'public' }, { openToAll: true }),
  ]
  const stream = await backlogOf(w)
  await stream.drain()
  return { w, club, dean, cast, events, done: new Set(), stream }
}

const writing = new Set([
  'PutCommand',
  'UpdateCommand',
  'DeleteCommand',
  'TransactWriteCommand',
  'BatchWriteCommand',
])

type Send = (command: { readonly constructor: { readonly name: string } }) => Promise<unknown>

/** Does something with an engine that answers nothing any more behind so many writes, as a process that is killed. */
export const killed = async (
  { runtime }: World,
  writes: number,
  act: () => Promise<unknown>,
): Promise<void> => {
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as unknown as Send
  let left = writes
  const dying: Send = async (command) => {
    if (left < 0) throw new Error('killed')
    if (writing.has(command.constructor.name)) {
      left -= 1
      if (left < 0) throw new Error('killed')
    }
    return send(command)
  }
  Object.assign(documents, { send: dying })
  await act().catch(() => undefined)
  Object.assign(documents, { send })
}

/** Whom an event tells of something at this moment. */
export const toldOf = async (w: World, eventId: string): Promise<readonly string[]> => {
  const pager = audiences.find(({ kind }) => kind === 'event')
  const pages = await Promise.all(
    (['attendees', 'waiting', 'workers'] as const).map((who) =>
      pager?.page({ kind: 'event', eventId, who }, w.table(), undefined),
    ),
  )
  return pages.flatMap((page) => page?.people ?? [])
}
