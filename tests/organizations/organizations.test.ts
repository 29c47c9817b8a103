import { beforeAll, describe, expect, it } from 'vitest'
import * as roleFailures from '../../functions/members/contract/failures.ts'
import * as failures from '../../functions/organizations/contract/failures.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { orgName } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { type Person, people, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
})

const about = { org_description: 'We play on Thursdays' }
const namesOf = (roles: readonly { name: string }[]): string[] => roles.map(({ name }) => name)

describe('making an organization', () => {
  // rules/organizations 1
  it('gives its maker the ownership, a membership and a place in their own list', async () => {
    const weekly_meeting = { day: 'Thu', time: '18:00' }
    const reply = await ada.device.createOrganization({ org_name: 'Chess Club', ...about, weekly_meeting })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      success: true,
      message: 'Org created successfully',
      org: { org_name: 'Chess Club', owner: ada.user._id, weekly_meeting, memberCount: 1, verified: false },
    })
    const { positions, _id: orgId, org_profile_image } = reply.body.org
    expect(org_profile_image).toBe('/Logo.svg')
    expect(namesOf(positions)).toEqual(['owner', 'admin', 'officer', 'member'])
    expect(positions[0]).toMatchObject({ canManageRoles: true, permissions: ['all'] })
    const table = w.table()
    expect(await table.get(orgMember, { orgId, userId: ada.user._id })).toMatchObject({ roles: ['owner'] })
    expect((await table.get(tenantUser, { id: ada.user._id }))?.clubAssociations).toContain(orgId)
    const club = { _id: orgId, org_name: 'Chess Club', org_profile_image: '/Logo.svg' }
    const [self, login] = [await ada.device.validateToken(), await ada.device.updateUser({ onboarded: true })]
    expect(self.body.data.user.clubAssociations).toEqual([club])
    expect(login.body.data.user.clubAssociations).toEqual([club])
  })

  // rules/organizations 8
  it('takes custom roles as titles or objects, also as the text of a form field', async () => {
    const roles = ['Vice President', { name: 'admin', displayName: 'Board', permissions: ['manage_members'] }]
    const made = [roles, JSON.stringify(roles)].map((custom_roles, at) =>
      ada.device.createOrganization({ org_name: `Roles ${at}`, ...about, custom_roles }),
    )
    for (const { body } of await Promise.all(made)) {
      expect(namesOf(body.org.positions)).toEqual(['owner', 'admin', 'officer', 'vice_president', 'member'])
      expect(body.org.positions[1]).toMatchObject({ displayName: 'Board', permissions: ['manage_members'] })
      expect(body.org.positions[3]).toMatchObject({ permissions: ['view_events'] })
    }
  })

  // rules/organizations 6, rules/organizations 7, rules/organizations 9
  it.each([
    ['no name', { org_name: ' ' }, failures.NameAndDescriptionRequired],
    ['no description', { org_description: undefined }, failures.NameAndDescriptionRequired],
    ['a name in bad language', { org_name: 'The fuckers' }, failures.NameProfane],
    ['a description in bad language', { org_description: 'fuck off' }, failures.DescriptionProfane],
    ['a name with a slash', { org_name: 'a/b' }, ValidationError],
    ['a name of 101 characters', { org_name: 'x'.repeat(101) }, ValidationError],
    ['a name that no address can hold', { org_name: '𐍈'.repeat(90) }, ValidationError],
    ['a list as a name', { org_name: ['x'] }, ValidationError],
    ['an owner', { owner: 'somebody' }, ValidationError],
    ['a verification', { verified: true }, ValidationError],
    ['roles that are no JSON', { custom_roles: '[' }, failures.BadCustomRoles],
    ['roles that are no list', { custom_roles: '{"name":"x"}' }, failures.BadCustomRoles],
    ['half a character in JSON', { custom_roles: '["\\ud800"]' }, failures.BadCustomRoles],
    ['the owner as a custom role', { custom_roles: ['Owner'] }, roleFailures.RoleNameReserved],
    ['eleven custom roles', { custom_roles: [...'abcdefghijk'] }, roleFailures.TooManyRoles],
    ['two roles of one name', { custom_roles: ['a b', 'A B'] }, roleFailures.DuplicateRoles],
    [
      'a permission that is none',
      { custom_roles: [{ name: 'x', displayName: 'X', permissions: ['access_admin_panel'] }] },
      { ...roleFailures.UnknownPermission, message: 'Unknown permission: access_admin_panel' },
    ],
    ['a meeting that is broken JSON', { weekly_meeting: '{"day":' }, failures.BadMeeting],
    ['a meeting that is too deep', { weekly_meeting: { a: { b: 'c' } } }, ValidationError],
    ['a form that is no form', { memberForm: '[1]' }, failures.BadMemberForm],
    ['links that are no list', { socialLinks: '"x"' }, failures.BadSocialLinks],
    ['a link to nowhere', { socialLinks: [{ type: 'myspace', username: 'x' }] }, failures.BadSocialLinkType],
    [
      'a website without a title',
      { socialLinks: [{ type: 'website', url: 'https://a.example' }] },
      failures.WebsiteIncomplete,
    ],
    [
      'a script as a website',
      { socialLinks: [{ type: 'website', url: 'javascript:alert(1)', title: 'x' }] },
      failures.BadSocialLinks,
    ],
    [
      'a network without a name',
      { socialLinks: [{ type: 'tiktok' }] },
      { ...failures.SocialWithoutName, message: 'Social media link (tiktok) must have a username' },
    ],
    [
      'two links to one network',
      { socialLinks: [1, 2].map((each) => ({ type: 'youtube', username: `x${each}` })) },
      failures.TooManyLinks,
    ],
  ])('is refused with %s', async (what, wrong, failure) => {
    const sent = { org_name: `Wrong ${what.length}`, ...about, ...wrong }
    const { body, status } = await ada.device.createOrganization(sent)
    expect({ status, body }).toMatchObject(refused(failure))
  })

  // rules/organizations 9
  it('ignores fields that it does not know', async () => {
    const sent = { org_name: 'Surplus', ...about, category: 'games', theme: { dark: true } }
    expect((await ada.device.createOrganization(sent)).status).toBe(201)
  })

  // rules/organizations 2
  it('gives a name once, in whatever case and width, and to one of a hundred at the same moment', async () => {
    const makers = await people(w, 10)
    const names = ['Tango Club', 'tango  club', 'TANGO CLUB', 'Ｔango club']
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        makers[at % 10]?.device.createOrganization({ org_name: names[at % 4], ...about }),
      ),
    )
    expect(replies.filter((reply) => reply?.status === 201)).toHaveLength(1)
    const lost = replies.filter((reply) => reply?.status !== 201)
    for (const reply of lost) expect(reply).toMatchObject(refused(failures.NameExists))
    const guard = await w.table().get(orgName, { nameKey: 'tango club' })
    const made = replies.find((reply) => reply?.status === 201)
    expect(guard?.orgId).toBe(made?.body.org._id)
  })

  // rules/organizations 10
  it('keeps the schools apart', async () => {
    const { orgId, name } = await founded(ada)
    const elsewhere = await registered(w, 'sis', { username: 'sis' }, w.sister)
    expect((await elsewhere.device.getOrganization({ id: orgId })).body.org).toEqual([])
    expect((await elsewhere.device.getOrganizationByName({ name })).status).toBe(404)
    expect((await elsewhere.device.applyToOrganization({ orgId })).status).toBe(404)
    expect((await founded(elsewhere, { org_name: name })).orgId).not.toBe(orgId)
  })
})
