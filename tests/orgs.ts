import {
  defaultMessageSettings,
  organization,
  organizationBody,
  orgFollower,
} from '../lib/identity/org-records.ts'
import { type OrgRole, orgMember, orgRoles } from '../lib/identity/organizations.ts'
import { put } from '../lib/table/write.ts'
import { type Person, registered } from './people.ts'
import type { World } from './world.ts'

const role = (name: string, order: number, permissions: string[]): OrgRole => ({
  _id: name,
  name,
  displayName: name,
  permissions,
  isDefault: name === 'member',
  order,
  color: null,
})

const roles: OrgRole[] = [
  role('owner', 0, ['all']),
  role('admin', 1, [
    'manage_members',
    'manage_events',
    'view_analytics',
    'view_events',
    'manage_communications',
  ]),
  role('officer', 2, ['manage_events', 'view_events']),
  role('member', 9, ['view_events']),
]

const at = '2026-03-01T12:00:00.000Z'

/** An organization of the home school with an owner. */
export const foundOrg = async (w: World, orgId: string, owner: Person, more: object = {}): Promise<void> => {
  const card = {
    orgId,
    org_name: `Club ${orgId}`,
    nameKey: `club ${orgId}`,
    org_description: 'A club',
    org_profile_image: '/Logo.svg',
    owner: owner.user._id,
    requireApprovalForJoin: false,
    unlisted: false,
    verified: false,
    verificationType: 'basic',
    verificationStatus: 'pending',
    approvalStatus: 'approved' as const,
    lifecycleStatus: 'active',
    orgTypeKey: 'default',
    memberCount: 1,
    followerCount: 0,
    eventCount: 0,
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...more,
  }
  const written = await w.table().write([
    put(organization, card),
    put(organizationBody, {
      orgId,
      org_banner_image: null,
      weekly_meeting: null,
      socialLinks: [],
      messageSettings: defaultMessageSettings,
      version: 1,
    }),
    put(orgRoles, { orgId, owner: owner.user._id, roles, version: 1 }),
  ])
  if (!written.ok) throw new Error('the organization could not be written')
  await joinOrg(w, orgId, owner, ['owner'])
}

export const joinOrg = async (w: World, orgId: string, { user }: Person, own = ['member']): Promise<void> => {
  await w.table().put(orgMember, {
    orgId,
    userId: user._id,
    globalUserId: user.globalUserId,
    name: user.name,
    username: user.username,
    roles: own,
    status: 'active',
    customPermissions: [],
    deniedPermissions: [],
    joinedAt: at,
    version: 1,
  })
}

export const followOrg = async (w: World, orgId: string, { user }: Person): Promise<void> => {
  const { _id: userId, name, username } = user
  await w.table().put(orgFollower, { orgId, userId, name, username, at })
}

/** People around one organization, each with a browser that is signed in. */
export const club = async (w: World, orgId = 'chess', more: object = {}) => {
  const names = ['owner', 'admin', 'officer', 'member', 'follower', 'outsider'] as const
  const cast = {} as Record<(typeof names)[number], Person>
  for (const name of names)
    cast[name] = await registered(w, `${name}${orgId}`, { username: `${name}${orgId}` })
  await foundOrg(w, orgId, cast.owner, more)
  for (const name of ['admin', 'officer', 'member'] as const) await joinOrg(w, orgId, cast[name], [name])
  await followOrg(w, orgId, cast.follower)
  return { orgId, ...cast }
}
export type Club = Awaited<ReturnType<typeof club>>
