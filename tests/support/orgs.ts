import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { type Person, registered } from './people.ts'
import { founded, joined } from './societies.ts'
import type { World } from './world.ts'

/** A membership as no request makes it: of a made-up role, or suspended later. */
export const joinOrg = async (
  w: World,
  orgId: string,
  { user }: Person,
  roles = ['member'],
): Promise<void> => {
  await w.table().put(orgMember, {
    orgId,
    userId: user._id,
    globalUserId: user.globalUserId,
    name: user.name,
    username: user.username,
    roles,
    status: 'active',
    customPermissions: [],
    deniedPermissions: [],
    joinedAt: w.clock.now().toISOString(),
    version: 1,
  })
}

const names = ['owner', 'admin', 'officer', 'member', 'follower', 'outsider'] as const

/** People around one organization, each with a browser that is signed in. `card` changes what is stored of it. */
export const club = async (w: World, about = 'chess', card: object = {}) => {
  const cast = {} as Record<(typeof names)[number], Person>
  for (const name of names)
    cast[name] = await registered(w, `${name}${about}`, { username: `${name}${about}` })
  const made = await founded(cast.owner, { org_name: `Club ${about}` })
  await joined(made, cast.admin, ['admin'])
  await joined(made, cast.officer, ['officer'])
  await joined(made, cast.member)
  await cast.follower.device.followOrganization({ orgId: made.orgId })
  const stored = await w.table().get(organization, { orgId: made.orgId })
  if (stored) await w.table().put(organization, { ...stored, ...card })
  return { orgId: made.orgId, name: made.name, ...cast }
}
export type Club = Awaited<ReturnType<typeof club>>
