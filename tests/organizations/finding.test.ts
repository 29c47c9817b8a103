import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/organizations/contract/failures.ts'
import { countsStream } from '../attendance/stream.ts'
import { adaAndBen } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ w, ada, ben } = await adaAndBen())
})

describe('finding organizations', () => {
  // rules/organizations 21
  it('answers a list of one or none by id, without what is not for the public', async () => {
    const { orgId } = await founded(ada)
    const found = await w.device().getOrganization({ id: orgId })
    expect(found.status).toBe(200)
    expect(found.body.org).toHaveLength(1)
    expect(JSON.stringify(found.body)).not.toMatch(/adminNotes|nameKey|version|deletedAt|verifiedBy|@/)
    expect((await w.device().getOrganization({ id: 'nowhere' })).body).toMatchObject({
      success: true,
      org: [],
    })
  })

  // rules/organizations 21, rules/organizations 22
  it('shows a page by name, to guests of the school too', async () => {
    const { orgId, name } = await founded(ada)
    const stream = await countsStream(w)
    await ben.device.followOrganization({ orgId })
    await stream.drain()
    const { body } = await ben.device.getOrganizationByName({ name, exhaustive: 'true' })
    expect(body).toMatchObject({
      isMember: false,
      isFollower: true,
      isPending: false,
      exhaustive: { eventCount: 0, memberCount: 1, followerCount: 1 },
      overview: { _id: orgId, memberForm: null, messagingLimits: { minCharacterLimit: 1 } },
    })
    expect(body.org).toMatchObject({ overview: body.overview, isFollower: true })
    expect(body.members).toHaveLength(1)
    expect(body.followers[0].user_id).toMatchObject({ _id: ben.user._id, username: 'ben' })
    expect(JSON.stringify(body)).not.toContain(ada.email)
    const guest = await registered(w, 'gil', { username: 'gil' }, w.sister)
    const seen = await guest.device.on(w.home).getOrganizationByName({ name })
    expect(seen.body).toMatchObject({
      isMember: false,
      isFollower: false,
      isPending: false,
      exhaustive: null,
    })
  })

  it('says whether a name is free', async () => {
    const { name } = await founded(ada)
    const check = (orgName?: string) => ada.device.checkOrganizationName({ orgName })
    expect((await check('A free name')).body).toMatchObject({ valid: true, message: 'Org name is available' })
    expect(await check(name.toUpperCase())).toMatchObject(refused(failures.NameExists))
    expect(await check(' ')).toMatchObject(refused(failures.NameRequired))
    expect(await check()).toMatchObject(refused(failures.NameRequired))
    expect(await check('fuck this')).toMatchObject(refused(failures.NameProfane))
    expect((await w.device().checkOrganizationName({ orgName: 'Free too' })).status).toBe(200)
  })

  // rules/organizations 23
  it('lists them by name, in pages, and finds words by their beginnings', async () => {
    const own = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const eve = await registered(own, 'eve')
    const names = ['Rowing Team', 'Ballet Group', 'Chess and Rowing', 'Über Rowers']
    for (const org_name of names) await founded(eve, { org_name })
    await founded(eve, { org_name: 'Hidden', unlisted: true })
    const list = async (asked: object) => (await own.device().listOrganizations(asked)).body
    const first = await list({ limit: '2' })
    expect(first.orgs.map((org: { org_name: string }) => org.org_name)).toEqual([
      'Ballet Group',
      'Chess and Rowing',
    ])
    expect(first.orgs[0].memberCount).toBeUndefined()
    const next = await list({ limit: '3', cursor: first.nextCursor, exhaustive: 'true' })
    expect(next.orgs.map((org: { org_name: string }) => org.org_name)).toContain('Rowing Team')
    expect(next.orgs[0]).toMatchObject({ memberCount: 1, followerCount: 0, eventCount: 0 })
    const found = async (search: string) =>
      (await list({ search })).orgs.map((org: { org_name: string }) => org.org_name)
    expect(await found('ROW')).toEqual(['Chess and Rowing', 'Rowing Team', 'Über Rowers'])
    expect(await found('row ches')).toEqual(['Chess and Rowing'])
    expect(await found('über')).toEqual(['Über Rowers'])
    expect(await found('owing')).toEqual([])
    expect(await found('.*')).toEqual([])
  })

  // rules/organizations 24
  it('adds the caller’s own that are not listed', async () => {
    const { orgId } = await founded(ada)
    await ada.device.editOrganization({ orgId, unlisted: true })
    const ids = async (person: Person) =>
      (await person.device.listOrganizations({ includePending: 'true', limit: '100' })).body.orgs.map(
        (org: { _id: string }) => org._id,
      )
    expect(await ids(ada)).toContain(orgId)
    expect(await ids(ben)).not.toContain(orgId)
  })
})
