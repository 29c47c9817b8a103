import { beforeAll, describe, expect, it } from 'vitest'
import * as roleFailures from '../../functions/members/contract/failures.ts'
import * as failures from '../../functions/organizations/contract/failures.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { countsStream } from '../attendance/stream.ts'
import { adaAndBen } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let ada: Person
let ben: Person

beforeAll(async () => {
  ;({ w, ada, ben } = await adaAndBen())
})

const namesOf = (roles: readonly { name: string }[]): string[] => roles.map(({ name }) => name)

describe('editing an organization', () => {
  // rules/organizations 12
  it('changes what is sent and nothing else, frees the old name and finds the new one', async () => {
    const { orgId, name } = await founded(ada, { requireApprovalForJoin: 'true' })
    const change = { orgId, org_name: 'Renamed Society', requireApprovalForJoin: false, unlisted: 'true' }
    const { status, body } = await ada.device.editOrganization(change)
    expect([status, body.message]).toEqual([200, 'Org updated successfully'])
    expect(body.org).toMatchObject({
      org_name: 'Renamed Society',
      org_description: 'We meet and talk',
      requireApprovalForJoin: false,
      unlisted: true,
    })
    expect((await ben.device.getOrganizationByName({ name })).status).toBe(404)
    expect((await ben.device.getOrganizationByName({ name: 'renamed SOCIETY' })).status).toBe(200)
    expect((await founded(ben, { org_name: name })).name).toBe(name)
    expect((await ben.device.listOrganizations({ search: 'renamed' })).body.orgs).toEqual([])
  })

  // rules/organizations 11
  it('is the record owner’s alone', async () => {
    const { orgId, name } = await founded(ada)
    const edit = (person: Person, more: object) => person.device.editOrganization({ orgId, ...more })
    expect(await edit(ben, { unlisted: true })).toMatchObject(refused(failures.EditForbidden))
    expect(await edit(ada, { orgId: undefined })).toMatchObject(refused(failures.OrgIdRequired))
    expect(await edit(ada, { orgId: 'nowhere' })).toMatchObject(refused(failures.OrgNotFound))
    expect(await edit(ada, { org_name: '' })).toMatchObject(refused(failures.NameAndDescriptionRequired))
    const { name: other } = await founded(ben)
    expect(await edit(ada, { org_name: other })).toMatchObject(refused(failures.NameTaken))
    expect((await edit(ada, { org_name: name.toUpperCase() })).status).toBe(200)
  })

  // rules/organizations 13
  it('takes positions as PUT /roles does, also as text', async () => {
    const { orgId } = await founded(ada)
    const edit = (positions: unknown) => ada.device.editOrganization({ orgId, positions })
    const order = [
      { _id: 'owner' },
      { _id: 'officer' },
      { name: 'scribe', displayName: 'Scribe' },
      { _id: 'member' },
    ]
    const { body } = await edit(JSON.stringify(order))
    expect(namesOf(body.org.positions)).toEqual(['owner', 'officer', 'scribe', 'member'])
    expect(await edit('{')).toMatchObject(refused(failures.BadPositions))
    expect(await edit('[{"permissions":"all"}]')).toMatchObject(refused(failures.BadPositions))
    expect(await edit([{ _id: 'owner' }])).toMatchObject(refused(roleFailures.SystemRolesMissing))
    const nameless = [{ _id: 'owner' }, { displayName: 'x' }, { _id: 'member' }]
    expect(await edit(nameless)).toMatchObject(refused(roleFailures.RoleIncomplete))
  })

  it('sets how its people write to each other', async () => {
    const { orgId } = await founded(ada)
    const edit = (messageSettings: unknown) => ada.device.editOrganization({ orgId, messageSettings })
    const { body } = await edit('{"allowLikes":false,"characterLimit":800}')
    expect(body.org.messageSettings).toMatchObject({ allowLikes: false, characterLimit: 800, enabled: true })
    expect(await edit('{"x":1}')).toMatchObject(refused(failures.BadMessageSettings))
    expect((await edit({ characterLimit: 9000 })).body.code).toBe('VALIDATION_ERROR')
  })

  it('shows when its people meet, and where else they are', async () => {
    const { orgId, name } = await founded(ada)
    const weekly_meeting = { day: 'Thu', time: '18:00' }
    const socialLinks = [{ type: 'instagram', username: 'society', order: 0 }]
    const reply = await ada.device.editOrganization({ orgId, weekly_meeting, socialLinks })
    expect(reply.status).toBe(200)
    const { overview } = (await ben.device.getOrganizationByName({ name })).body
    expect(overview).toMatchObject({ weekly_meeting, socialLinks })
  })

  // rules/organizations 14
  it('loses no member who joins meanwhile', async () => {
    const { orgId } = await founded(ada)
    const guests = await Promise.all(
      [1, 2, 3, 4, 5].map((at) => registered(w, `guest${at}`, { username: `guest${at}` })),
    )
    const stream = await countsStream(w)
    const replies = await Promise.all([
      ...guests.map(({ device }) => device.applyToOrganization({ orgId })),
      ...guests.map((_, at) => ada.device.editOrganization({ orgId, org_description: `Take ${at}` })),
    ])
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    await stream.drain()
    expect((await w.table().get(organization, { orgId }))?.memberCount).toBe(6)
  })
})
