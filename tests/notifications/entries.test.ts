import { beforeAll, describe, expect, it } from 'vitest'
import { NotAnOrgMember } from '../../lib/contract/permissions.ts'
import { approvalCampus, flowIs, pendingEvent } from '../approvals/campus.ts'
import { refused } from '../support/agent.ts'
import { only, tell } from '../support/inboxes.ts'
import { type Society, society } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>

beforeAll(async () => {
  w = await world()
  club = await society(w, 'chess')
})

/** Lets something be told on the page of an organization. */
const entered = ({ orgId, owner }: Society, eventTitle: string) =>
  tell(w, only(owner), {
    cause: eventTitle,
    params: { eventTitle },
    channels: ['in_app', 'organization'],
    metadata: { orgId, eventId: 'e1' },
  })

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)

describe('the page of an organization', () => {
  // rules/notifications 17
  it('shows its members what it was told, newest first, page by page', async () => {
    const { orgId, member } = club
    for (const title of ['One', 'Two', 'Three']) {
      await entered(club, title)
      w.clock.advance(1)
    }
    const { status, body } = await member.device.listOrganizationEntries({ orgId })
    expect(status).toBe(200)
    expect(titles(body).map((title) => /One|Two|Three/.exec(title)?.[0])).toEqual(['Three', 'Two', 'One'])
    expect(body.data[0]).toEqual({
      _id: expect.any(String),
      orgId,
      type: 'event',
      title: expect.stringContaining('Three'),
      message: expect.any(String),
      metadata: { orgId, eventId: 'e1' },
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(body.nextCursor).toBeUndefined()
    const first = await member.device.listOrganizationEntries({ orgId, limit: '2' })
    expect(first.body.data).toEqual(body.data.slice(0, 2))
    const cursor = first.body.nextCursor
    const second = await member.device.listOrganizationEntries({ orgId, limit: '2', cursor })
    expect(second.body.data).toEqual(body.data.slice(2))
  })

  // rules/notifications 17
  it('is for those who belong to it: whoever left reads it no more', async () => {
    const { orgId, officer, outsider } = club
    const read = () => officer.device.listOrganizationEntries({ orgId })
    expect((await read()).status).toBe(200)
    await officer.device.leaveOrganization({ orgId })
    expect(await read()).toMatchObject(refused(NotAnOrgMember))
    await outsider.device.followOrganization({ orgId })
    expect(await outsider.device.listOrganizationEntries({ orgId })).toMatchObject(refused(NotAnOrgMember))
  })

  // rules/notifications 18
  it('shows nothing of another organization', async () => {
    const other = await society(w, 'go')
    await entered(other, 'Handicap')
    const { body } = await club.owner.device.listOrganizationEntries({ orgId: club.orgId })
    expect(titles(body).join()).not.toContain('Handicap')
    const theirs = (await other.owner.device.listOrganizationEntries({ orgId: other.orgId, limit: '1' })).body
    expect(titles(theirs)).toEqual([expect.stringContaining('Handicap')])
    const { nextCursor: cursor } = (
      await club.owner.device.listOrganizationEntries({ orgId: club.orgId, limit: '1' })
    ).body
    const foreign = await other.owner.device.listOrganizationEntries({ orgId: other.orgId, cursor })
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR'])
  })

  // rules/notifications 19
  it('keeps an entry for as long as a notification', async () => {
    const short = await world()
    const go = await society(short, 'short')
    await tell(short, only(go.owner), { channels: ['organization'], metadata: { orgId: go.orgId } })
    const count = async () =>
      (await go.member.device.listOrganizationEntries({ orgId: go.orgId })).body.data.length
    expect(await count()).toBe(1)
    short.clock.advance(31 * 24 * 3600)
    await go.member.device.login({ email: go.member.email, password: 'correct horse battery' })
    expect(await count()).toBe(0)
  })
})

describe('a school that tells of approvals on the pages of organizations', () => {
  it('is read there by their members', async () => {
    const campus = await approvalCampus()
    const { c, dean } = campus
    await dean.device.saveEventSystemConfig({
      notificationSettings: { defaultChannels: ['in_app', 'organization'] },
    })
    await flowIs(dean, { role: 'safety officer' })
    const event_id = await pendingEvent(c)
    await dean.device.approveEvent({ event_id })
    await streamOf(campus.w).drain()
    const { body } = await c.member.device.listOrganizationEntries({ orgId: c.orgId })
    expect(body.data.length).toBeGreaterThanOrEqual(2)
    for (const entry of body.data) expect(entry.metadata).toMatchObject({ eventId: event_id, orgId: c.orgId })
    expect((await c.outsider.device.listOrganizationEntries({ orgId: c.orgId })).status).toBe(403)
  })
})
