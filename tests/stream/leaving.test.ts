import { beforeAll, describe, expect, it } from 'vitest'
import { type Audience, sourceOf } from '../../lib/audience.ts'
import { channelDue, notificationDue } from '../../lib/outbox.ts'
import { crowd } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { type Stage, ways } from '../members/leaving-ways.ts'
import { setRights } from '../security/rights.ts'
import { asAdmin } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { world } from '../support/world.ts'

let s: Stage
let eventId: string
let roleId: string
let open: string
let count = 0

beforeAll(async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const club = await founded(await registered(w, 'owner'))
  s = { w, club, dean: await asAdmin(w) }
  const event = { visibility: 'members_only' as const, maxAttendees: 1 }
  eventId = (await hosted(w, club.orgId, event)).eventId
  open = (await hosted(w, club.orgId, {})).eventId
  const at = { orgId: club.orgId, eventId }
  roleId = (await club.owner.device.createEventJob({ ...at, name: 'Usher', requiredCount: 99 })).body.data
    .role._id
  expect((await club.owner.device.registerForEvent({ event_id: eventId })).status).toBe(201)
})

const member = async (): Promise<Person> => {
  count += 1
  const person = await registered(s.w, `person${count}`, { username: `person${count}` })
  await person.device.registerPushToken({ pushToken: `ExponentPushToken[person${count}]` })
  return joined(s.club, person, ['officer'])
}

const works = async ({ user }: Person): Promise<void> => {
  const at = { orgId: s.club.orgId, eventId, roleId, memberId: user._id }
  expect((await s.club.owner.device.createAssignment(at)).status).toBe(201)
}

const waits = async ({ device }: Person): Promise<void> => {
  expect((await device.registerForEvent({ event_id: eventId })).status).toBeLessThan(300)
}

const nothing = async () => {}

/** Audiences of which the stage makes somebody a part, and what it takes. */
const kinds: Readonly<
  Record<string, { readonly audience: () => Audience; enter(person: Person): Promise<void> }>
> = {
  members: {
    audience: () => ({ kind: 'organization', orgId: s.club.orgId, who: 'members' }),
    enter: nothing,
  },
  'holders of a permission': {
    audience: () => ({ kind: 'permission', orgId: s.club.orgId, permission: 'manage_events' }),
    enter: nothing,
  },
  'who waits for a place': { audience: () => ({ kind: 'event', eventId, who: 'waiting' }), enter: waits },
  'who works at an event': { audience: () => ({ kind: 'event', eventId, who: 'workers' }), enter: works },
}

const coordinator = 'event coordinator'
const done = ({ status, body }: { status: number; body: unknown }): void =>
  expect(status, JSON.stringify(body)).toBeLessThan(300)
const rights =
  (roles: readonly string[]) =>
  async ({ user }: Person) => {
    await setRights(s.w, { globalUserId: user.globalUserId, memberId: user._id } as never, {
      roles: [...roles],
    })
  }

/** What somebody can be without an organization, or beside their membership, and cease to be. */
const offices: Readonly<Record<string, (typeof kinds)[string] & { leave(person: Person): Promise<void> }>> = {
  'holders of a role of the school': {
    audience: () => ({ kind: 'approvalRole', role: coordinator }),
    enter: async ({ user }) =>
      done(await s.dean.device.assignStakeholderRole({ id: coordinator, userId: user._id })),
    leave: async ({ user }) =>
      done(await s.dean.device.unassignStakeholderRole({ id: coordinator, userId: user._id })),
  },
  administrators: {
    audience: () => ({ kind: 'administrators' }),
    enter: rights(['user', 'admin']),
    leave: rights(['user']),
  },
  'followers of an organization': {
    audience: () => ({ kind: 'organization', orgId: s.club.orgId, who: 'followers' }),
    enter: async ({ device }) => done(await device.followOrganization({ orgId: s.club.orgId })),
    leave: async ({ device }) => done(await device.unfollowOrganization({ orgId: s.club.orgId })),
  },
  'holders of a role of an organization': {
    audience: () => ({ kind: 'role', orgId: s.club.orgId, roleId: 'officer' }),
    enter: nothing,
    leave: async ({ user }) =>
      done(
        await s.club.owner.device.assignOrgRole({
          orgId: s.club.orgId,
          userId: user._id,
          roles: ['member'],
        }),
      ),
  },
  'who goes to an event': {
    audience: () => ({ kind: 'event', eventId: open, who: 'attendees' }),
    enter: async ({ device }) => done(await device.registerForEvent({ event_id: open })),
    leave: async ({ device }) => done(await device.withdrawFromEvent({ event_id: open })),
  },
}

