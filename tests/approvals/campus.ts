import { allTaskHandlers } from '../../functions/clock/handler.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { eventStream } from '../attendance/stream.ts'
import { clubEvent } from '../planning/people.ts'
import { admins } from '../support/administrators.ts'
import { sweep } from '../support/due.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { type Stream, streamOf } from '../support/streamed.ts'
import type { World } from '../support/world.ts'

/** A campus with a club, administrators, and one person for each of some stakeholder roles. */
export const approvalCampus = async (roles: readonly string[] = ['safety officer', 'facilities manager']) => {
  const { w, root, dean } = await admins()
  const c = await club(w)
  const holders = new Map<string, Person>()
  for (const role of roles) {
    const username = role.replaceAll(' ', '')
    const person = await registered(w, username, { username })
    await assigned(dean, role, person)
    holders.set(role, person)
  }
  const holder = (role: string): Person => {
    const person = holders.get(role)
    if (!person) throw new Error(`nobody is ${role}`)
    return person
  }
  return { w, root, dean, c, holder, holders, events: await eventStream(w) }
}
export type ApprovalCampus = Awaited<ReturnType<typeof approvalCampus>>

export const assigned = async (dean: Person, id: string, { user }: Person): Promise<void> => {
  const { status, body } = await dean.device.assignStakeholderRole({ id, userId: user._id })
  if (status !== 200) throw new Error(`not assigned: ${JSON.stringify(body)}`)
}

/** Makes the flow of the school consist of these steps, which always apply unless they say otherwise. */
export const flowIs = async (dean: Person, ...steps: readonly object[]): Promise<void> => {
  const { status, body } = await dean.device.saveApprovalFlow({
    steps: steps.map((step) => ({ always: true, ...step })),
  })
  if (status !== 200) throw new Error(`no flow: ${JSON.stringify(body)}`)
}

/** An event of the club that waits. */
export const pendingEvent = async (c: Club, more: object = {}): Promise<string> => clubEvent(c, { ...more })

export const statusOf = async ({ dean }: Pick<ApprovalCampus, 'dean'>, eventId: string): Promise<string> =>
  (await dean.device.getEvent({ event_id: eventId })).body.event.status

const streams = new WeakMap<World, Stream>()

/** Lets everybody hear of what happened since the last time. */
const drain = async (w: World): Promise<void> => {
  const stream = streams.get(w) ?? streamOf(w)
  streams.set(w, stream)
  await stream.drain()
}

/** What somebody was told of an event, in the order of the alphabet. */
export const toldOf = async (w: World, { device }: Person, eventId: string): Promise<string[]> => {
  await drain(w)
  const { body } = await device.listNotifications({ limit: '100' })
  return body.data
    .filter(({ metadata }: { metadata?: { eventId?: string } }) => metadata?.eventId === eventId)
    .map(({ title }: { title: string }) => title.split(':')[0])
    .sort()
}

/** Templates by which the organizers are told what became of an event; whoever is told of one cause is told once. */
export const outcomesTold = async ({ w, dean }: ApprovalCampus, eventId: string): Promise<string[]> => {
  const { body } = await dean.device.getApproval({ eventId })
  const { _id, submission } = body.data.instance
  const cause = `${_id}#${String(submission).padStart(4, '0')}`
  const { items } = await w.table().list(notificationRow, { keyParams: { cause }, limit: 10, strong: true })
  return items.map(({ template }) => template)
}

/** Lets the clock carry out what is due. */
export const strike = async (w: World): Promise<void> => {
  await sweep(w, allTaskHandlers)
}

/** Lets hours pass, and the clock strike. Devices refresh the tokens that have expired meanwhile. */
export const pass = async (
  { w, dean, c, holders, events }: ApprovalCampus,
  hours: number,
  more: readonly Person[] = [],
): Promise<void> => {
  await events.drain()
  w.clock.advance(hours * 3600)
  for (const { device } of [dean, c.owner, c.outsider, ...holders.values(), ...more])
    await device.refreshToken()
  await strike(w)
}
