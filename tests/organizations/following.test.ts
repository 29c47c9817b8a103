import { beforeAll, describe, expect, it } from 'vitest'
import { collaborator } from '../../functions/events/index.ts'
import * as failures from '../../functions/organizations/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { hostedBy, idsOf, stored } from '../events/cards.ts'
import { refused } from '../support/agent.ts'
import { type Person, people, registered } from '../support/people.ts'
import { founded, joined, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person
let ben: Person
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
  ben = await registered(w, 'ben', { username: 'ben' })
  counted = (await countsStream(w)).drain
})

const followers = async ({ orgId }: Society) => {
  await counted()
  return (await w.table().get(organization, { orgId }))?.followerCount
}

describe('following', () => {
  // rules/organizations 25
  it('is counted once for everybody, and ends', async () => {
    const club = await founded(ada)
    const { orgId } = club
    const crowd = await people(w, 5)
    const replies = await Promise.all(
      [...crowd, ...crowd].map(({ device }) => device.followOrganization({ orgId })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    const again = await crowd[0]?.device.followOrganization({ orgId })
    expect(again).toMatchObject(refused(failures.AlreadyFollowing))
    expect(await followers(club)).toBe(5)
    const un = await Promise.all([1, 2].map(() => crowd[0]?.device.unfollowOrganization({ orgId })))
    expect(un.map((reply) => reply?.status).sort()).toEqual([200, 400])
    const not = await crowd[0]?.device.unfollowOrganization({ orgId })
    expect(not).toMatchObject(refused(failures.NotFollowing))
    expect(await followers(club)).toBe(4)
  })

  it('needs an organization', async () => {
    const nowhere = { orgId: 'nowhere' }
    expect(await ben.device.followOrganization(nowhere)).toMatchObject(refused(failures.OrgNotFound))
    expect(await ben.device.unfollowOrganization(nowhere)).toMatchObject(refused(failures.OrgNotFound))
  })

  // rules/organizations 27
  it('is listed, deleted organizations left out', async () => {
    const [first, second] = [await founded(ada), await founded(ada)]
    for (const { orgId } of [first, second]) await ben.device.followOrganization({ orgId })
    const list = async () => (await ben.device.listFollowedOrganizations()).body.orgs
    expect(await list()).toMatchObject([
      { user_id: ben.user._id, org_id: { _id: first.orgId, org_name: first.name } },
      { org_id: { _id: second.orgId } },
    ])
    await ada.device.deleteOrganization({ orgId: first.orgId })
    expect(await list()).toMatchObject([{ org_id: { _id: second.orgId } }])
  })
})

const event = async (club: Society, more: Parameters<typeof stored>[1]): Promise<string> =>
  (await stored(w, { ...hostedBy(club), ...more })).eventId

describe('events of an organization', () => {
  it('are an honest empty page while there are none', async () => {
    const { orgId, name } = await founded(ada)
    const { body } = await ben.device.listOrganizationEvents({ orgId })
    expect(body).toMatchObject({ success: true, events: [], hasMore: false, total: 0 })
    expect((await ben.device.listMeetings({ name })).body.events).toEqual([])
    const nowhere = await ben.device.listOrganizationEvents({ orgId: 'nowhere' })
    expect(nowhere).toMatchObject(refused(OrganizationNotFound))
    expect(await ben.device.listMeetings({ name: 'nowhere' })).toMatchObject(refused(failures.OrgNotFound))
  })

  // rules/organizations 26
  it('are those to come, the next first, as far as the reader may see them', async () => {
    const club = await founded(ada)
    const { orgId, name } = club
    await event(club, { start_time: '2026-01-01T10:00:00.000Z' })
    const second = await event(club, { start_time: '2026-05-02T10:00:00.000Z' })
    const first = await event(club, { start_time: '2026-05-01T10:00:00.000Z', type: 'meeting' })
    await event(club, { visibility: 'unlisted' })
    const inner = await event(club, {
      start_time: '2026-06-01T10:00:00.000Z',
      visibility: 'members_only',
      type: 'Meeting',
    })
    const list = async (asked: object = {}) =>
      (await ben.device.listOrganizationEvents({ orgId, ...asked })).body
    expect(idsOf(await list())).toEqual([first, second])
    expect(await list()).toMatchObject({ total: 2, totalIsLowerBound: false, hasMore: false })
    const page = await list({ limit: '1', page: '2' })
    expect(page.hasMore).toBe(true)
    expect(idsOf((await ben.device.listMeetings({ name })).body)).toEqual([first])
    await joined(club, ben)
    expect(idsOf(await list())).toEqual([first, second, inner])
    expect(idsOf((await ben.device.listMeetings({ name })).body)).toEqual([first, inner])
  })

  // rules/organizations 26
  it('are those too that it helps to run', async () => {
    const [host, helper] = [await founded(ada), await founded(ada)]
    const shared = { ...hostedBy(host), collaborators: [helper.orgId] }
    const [open, inner] = [
      await stored(w, { ...shared, start_time: '2026-05-01T10:00:00.000Z' }),
      await stored(w, { ...shared, start_time: '2026-05-02T10:00:00.000Z', visibility: 'members_only' }),
    ]
    for (const card of [open, inner]) {
      const { eventId, shelf, start_time } = card
      await w.table().put(collaborator, {
        eventId,
        orgId: helper.orgId,
        inviteId: `invite-${eventId}`,
        hostOrgId: host.orgId,
        invitedByUserId: ada.user._id,
        status: 'accepted',
        expiresAt: '2026-04-01T10:00:00.000Z',
        card,
        shelf,
        start_time,
        cardVersion: 1,
        version: 1,
      })
    }
    const own = await event(helper, { start_time: '2026-05-01T12:00:00.000Z' })
    const list = async () => idsOf((await ben.device.listOrganizationEvents({ orgId: helper.orgId })).body)
    expect(await list()).toEqual([open.eventId, own])
    await joined(host, ben)
    expect(await list()).toEqual([open.eventId, own, inner.eventId])
  })
})