/** Tells an audience, lets something happen between the fan-out and the channels, and answers who was sent something. */
const sentAround = async (to: Audience, meanwhile: () => Promise<void>) => {
  const { w } = s
  // Who has just come may be missing in the list that an index gives.
  await w.caughtUp()
  count += 1
  const cause = `cause ${count}`
  const channels = ['in_app' as const, 'email' as const, 'push' as const]
  const params = { title: 'News', message: 'Of the club' }
  await w.table().write([notificationDue(w.runtime, { cause, template: 'custom', params, to, channels })])
  const stream = streamOf(w, undefined, w.runtime, cause)
  // Audiences may be walked in several pages; what the channels are to do waits behind all of them.
  const channelRows = []
  for (let fresh = await stream.fresh(); fresh.length > 0; fresh = await stream.fresh()) {
    const isChannel = (record: (typeof fresh)[number]) =>
      record.dynamodb?.NewImage?.entity?.S === channelDue.name
    channelRows.push(...fresh.filter(isChannel))
    await stream.carry(fresh.filter((record) => !isChannel(record)))
  }
  await meanwhile()
  w.mails.splice(0)
  w.pushes.splice(0)
  expect((await stream.carry(channelRows)).batchItemFailures).toEqual([])
  return { mails: w.mails.map((mail) => mail.to), phones: w.pushes.map((push) => push.to) }
}

const phoneOf = ({ user }: Person): string => `ExponentPushToken[${user.username}]`

// rules/stream 15
describe('mail and push before sending', () => {
  const cases = Object.keys(kinds).flatMap((kind) => Object.keys(ways).map((way) => [kind, way] as const))
  it.each(cases)('to %s skip people who %s in the meantime, and reach the others', async (kind, way) => {
    const { audience, enter } = kinds[kind] ?? expect.fail()
    const [leaver, stayer] = [await member(), await member()]
    for (const one of [leaver, stayer]) await enter(one)
    const { mails, phones } = await sentAround(audience(), async () => ways[way]?.(s, leaver))
    expect(mails).toContain(stayer.email)
    expect(phones).toContain(phoneOf(stayer))
    expect(mails).not.toContain(leaver.email)
    expect(phones).not.toContain(phoneOf(leaver))
  })

  it.each(Object.keys(offices))('to %s skip people who are no longer among them', async (office) => {
    const { audience, enter, leave } = offices[office] ?? expect.fail()
    const person = await member()
    await enter(person)
    expect((await sentAround(audience(), nothing)).mails).toContain(person.email)
    const { mails, phones } = await sentAround(audience(), () => leave(person))
    expect([...mails, ...phones].filter((one) => [person.email, phoneOf(person)].includes(one))).toEqual([])
  })

  it('reach people who were named, such as a person who is notified of their own removal', async () => {
    const person = await member()
    // Mails to a few go out with their notifications: these are more.
    const others = await crowd(s.w, 5, { name: 'named' })
    const ids = [person.user._id, ...others.map(({ id }) => id)]
    const named = { kind: 'users' as const, ids }
    const { mails } = await sentAround(named, async () => ways['is removed from it']?.(s, person))
    expect(mails).toHaveLength(6)
    expect(mails).toContain(person.email)
  })

  it("contain only the recipient's own address", () => {
    const except = { exceptAddresses: ['a@x.edu'] }
    const event: Audience = { kind: 'event', eventId: 'e', who: 'attendees', ...except }
    expect(sourceOf(event)).toEqual({ kind: 'event', eventId: 'e', who: 'attendees' })
  })
})
