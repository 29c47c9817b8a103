import { beforeAll, describe, expect, it } from 'vitest'
import { NoSuchEvent } from '../../functions/events/contract/failures.ts'
import { type EventCard, isVisible } from '../../functions/events/index.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { founded, joined, society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { cardOf, hostedBy, idsOf, stored } from './cards.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>
let helper: string
let creator: string
let readers: Record<string, Agent>

const named = (name: string) => registered(w, name, { username: name })

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  club = await society(w, 'host')
  const second = await founded(await named('helpers'))
  helper = second.orgId
  const colleague = await joined(second, await named('colleague'))
  const former = await joined(club, await named('former'))
  const place = { orgId: club.orgId, userId: former.user._id }
  await w.table().update(orgMember, place, { set: { status: 'inactive' } })
  const approver = await named('approver')
  const approves = { set: { approvalRoles: ['safety'] } }
  await w.table().update(tenantUser, { id: approver.user._id }, approves)
  const dean = await withRoles(w, await named('dean'), ['user', 'admin'])
  const guest = await registered(w, 'guest', {}, w.sister)
  const maker = await joined(club, await named('creator'))
  readers = {
    nobody: w.device(),
    guest: guest.device.on(w.home),
    outsider: club.outsider.device,
    former: former.device,
    member: club.member.device,
    colleague: colleague.device,
    approver: approver.device,
    admin: club.admin.device,
    owner: club.owner.device,
    dean: dean.device,
    creator: maker.device,
  }
  creator = maker.user._id
})

const everybody = () => Object.keys(readers)
const insiders = ['member', 'colleague', 'admin', 'owner', 'dean', 'creator']
const keepers = ['admin', 'owner', 'dean']

const made = (more: Partial<EventCard>) =>
  stored(w, { ...hostedBy(club), createdBy: creator, collaborators: [helper], ...more })

const seenBy = async ({ eventId }: EventCard): Promise<string[]> => {
  const seen: string[] = []
  for (const [name, device] of Object.entries(readers)) {
    const reply = await device.getEvent({ event_id: eventId })
    if (reply.status === 200) seen.push(name)
    else expect(reply).toMatchObject(refused(NoSuchEvent))
  }
  return seen.sort()
}

const kinds: Readonly<Record<string, readonly [Partial<EventCard>, () => readonly string[]]>> = {
  'a public event': [{}, everybody],
  'an unlisted event': [{ visibility: 'unlisted' }, everybody],
  'an event for members': [{ visibility: 'members_only' }, () => insiders],
  'a draft': [{ status: 'draft' }, () => keepers],
  'a pending event': [{ status: 'pending' }, () => keepers],
  'a pending event for members': [{ status: 'pending', visibility: 'members_only' }, () => keepers],
  'a rejected event': [{ status: 'rejected' }, () => keepers],
  'a cancelled event': [{ status: 'cancelled' }, everybody],
  'a cancelled event for members': [{ status: 'cancelled', visibility: 'members_only' }, () => insiders],
  'a cancelled draft': [{ status: 'cancelled', liveAt: undefined }, () => keepers],
  'a deleted event': [{ deletedAt: '2026-03-01T00:00:00.000Z' }, () => []],
}

describe('an event', () => {
  // rules/events 1, rules/events 2, rules/events 3, rules/events 4
  it.each(Object.keys(kinds))('is seen by those it is for: %s', async (kind) => {
    const [more, readersOf] = kinds[kind] ?? [{}, everybody]
    expect(await seenBy(await made(more))).toEqual([...readersOf()].sort())
  })

  // rules/events 5
  it.each(['draft', 'not-applicable'] as const)('is no more of who made it and left: %s', async (status) => {
    const maker = await joined(club, await named(`maker${status.length}`), ['officer'])
    const card = await made({ status, visibility: 'members_only', createdBy: maker.user._id })
    expect((await maker.device.getEvent({ event_id: card.eventId })).status).toBe(200)
    await maker.device.leaveOrganization({ orgId: club.orgId })
    expect(await maker.device.getEvent({ event_id: card.eventId })).toMatchObject(refused(NoSuchEvent))
  })

  // rules/events 6
  it('is closed to the members of an organization that helps no more, and of one that is gone', async () => {
    const gone = await founded(club.owner)
    await joined(gone, club.outsider)
    const shared = await made({ visibility: 'members_only', collaborators: [gone.orgId] })
    expect(await seenBy(shared)).toContain('outsider')
    expect(await seenBy(shared)).not.toContain('colleague')
    await club.owner.device.deleteOrganization({ orgId: gone.orgId })
    expect(await seenBy(shared)).not.toContain('outsider')
  })

  // rules/events 4, rules/events 7
  it('is no draft of which those may know who decide on others', () => {
    const waiting = cardOf({ status: 'pending' })
    const eventsToDecide = new Set([waiting.eventId])
    const decides = {
      userId: 'somebody',
      isAdmin: false,
      signedIn: true,
      eventsToDecide,
      rightsByOrg: new Map(),
    }
    expect(isVisible(waiting, decides)).toBe(true)
    expect(isVisible(cardOf({ status: 'pending' }), decides)).toBe(false)
    for (const status of ['draft', 'rejected'] as const)
      expect(isVisible({ ...waiting, status }, decides)).toBe(false)
    expect(isVisible(cardOf({ deletedAt: '2026-03-01T00:00:00.000Z' }), { ...decides, isAdmin: true })).toBe(
      false,
    )
  })

  it('is not there under an id that nobody has given', async () => {
    for (const event_id of ['nowhere', 'a#b', '%'])
      expect(await readers.owner?.getEvent({ event_id })).toMatchObject({ status: 404 })
  })

  it('is managed by who keeps it, in the name of the organization that lets them', async () => {
    const { eventId } = await made({})
    const of = async (name: string) => (await readers[name]?.getEvent({ event_id: eventId }))?.body.event
    const host = { manageableOrgId: club.orgId, manageableOrgName: club.name }
    const nothing = { canManageEvent: false, manageableOrgId: null, manageableOrgName: null }
    expect(await of('owner')).toMatchObject({ canManageEvent: true, ...host })
    expect(await of('admin')).toMatchObject({ canManageEvent: true, ...host })
    expect(await of('dean')).toMatchObject({ canManageEvent: true, ...host })
    for (const name of ['nobody', 'guest', 'outsider', 'member', 'colleague', 'creator'])
      expect(await of(name)).toMatchObject(nothing)
  })
})

describe('lists of an organization', () => {
  // rules/events 16
  it('hide what is unlisted from everybody, and what is for members from others', async () => {
    const { eventId } = await made({ visibility: 'unlisted' })
    const inner = await made({ visibility: 'members_only' })
    const list = async (name: string) =>
      idsOf((await readers[name]?.listOrganizationEvents({ orgId: club.orgId, limit: '100' }))?.body)
    for (const name of everybody().filter((each) => each !== 'nobody')) {
      expect(await list(name)).not.toContain(eventId)
      expect((await list(name)).includes(inner.eventId)).toBe(insiders.includes(name))
    }
  })
})
